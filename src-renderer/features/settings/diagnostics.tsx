// Diagnostics: what can be copied for others to look at, and where the log lies.
import { useState } from 'react'
import { bridge } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Switch } from '../../components/fields.tsx'
import { useAct } from '../../data/use-act.ts'
import { texts } from '../../wording/texts.ts'
import { Group, Lead, Line } from './parts.tsx'

export function Diagnostics() {
  const act = useAct()
  const [includePrompts, setIncludePrompts] = useState(false)
  const words = texts.settings.diagnostics
  return (
    <>
      <Lead>{words.lead}</Lead>
      <Group>
        <Line name={words.report} note={words.holds}>
          <Button
            onClick={() =>
              void act(bridge.diagnostics.copy({ includePrompts }), ({ lines }) => words.copied(lines))
            }
          >
            {words.copy}
          </Button>
          <Switch isOn={includePrompts} onChange={setIncludePrompts}>
            {words.prompts}
          </Switch>
        </Line>
        <Line name={words.log} note={words.logNote}>
          <Button onClick={() => void act(bridge.diagnostics.openLogs())}>{words.openLogs}</Button>
        </Line>
      </Group>
    </>
  )
}
