// Sounds that are byte for byte the same, group by group: one is kept, the others go to the trash, from where undo brings them back.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bridge, type DuplicateGroup, errorOf } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { Dialog } from '../../components/dialog.tsx'
import { duplicates, GROUPS_SHOWN } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useDelayed } from '../../data/use-delayed.ts'
import { useNow } from '../../data/use-now.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'
import { Pages, SoundLine } from './sound-list.tsx'
import styles from './trash-dialog.module.css'

const words = texts.library.duplicates

export function DuplicatesDialog({ onClose }: { onClose: () => void }) {
  const { inspectedId, player } = useWindow()
  const act = useAct()
  const nowMs = useNow()
  const [page, setPage] = useState(0)
  const { data, error } = useQuery({ ...duplicates(page), retry: false })
  const isSlow = useDelayed(data === undefined && error === null, 150)
  const total = data?.total ?? 0
  const pages = Math.ceil(total / GROUPS_SHOWN)
  const keep = async ({ sounds }: DuplicateGroup, keptId: number): Promise<void> => {
    const soundIds = sounds.flatMap(({ id }) => (id === keptId ? [] : [id]))
    const done = await act(bridge.library.trash({ soundIds }), ({ trashed }) => words.kept(trashed))
    if (done === null) return
    const loaded = player.state.get().sound?.id
    if (loaded !== undefined && soundIds.includes(loaded)) player.unload()
    if (soundIds.includes(inspectedId.get() ?? -1)) inspectedId.set(keptId)
    // The last group of the last page is gone with this one.
    if (data?.groups.length === 1 && page > 0) setPage(page - 1)
  }
  return (
    <Dialog title={words.title} isWide onClose={onClose}>
      {error !== null && (
        <p className={controls.dialogBody} role="alert">
          {errorSentence(errorOf(error))}
        </p>
      )}
      {isSlow && <p className={controls.dialogBody}>{words.comparing}</p>}
      {data !== undefined && total === 0 && <p className={controls.dialogBody}>{words.none}</p>}
      {data !== undefined && total > 0 && (
        <ul className={styles.list} aria-label={words.list}>
          {data.groups.flatMap((group) => [
            <li key={`group-${group.sounds[0]?.id}`} className={styles.groupHead}>
              <span>{words.group(group.sounds.length)}</span>
            </li>,
            ...group.sounds.map((sound) => (
              <SoundLine
                key={sound.id}
                sound={sound}
                nowMs={nowMs}
                action={words.keep}
                label={words.keepThis(sound.name)}
                onAct={() => void keep(group, sound.id)}
              />
            )),
          ])}
        </ul>
      )}
      <div className={controls.dialogActions}>
        <Pages page={page} pages={pages} before={words.before} after={words.further} onPage={setPage} />
        <Button onClick={onClose}>{texts.library.close}</Button>
      </div>
    </Dialog>
  )
}
