// The end of everything that the app keeps: said in full, typed by the person, done once.
import { useState } from 'react'
import { bridge } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { cx } from '../../components/cx.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Segmented } from '../../components/fields.tsx'
import { useAct } from '../../data/use-act.ts'
import { useAppState } from '../../data/use-settings.ts'
import { diskSize } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { Group } from './parts.tsx'
import styles from './settings.module.css'

const words = texts.settings.deletion
/** What the person types, and the main process asks for. */
const CONFIRMATION = 'delete'

export function DeleteEverything() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Group title={words.title}>
      <p className={styles.quiet}>{words.lead}</p>
      <div>
        <Button isDangerous onClick={() => setOpen(true)}>
          {words.open}
        </Button>
      </div>
      {isOpen && <Question onClose={() => setOpen(false)} />}
    </Group>
  )
}

function Question({ onClose }: { onClose: () => void }) {
  const app = useAppState()
  const act = useAct()
  const [files, setFiles] = useState<'keep' | 'drop'>('keep')
  const [typed, setTyped] = useState('')
  const [isDeleting, setDeleting] = useState(false)
  const isTyped = typed.trim().toLowerCase() === CONFIRMATION
  const remove = async (): Promise<void> => {
    setDeleting(true)
    const done = await act(
      bridge.storage.deleteAll({ confirmation: CONFIRMATION, withSounds: files === 'drop' }),
    )
    // Where it was done the app is on its way out.
    if (done === null) setDeleting(false)
  }
  return (
    <Dialog title={words.dialogTitle} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isTyped && !isDeleting) void remove()
        }}
      >
        <div className={cx(controls.dialogBody, styles.question)}>
          <h3>{words.goes}</h3>
          <ul>
            {words.goesList(app.soundCount).map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
          <h3>{words.files}</h3>
          <Segmented
            label={words.files}
            value={files}
            options={[
              { value: 'keep', label: words.keep },
              { value: 'drop', label: words.drop },
            ]}
            onChange={setFiles}
          />
          <p className={files === 'drop' ? styles.danger : undefined}>
            {files === 'drop'
              ? words.dropNote(diskSize(app.bytesOnDisk), app.libraryFolderName)
              : words.keepNote(app.libraryFolderName)}
          </p>
          <p>{words.final}</p>
          <label>
            {words.type}
            <input
              className={controls.input}
              value={typed}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
        </div>
        <div className={controls.dialogActions}>
          <Button isLarge disabled={isDeleting} onClick={onClose}>
            {texts.settings.cancel}
          </Button>
          <Button isLarge isDangerous type="submit" disabled={!isTyped || isDeleting}>
            {isDeleting ? words.deleting : words.action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
