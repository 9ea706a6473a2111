// The first start: one decision, both answers on one page.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bridge, type ConnectionView } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { appState } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useAppState } from '../../data/use-settings.ts'
import { Wave } from '../../waveform/wave.tsx'
import { ConnectionFields } from '../settings/connection-fields.tsx'
import { useConnectionForm } from '../settings/use-connection-form.ts'
import styles from './first-run.module.css'
import { slamShape, whooshShape } from './shapes.ts'

const WHOOSH = whooshShape()
const SLAM = slamShape()

export function FirstRun() {
  const app = useAppState()
  const builtIn = app.connections.find((connection) => connection.kind === 'built-in') ?? null
  return (
    <div className={styles.first}>
      <header>
        <b>Foleyroom</b>
        <span>One step</span>
      </header>
      <main className={styles.scroll}>
        <div className={styles.body}>
          <h1>Where should sounds come from?</h1>
          <p className={styles.lead}>
            Either can be changed or joined by the other later, in Settings. Everything you make stays in your
            own folder.
          </p>
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

const BUILT_IN_FACTS = [
  ['Needs', 'nothing, works offline'],
  ['Costs', 'nothing'],
  ['Makes', 'sound effects and ambience from text'],
  ['Limits', 'a sketch, not a recording; no speech'],
  ['Named as', 'built-in engine, procedural'],
] as const

function BuiltIn({ connection }: { connection: ConnectionView | null }) {
  const finish = useFinish()
  return (
    <section aria-label="Built-in engine">
      <Wave peaks={WHOOSH} kind="row" className={styles.wave} />
      <h2>Built-in engine</h2>
      <p>
        Procedural synthesis on this computer. Rough sketches, whooshes, impacts, beds; enough to learn the
        whole app.
      </p>
      <dl className={styles.facts}>
        {BUILT_IN_FACTS.map(([name, value]) => (
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
          Use the built-in engine
        </Button>
        {connection === null && <span>It did not start on this computer.</span>}
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
      aria-label="Connect to a service"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (form.test !== null) void connect()
      }}
    >
      <Wave peaks={SLAM} kind="row" className={styles.wave} />
      <h2>Connect to a service</h2>
      <p>
        Generated foley, effects and ambience from a hosted model. You need an address and a key from your
        account there.
      </p>
      <ConnectionFields form={form} existing={null} isShort />
      <div className={styles.act}>
        <Button
          weight="primary"
          type="submit"
          isLarge
          disabled={form.test === null || form.isSaving || isFinishing}
        >
          Connect <kbd>⏎</kbd>
        </Button>
        <span>
          {app.keychain.kind === 'available'
            ? 'The key goes into the system keychain.'
            : 'There is no keychain here: the key is kept until the app is closed.'}
        </span>
      </div>
    </form>
  )
}
