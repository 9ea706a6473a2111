// What the person can take elsewhere: the sounds are files already, the ledger becomes one.
import { bridge } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { useAct } from '../../data/use-act.ts'
import { texts } from '../../wording/texts.ts'
import { Group, Line } from './parts.tsx'

const words = texts.settings.taking

export function TakeAlong() {
  const act = useAct()
  return (
    <Group title={words.title}>
      <Line name={words.files} note={words.filesNote}>
        <Button onClick={() => void act(bridge.app.openLibraryFolder())}>
          {texts.settings.library.open}
        </Button>
      </Line>
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
