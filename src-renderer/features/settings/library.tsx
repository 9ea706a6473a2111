// The library and what it takes on the disk: its folder, watched folders, space by kind, and the end of it all.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bridge, errorOf } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { useAct } from '../../data/use-act.ts'
import { useAppState } from '../../data/use-settings.ts'
import { errorSentence } from '../../wording/errors.ts'
import { diskSize } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { DeleteEverything } from './delete-everything.tsx'
import { Move } from './move.tsx'
import { Group, Line } from './parts.tsx'
import { storageMove, watchedFolders } from './queries.ts'
import styles from './settings.module.css'
import { SpaceUsed } from './space-used.tsx'
import { TakeAlong } from './take-along.tsx'

const words = texts.settings.library

export function Library() {
  return (
    <>
      <Folder />
      <SpaceUsed />
      <TakeAlong />
      <DeleteEverything />
    </>
  )
}

function Folder() {
  const app = useAppState()
  const client = useQueryClient()
  const act = useAct()
  const move = useQuery(storageMove)
  const isMoving = move.data !== undefined && move.data.kind !== 'none' && move.data.kind !== 'done'
  return (
    <Group>
      <Line name={words.folder}>
        <span className={styles.path} title={app.libraryFolderName}>
          {app.libraryFolderName}
        </span>
      </Line>
      <Line name={words.holds}>
        <span>{words.holdsText(app.soundCount, diskSize(app.bytesOnDisk))}</span>
      </Line>
      <div className={styles.under}>
        <div className={styles.row}>
          <Button onClick={() => void act(bridge.app.openLibraryFolder())}>{words.open}</Button>
          <Button
            disabled={isMoving}
            onClick={() =>
              void act(bridge.storage.startMove(), (started) => {
                client.setQueryData(storageMove.queryKey, started)
                return null
              })
            }
          >
            {words.move}
          </Button>
          <Button
            disabled={isMoving}
            onClick={() =>
              void act(bridge.app.chooseLibraryFolder(), (chosen) =>
                chosen === null ? null : words.pointedAt(chosen.libraryFolderName),
              )
            }
          >
            {words.pointAt}
          </Button>
        </div>
        {move.data !== undefined && <Move move={move.data} />}
        {move.error !== null && (
          <p className={styles.danger} role="alert">
            {errorSentence(errorOf(move.error))}
          </p>
        )}
      </div>
      <Files />
      <Watched />
    </Group>
  )
}

function Files() {
  const act = useAct()
  const [isLooking, setLooking] = useState(false)
  const look = async (): Promise<void> => {
    setLooking(true)
    await act(bridge.library.checkFiles(), ({ missing }) => words.checked(missing))
    setLooking(false)
  }
  const relink = async (): Promise<void> => {
    setLooking(true)
    await act(bridge.library.relink(), (found) =>
      found === null ? null : words.relinked(found.relinked, found.stillMissing),
    )
    setLooking(false)
  }
  return (
    <Line name={words.files}>
      <Button disabled={isLooking} onClick={() => void look()}>
        {words.check}
      </Button>
      <Button disabled={isLooking} onClick={() => void relink()}>
        {words.relink}
      </Button>
    </Line>
  )
}

function Watched() {
  const client = useQueryClient()
  const act = useAct()
  const { data = [], error } = useQuery(watchedFolders)
  const reread = (): null => {
    void client.invalidateQueries({ queryKey: watchedFolders.queryKey })
    return null
  }
  return (
    <Line
      name={words.watched}
      note={error !== null ? errorSentence(errorOf(error)) : data.length === 0 ? words.noWatched : null}
    >
      <div className={styles.stack}>
        {data.map(({ id, name, isAway }) => (
          <div key={id} className={styles.watched}>
            <span>
              {name}
              {isAway && <em>{words.away}</em>}
            </span>
            <Button
              aria-label={words.unwatchNamed(name)}
              onClick={() => void act(bridge.imports.unwatch({ folderId: id }), reread)}
            >
              {words.unwatch}
            </Button>
          </div>
        ))}
        <div>
          <Button onClick={() => void act(bridge.imports.watch(), reread)}>{words.watch}</Button>
        </div>
      </div>
    </Line>
  )
}
