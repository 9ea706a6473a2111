// What lies in the trash: restored by a click, or given to the system's trash for good.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bridge, errorOf } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import controls from '../../components/controls.module.css'
import { Dialog } from '../../components/dialog.tsx'
import { PAGE_ROWS, trashed } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useNow } from '../../data/use-now.ts'
import { errorSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'
import { Pages, SoundLine } from './sound-list.tsx'
import styles from './trash-dialog.module.css'

const words = texts.library.trash

export function TrashDialog({ onClose }: { onClose: () => void }) {
  const act = useAct()
  const nowMs = useNow()
  const [page, setPage] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const { data, error } = useQuery({ ...trashed(page), retry: false })
  const total = data?.total ?? 0
  const pages = Math.ceil(total / PAGE_ROWS)
  const restore = async (soundId: number): Promise<void> => {
    const done = await act(bridge.library.restore({ soundIds: [soundId] }), ({ restored }) =>
      words.restored(restored),
    )
    // The last sound of the last page is gone with this one.
    if (done !== null && data?.rows.length === 1 && page > 0) setPage(page - 1)
  }
  return (
    <Dialog title={words.title} isWide onClose={onClose}>
      {error !== null && (
        <p className={controls.dialogBody} role="alert">
          {errorSentence(errorOf(error))}
        </p>
      )}
      {data !== undefined && total === 0 ? (
        <p className={controls.dialogBody}>{words.nothing}</p>
      ) : (
        <ul className={styles.list} aria-label={words.list}>
          {(data?.rows ?? []).map((sound) => (
            <SoundLine
              key={sound.id}
              sound={sound}
              nowMs={nowMs}
              action={words.restore}
              label={words.restoreThis(sound.name)}
              onAct={() => void restore(sound.id)}
            />
          ))}
        </ul>
      )}
      <div className={controls.dialogActions}>
        <Pages page={page} pages={pages} before={words.newer} after={words.older} onPage={setPage} />
        <Button isDangerous disabled={total === 0} onClick={() => setAsking(true)}>
          {words.empty}
        </Button>
        <Button onClick={onClose}>{texts.library.close}</Button>
      </div>
      {isAsking && (
        <Confirm
          title={words.emptyTitle(total)}
          action={words.emptyAction}
          isDangerous
          onConfirm={() => void act(bridge.library.emptyTrash(), ({ removed }) => words.emptied(removed))}
          onClose={() => setAsking(false)}
        >
          {words.emptyText}
        </Confirm>
      )}
    </Dialog>
  )
}
