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
import { counted } from '../../wording/numbers.ts'
import { Pages, SoundLine } from './sound-list.tsx'
import styles from './trash-dialog.module.css'

export function TrashDialog({ onClose }: { onClose: () => void }) {
  const act = useAct()
  const nowMs = useNow()
  const [page, setPage] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const { data, error } = useQuery({ ...trashed(page), retry: false })
  const total = data?.total ?? 0
  const pages = Math.ceil(total / PAGE_ROWS)
  const restore = async (soundId: number): Promise<void> => {
    const done = await act(
      bridge.library.restore({ soundIds: [soundId] }),
      ({ restored }) => `${counted(restored, 'sound')} restored`,
    )
    // The last sound of the last page is gone with this one.
    if (done !== null && data?.rows.length === 1 && page > 0) setPage(page - 1)
  }
  return (
    <Dialog title="Trash" isWide onClose={onClose}>
      {error !== null && (
        <p className={controls.dialogBody} role="alert">
          {errorSentence(errorOf(error))}
        </p>
      )}
      {data !== undefined && total === 0 ? (
        <p className={controls.dialogBody}>Nothing lies in the trash.</p>
      ) : (
        <ul className={styles.list} aria-label="Sounds in the trash">
          {(data?.rows ?? []).map((sound) => (
            <SoundLine
              key={sound.id}
              sound={sound}
              nowMs={nowMs}
              action="Restore"
              label={`Restore ${sound.name}`}
              onAct={() => void restore(sound.id)}
            />
          ))}
        </ul>
      )}
      <div className={controls.dialogActions}>
        <Pages page={page} pages={pages} before="Newer" after="Older" onPage={setPage} />
        <Button isDangerous disabled={total === 0} onClick={() => setAsking(true)}>
          Empty the trash…
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
      {isAsking && (
        <Confirm
          title={`Give ${counted(total, 'sound')} to the system’s trash?`}
          action="Empty the trash"
          isDangerous
          onConfirm={() =>
            void act(
              bridge.library.emptyTrash(),
              ({ removed }) => `${counted(removed, 'sound')} are in the system’s trash now`,
            )
          }
          onClose={() => setAsking(false)}
        >
          From there the files can be put back by hand; the library no longer knows them.
        </Confirm>
      )}
    </Dialog>
  )
}
