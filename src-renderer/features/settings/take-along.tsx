// What the person can take elsewhere: the sounds are files already, the library becomes a folder, the ledger a file.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bridge, errorOf, type LibraryArchive, type Reply } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { useAct } from '../../data/use-act.ts'
import { asSentence, errorSentence } from '../../wording/errors.ts'
import { diskSize, grouped } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { Group, Line, Progress } from './parts.tsx'
import { libraryArchive } from './queries.ts'
import styles from './settings.module.css'

const words = texts.settings.taking

export function TakeAlong() {
  const client = useQueryClient()
  const act = useAct()
  const { data: archive, error } = useQuery(libraryArchive)
  const isRunning = archive?.kind === 'exporting' || archive?.kind === 'importing'
  const go = (reply: Promise<Reply<LibraryArchive>>): void =>
    void act(reply, (next) => {
      client.setQueryData(libraryArchive.queryKey, next)
      return null
    })
  return (
    <Group title={words.title}>
      <Line name={words.files}>
        <span>{words.filesNote}</span>
      </Line>
      <Line name={words.library} note={words.libraryNote}>
        <Button disabled={isRunning} onClick={() => go(bridge.storage.exportLibrary())}>
          {words.exportLibrary}
        </Button>
        <Button disabled={isRunning} onClick={() => go(bridge.storage.importLibrary())}>
          {words.importLibrary}
        </Button>
      </Line>
      <div className={styles.under}>
        {error !== null && (
          <p className={styles.danger} role="alert">
            {errorSentence(errorOf(error))}
          </p>
        )}
        {archive !== undefined && (
          <Archive archive={archive} onStop={() => go(bridge.storage.stopArchive())} />
        )}
      </div>
      <Line name={words.ledger}>
        <Button
          onClick={() =>
            void act(bridge.money.exportCsv({ fromMs: 0, untilMs: Date.now() }), (written) =>
              written === null ? null : words.ledgerWritten(written.fileName),
            )
          }
        >
          {words.exportLedger}
        </Button>
      </Line>
    </Group>
  )
}

function Archive({ archive, onStop }: { archive: LibraryArchive; onStop: () => void }) {
  switch (archive.kind) {
    case 'none':
      return null
    case 'exporting':
    case 'importing': {
      const { filesDone, filesTotal, bytesDone, bytesTotal } = archive
      const text = words[archive.kind](
        grouped(filesDone),
        grouped(filesTotal),
        diskSize(bytesDone),
        diskSize(bytesTotal),
      )
      return (
        <div className={styles.stack}>
          <Progress
            label={words.archiveLabel}
            text={text}
            fraction={bytesTotal === 0 ? 0 : bytesDone / bytesTotal}
          />
          <div>
            <Button onClick={onStop}>{words.stop}</Button>
          </div>
        </div>
      )
    }
    case 'stopped':
      return (
        <p className={styles.warn} role="alert">
          {asSentence(archive.error.message)}
        </p>
      )
    case 'exported':
    case 'imported': {
      const { files, missing } = archive
      return (
        <p className={styles.quiet} role="status">
          {archive.kind === 'exported' ? words.exported(files, archive.folderName) : words.imported(files)}{' '}
          {missing > 0 && words.missing(missing)}
        </p>
      )
    }
  }
}
