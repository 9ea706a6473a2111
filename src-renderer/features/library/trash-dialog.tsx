// What lies in the trash: restored by a click, or given to the system's trash for good.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bridge } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import controls from '../../components/controls.module.css'
import { Dialog } from '../../components/dialog.tsx'
import { PAGE_ROWS, trashed } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useNow } from '../../data/use-now.ts'
import { counted } from '../../wording/numbers.ts'
import { rowDate, rowLength } from '../../wording/times.ts'
import styles from './trash-dialog.module.css'

export function TrashDialog({ onClose }: { onClose: () => void }) {
  const act = useAct()
  const nowMs = useNow()
  const [page, setPage] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const { data } = useQuery(trashed(page))
  const total = data?.total ?? 0
  const pages = Math.ceil(total / PAGE_ROWS)
  const restore = (soundIds: readonly number[]): void =>
    void act(bridge.library.restore({ soundIds }), ({ restored }) => `${counted(restored, 'sound')} restored`)
  return (
    <Dialog title="Trash" isWide onClose={onClose}>
      {data !== undefined && total === 0 ? (
        <p className={controls.dialogBody}>Nothing lies in the trash.</p>
      ) : (
        <ul className={styles.list} aria-label="Sounds in the trash">
          {(data?.rows ?? []).map((sound) => (
            <li key={sound.id}>
              <span>{sound.name}</span>
              <span>{rowLength(sound.durationMs)}</span>
              <span>{rowDate(sound.createdAtMs, nowMs)}</span>
              <Button weight="link" aria-label={`Restore ${sound.name}`} onClick={() => restore([sound.id])}>
                Restore
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={controls.dialogActions}>
        {pages > 1 && (
          <span className={styles.pages}>
            <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
              Newer
            </Button>
            <Button disabled={page >= pages - 1} onClick={() => setPage(page + 1)}>
              Older
            </Button>
          </span>
        )}
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
