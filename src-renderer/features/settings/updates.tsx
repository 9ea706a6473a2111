// Updates: off until the person says yes, and what comes of it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bridge, type UpdateState } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Switch } from '../../components/fields.tsx'
import { useAct } from '../../data/use-act.ts'
import { useNow } from '../../data/use-now.ts'
import { useAppState } from '../../data/use-settings.ts'
import { errorSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'
import { dateAndTime } from '../../wording/times.ts'
import { Group, Lead, Line, Progress, Read } from './parts.tsx'
import { updateState } from './queries.ts'
import styles from './settings.module.css'

const words = texts.settings.updates

export function Updates() {
  const { version } = useAppState()
  const query = useQuery(updateState)
  return (
    <>
      <Lead>{words.lead}</Lead>
      <Group>
        <Line name={words.version}>
          <span>{version}</span>
        </Line>
        <Read query={query}>{(state) => <Choice state={state} />}</Read>
      </Group>
    </>
  )
}

function Choice({ state }: { state: UpdateState }) {
  const client = useQueryClient()
  const act = useAct()
  const put = (next: UpdateState): null => {
    client.setQueryData(updateState.queryKey, next)
    return null
  }
  if (state.kind === 'unavailable')
    return (
      <Line name={words.state}>
        <span>{state.reason}</span>
      </Line>
    )
  return (
    <>
      <Line name={words.state}>
        <Switch
          isOn={state.kind !== 'off'}
          onChange={(isAllowed) => void act(bridge.updates.allow({ isAllowed }), put)}
        >
          {words.allow}
        </Switch>
      </Line>
      <div className={styles.under} role="status">
        <Standing state={state} />
      </div>
      <div className={styles.under}>
        {(state.kind === 'current' || state.kind === 'failed') && (
          <Button onClick={() => void act(bridge.updates.check(), put)}>{words.check}</Button>
        )}
        {state.kind === 'ready' && (
          <Button weight="primary" disabled={state.isHeld} onClick={() => void act(bridge.updates.install())}>
            {words.install}
          </Button>
        )}
      </div>
    </>
  )
}

function Standing({ state }: { state: Exclude<UpdateState, { kind: 'unavailable' }> }) {
  const nowMs = useNow()
  switch (state.kind) {
    case 'off':
      return <p className={styles.quiet}>{words.off}</p>
    case 'checking':
      return <p className={styles.quiet}>{words.checking}</p>
    case 'current': {
      const when = state.checkedAtMs === null ? null : dateAndTime(state.checkedAtMs, nowMs)
      return <p className={styles.quiet}>{words.current(when)}</p>
    }
    case 'downloading':
      return (
        <Progress
          label={words.downloadLabel}
          text={words.downloading(state.version, Math.floor(state.progress * 100))}
          fraction={state.progress}
        />
      )
    case 'ready':
      return <p>{state.isHeld ? words.held(state.version) : words.ready(state.version)}</p>
    case 'failed':
      return <p className={styles.danger}>{errorSentence(state.error)}</p>
  }
}
