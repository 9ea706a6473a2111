// The tool server for agents of this computer: off until it is switched on, making until it is allowed.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AgentsView, bridge } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { CopyText, Switch } from '../../components/fields.tsx'
import { useAct } from '../../data/use-act.ts'
import { asSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'
import { Group, Lead, Line, Read } from './parts.tsx'
import { agentsState } from './queries.ts'
import styles from './settings.module.css'

const words = texts.settings.agents

export function Agents() {
  return (
    <>
      <Lead>{words.lead}</Lead>
      <Read query={useQuery(agentsState)}>{(agents) => <Server agents={agents} />}</Read>
    </>
  )
}

function Server({ agents }: { agents: AgentsView }) {
  const client = useQueryClient()
  const act = useAct()
  const [isAsking, setAsking] = useState(false)
  const put = (changed: AgentsView): null => {
    client.setQueryData(agentsState.queryKey, changed)
    return null
  }
  return (
    <>
      <Group>
        <Line name={words.access}>
          <Switch isOn={agents.isOn} onChange={(isOn) => void act(bridge.agents.change({ isOn }), put)}>
            {words.isOn}
          </Switch>
        </Line>
        {agents.isOn && (
          <Line name={words.making}>
            <Switch
              isOn={agents.mayGenerate}
              onChange={(mayGenerate) => void act(bridge.agents.change({ mayGenerate }), put)}
            >
              {words.mayGenerate}
            </Switch>
          </Line>
        )}
      </Group>
      {agents.isOn && (
        <Group>
          <Line name={words.address}>
            {agents.url === null ? (
              <span className={styles.warn} role="alert">
                {agents.problem === null ? words.off : asSentence(agents.problem)}
              </span>
            ) : (
              <CopyText text={agents.url} what={words.address.toLowerCase()} />
            )}
          </Line>
          <Line name={words.token} note={agents.isTokenSessionOnly ? words.tokenSession : words.tokenKept}>
            <Button
              disabled={agents.url === null}
              onClick={() => void act(bridge.agents.copySetup(), () => words.copied)}
            >
              {words.copySetup}
            </Button>
            <Button onClick={() => setAsking(true)}>{words.renew}</Button>
          </Line>
        </Group>
      )}
      {isAsking && (
        <Confirm
          title={words.renewTitle}
          action={words.renewAction}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            void act(bridge.agents.renewToken(), (changed) => {
              put(changed)
              return words.renewed
            })
          }
        >
          {words.renewText}
        </Confirm>
      )}
    </>
  )
}
