// Which instruments the notes are given to: those that were heard, with how many listens agree, and those that the person names.
import type { DetectionView } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Adder, Switch } from '../../components/fields.tsx'
import { NONE } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { AskingProgress } from '../asking/asking-progress.tsx'
import { instrumentName } from './note-table.ts'
import { Refused } from './refused.tsx'
import { TIMBRES } from './sound/instruments.ts'
import styles from './transcribe.module.css'
import { agreementText, instrumentsOf, leftOut } from './transcribe-options.ts'
import { toggled } from './transcribe-state.ts'
import type { Transcription } from './use-transcription.ts'

const words = texts.transcribe.instruments
/** All that a person may name. */
const NAMES = [...Object.keys(TIMBRES), 'drums'].toSorted((a, b) =>
  instrumentName(a).localeCompare(instrumentName(b)),
)

export function Instruments({ transcription }: { transcription: Transcription }) {
  const { detection, listen, freeLeft, connection } = transcription
  const isMetered = connection?.account?.billing_mode === 'metered'
  const refusal = listen?.kind === 'refused' ? listen.error : null
  const wantsMoney = refusal?.code === 'max_credits_exceeded'
  return (
    <section aria-labelledby="transcribe-instruments">
      <header className={styles.head}>
        <h2 id="transcribe-instruments">{words.title}</h2>
        {freeLeft !== null && isMetered && (
          <span className={styles.note}>
            {words.freeLeft} <b>{freeLeft}</b>
          </span>
        )}
      </header>
      {detection === null && (
        <div className={styles.ask}>
          <p className={styles.note}>{words.about}</p>
          {listen?.kind === 'underway' ? (
            <AskingProgress
              upload={listen.asking.upload}
              words={words.listening}
              cancel={transcription.stopListening}
            />
          ) : (
            <Button disabled={connection === null} onClick={() => transcription.detect(!wantsMoney)}>
              {wantsMoney ? words.listenForCredits : words.listen}
            </Button>
          )}
          {refusal !== null && <Refused error={refusal} />}
        </div>
      )}
      <Named transcription={transcription} />
      {detection !== null && <Agreement transcription={transcription} detection={detection} />}
      <NameOne transcription={transcription} />
    </section>
  )
}

/** What was heard, and behind it what the person named besides. */
function Named({ transcription }: { transcription: Transcription }) {
  const { state, detection } = transcription
  const ticked = new Set(instrumentsOf(detection, state.ticked))
  const heard = detection?.instruments ?? []
  const added = [...ticked].filter((name) => !heard.some((each) => each.name === name))
  if (detection === null && added.length === 0) return null
  const tick = (name: string) => (
    <Switch isOn={ticked.has(name)} onChange={() => transcription.change({ ticked: toggled(ticked, name) })}>
      {instrumentName(name)}
    </Switch>
  )
  return (
    <ul className={styles.detected}>
      {heard.map(({ name, agreement }) => (
        <li key={name} data-off={!ticked.has(name)}>
          {tick(name)}
          <i className={styles.agreement}>
            <i style={{ width: `${agreement * 100}%` }} />
          </i>
          <span title={words.agreement}>{agreementText(agreement)}</span>
        </li>
      ))}
      {added.map((name) => (
        <li key={name}>
          {tick(name)}
          <span />
          <span title={words.named}>{NONE}</span>
        </li>
      ))}
      {heard.length === 0 && added.length === 0 && <li className={styles.nothing}>{words.none}</li>}
    </ul>
  )
}

function Agreement({ transcription, detection }: { transcription: Transcription; detection: DetectionView }) {
  const missing = leftOut(detection, transcription.state.ticked)
  const notes = [
    ...(detection.instruments.length > 0 ? [words.notProbability] : []),
    ...(detection.creditsCharged > 0 ? [words.charged(detection.creditsCharged)] : []),
  ]
  return (
    <>
      {notes.length > 0 && <p className={styles.note}>{notes.join(' ')}</p>}
      {missing.length > 0 && (
        <p className={styles.warn} role="status">
          {words.notTicked(missing.map(instrumentName))}{' '}
          <Button weight="link" onClick={() => transcription.change({ ticked: null })}>
            {words.asRecommended}
          </Button>
        </p>
      )}
    </>
  )
}

/** One that was not heard is named by hand. */
function NameOne({ transcription }: { transcription: Transcription }) {
  const { state, detection } = transcription
  const ticked = instrumentsOf(detection, state.ticked)
  const heard = new Set([...ticked, ...(detection?.instruments ?? []).map(({ name }) => name)])
  return (
    <div className={styles.nameOne}>
      <Adder
        label={words.name}
        options={NAMES.filter((name) => !heard.has(name)).map((name) => ({
          value: name,
          label: instrumentName(name),
        }))}
        onAdd={(name) => transcription.change({ ticked: new Set([...ticked, name]) })}
      />
    </div>
  )
}
