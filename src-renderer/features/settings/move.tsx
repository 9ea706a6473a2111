// The library on its way to another folder: how far it is, what stopped it, and how to go on.
import { useQueryClient } from '@tanstack/react-query'
import { bridge, type Reply, type StorageMove } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { useAct } from '../../data/use-act.ts'
import { asSentence } from '../../wording/errors.ts'
import { diskSize, grouped } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { Progress } from './parts.tsx'
import { storageMove } from './queries.ts'
import styles from './settings.module.css'

const words = texts.settings.move

export function Move({ move }: { move: StorageMove }) {
  const client = useQueryClient()
  const act = useAct()
  const go = (reply: Promise<Reply<StorageMove>>): void =>
    void act(reply, (next) => {
      client.setQueryData(storageMove.queryKey, next)
      return null
    })
  const giveUp = <Button onClick={() => go(bridge.storage.cancelMove())}>{words.cancel}</Button>
  switch (move.kind) {
    case 'none':
      return null
    case 'copying':
    case 'deleting': {
      const [done, total] = [grouped(move.filesDone), grouped(move.filesTotal)]
      const text =
        move.kind === 'copying'
          ? words.copying(done, total, diskSize(move.bytesDone), diskSize(move.bytesTotal))
          : words.deleting(done, total)
      return (
        <div className={styles.stack}>
          <Progress
            label={words.label}
            text={text}
            fraction={move.bytesTotal === 0 ? 1 : move.bytesDone / move.bytesTotal}
          />
          <p className={styles.quiet}>{words.note}</p>
          {move.kind === 'copying' && <div>{giveUp}</div>}
        </div>
      )
    }
    case 'stopped':
      return (
        <div className={styles.stack} role="alert">
          <p className={styles.warn}>{asSentence(move.error.message)}</p>
          <div className={styles.row}>
            <Button weight="primary" onClick={() => go(bridge.storage.resumeMove())}>
              {words.resume}
            </Button>
            {giveUp}
          </div>
        </div>
      )
    case 'done':
      return (
        <p className={styles.quiet} role="status">
          {words.done(move.folderName)} {move.leftBehind > 0 && words.leftBehind(move.leftBehind)}
        </p>
      )
  }
}
