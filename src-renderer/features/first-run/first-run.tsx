// The first start: one decision, both answers on one page.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bridge, type ConnectionView } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { appState } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useAppState } from '../../data/use-settings.ts'
import { Wave } from '../../waveform/wave.tsx'
import { texts } from '../../wording/texts.ts'
import { ConnectionFields } from '../settings/connection-fields.tsx'
import { useConnectionForm } from '../settings/use-connection-form.ts'
import styles from './first-run.module.css'
import { slamShape, whooshShape } from './shapes.ts'

const words = texts.firstRun
const WHOOSH = whooshShape()
const SLAM = slamShape()

export function FirstRun() {
  const app = useAppState()
  const builtIn = app.connections.find((connection) => connection.kind === 'built-in') ?? null
  return (
    <div className={styles.first}>
      <header>
        <b>Foleyroom</b>
        <span>{words.steps}</span>
      </header>
      <main className={styles.scroll}>
        <div className={styles.body}>
          <h1>{words.title}</h1>
          <p className={styles.lead}>{words.lead}</p>
          <div className={styles.choice}>
            <BuiltIn connection={builtIn} />
            <Service />
          </div>
        </div>
      </main>
    </div>
  )
}

/** Ends the first run with a connection. */
function useFinish(): (connectionId: string) => Promise<void> {
  const client = useQueryClient()
  const act = useAct()
  return async (connectionId) => {
    const state = await act(bridge.app.finishFirstRun({ connectionId }))
    if (state !== null) client.setQueryData(appState.queryKey, state)
  }
}

function BuiltIn({ connection }: { connection: ConnectionView | null }) {
  const finish = useFinish()
  return (
    <section aria-label={words.builtIn.title}>
      <Wave peaks={WHOOSH} kind="row" className={styles.wave} />
      <h2>{words.builtIn.title}</h2>
      <p>{words.builtIn.lead}</p>
      <dl className={styles.facts}>
        {words.builtIn.facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.act}>
        <Button
          isLarge
          disabled={connection === null}
          onClick={() => connection !== null && void finish(connection.id)}
        >
          {words.builtIn.use}
        </Button>
        {connection === null && <span>{words.builtIn.absent}</span>}
      </div>
    </section>
  )
}

function Service() {
  const app = useAppState()
  const form = useConnectionForm(null)
  const finish = useFinish()
  const [isFinishing, setFinishing] = useState(false)
  const connect = async (): Promise<void> => {
    setFinishing(true)
    const stored = await form.save()
    if (stored !== null) await finish(stored.id)
    setFinishing(false)
  }
  return (
    <form
      aria-label={words.service.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (form.test !== null) void connect()
      }}
    >
      <Wave peaks={SLAM} kind="row" className={styles.wave} />
      <h2>{words.service.title}</h2>
      <p>{words.service.lead}</p>
      <ConnectionFields form={form} existing={null} isShort />
      <div className={styles.act}>
        <Button
          weight="primary"
          type="submit"
          isLarge
          disabled={form.test === null || form.isSaving || isFinishing}
        >
          {words.service.connect} <kbd>⏎</kbd>
        </Button>
        <span>{app.keychain.kind === 'available' ? words.service.keychain : words.service.noKeychain}</span>
      </div>
    </form>
  )
}
