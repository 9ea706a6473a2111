// The space that is used, by kind, and what of it can be made free.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bridge, type StorageUse } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { useAct } from '../../data/use-act.ts'
import { diskSize } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { Group, Read } from './parts.tsx'
import { storageUse } from './queries.ts'
import styles from './settings.module.css'

const words = texts.settings.storage
const KINDS = [
  'libraryBytes',
  'databaseBytes',
  'backupBytes',
  'cacheBytes',
  'engineBytes',
  'logBytes',
] as const satisfies readonly (keyof StorageUse)[]

export function SpaceUsed() {
  const client = useQueryClient()
  const act = useAct()
  const query = useQuery(storageUse)
  const empty = (): void =>
    void act(bridge.storage.emptyCache(), ({ freedBytes }) => {
      void client.invalidateQueries({ queryKey: storageUse.queryKey })
      return words.emptied(diskSize(freedBytes))
    })
  return (
    <Group title={words.title}>
      <Read query={query}>
        {(use) => {
          const total = KINDS.reduce((sum, kind) => sum + use[kind], 0)
          return (
            <>
              <dl className={styles.use}>
                {KINDS.map((kind) => {
                  const [name, what] = words.kinds[kind]
                  return (
                    <div key={kind}>
                      <dt>
                        {name} <em>{what}</em>
                      </dt>
                      <dd>
                        <span>
                          <i style={{ width: `${total === 0 ? 0 : (use[kind] / total) * 100}%` }} />
                        </span>
                        <em>{diskSize(use[kind])}</em>
                      </dd>
                    </div>
                  )
                })}
                <div>
                  <dt>{words.total}</dt>
                  <dd>
                    <b>{diskSize(total)}</b>
                  </dd>
                </div>
              </dl>
              <div>
                <Button disabled={use.cacheBytes === 0} onClick={empty}>
                  {words.emptyCache}
                </Button>
              </div>
            </>
          )
        }}
      </Read>
    </Group>
  )
}
