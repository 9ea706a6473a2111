// The column at the left: the recording, the instruments in it, what is wished for, what came of it, and the price of doing it.
import { type BridgeError, bridge, type DetectionView } from '../../bridge.ts'
import { Button, Keys } from '../../components/button.tsx'
import { CopyText, Segmented, Select, Switch } from '../../components/fields.tsx'
import { ParsedInput } from '../../components/parsed-input.tsx'
import { useAct } from '../../data/use-act.ts'
import { overviews } from '../../waveform/picture-cache.ts'
import { usePicture } from '../../waveform/use-picture.ts'
import { Wave } from '../../waveform/wave.tsx'
import { useWindow } from '../../window-state.ts'
import { errorSentence, outcomeText } from '../../wording/errors.ts'
import { isInFlight, percent, progressText } from '../../wording/generations.ts'
import { counted, NONE } from '../../wording/numbers.ts'
import { isAffordable, missingText, priceText } from '../../wording/quotes.ts'
import { dateAndTime, spokenLength } from '../../wording/times.ts'
import { PoweredBy } from '../create/generate-row.tsx'
import { instrumentName } from './note-table.ts'
import styles from './transcribe.module.css'
import {
  agreementText,
  HIGHEST_BPM,
  instrumentsOf,
  LOWEST_BPM,
  leftOut,
  METERS,
  timingText,
} from './transcribe-options.ts'
import { showing, toggled } from './transcribe-state.ts'
import type { Transcription } from './use-transcription.ts'

export function TranscribePanel({ transcription }: { transcription: Transcription }) {
  return (
    <aside className={styles.left} aria-label="Transcribe">
      <Source transcription={transcription} />
      <div className={styles.scroll}>
        <Instruments transcription={transcription} />
        <Options transcription={transcription} />
        <Result transcription={transcription} />
      </div>
      <Pay transcription={transcription} />
    </aside>
  )
}

function Source({ transcription: { detail, change } }: { transcription: Transcription }) {
  const overview = usePicture(overviews, detail.hasFacts && !detail.isMissing ? detail.id : null)
  return (
    <section className={styles.source} aria-label="Recording">
      <div>
        <b title={detail.fileName}>{detail.fileName}</b>
        <Button weight="link" onClick={() => change({ soundId: null })}>
          Replace
        </Button>
      </div>
      <div className={styles.sourceWave}>
        {overview.value !== null && <Wave peaks={overview.value} kind="row" />}
      </div>
    </section>
  )
}

function Instruments({ transcription }: { transcription: Transcription }) {
  const { detection, isDetecting, detectRefusal, connection } = transcription
  const isMetered = connection?.account?.billing_mode === 'metered'
  const wantsMoney = detectRefusal?.code === 'max_credits_exceeded'
  return (
    <section aria-labelledby="transcribe-instruments">
      <header className={styles.head}>
        <h2 id="transcribe-instruments">Instruments</h2>
        {detection !== null && isMetered && (
          <span className={styles.note}>
            free detections left: <b>{detection.freeLeft}</b>
          </span>
        )}
      </header>
      {detection === null ? (
        <div className={styles.ask}>
          <p className={styles.note}>
            Listening first tells which instruments are there, and makes the notes better. It is free for ten
            recordings a day, and when the recording is then transcribed.
          </p>
          <Button
            disabled={isDetecting || connection === null}
            onClick={() => transcription.detect(!wantsMoney)}
          >
            {isDetecting
              ? 'Listening…'
              : wantsMoney
                ? 'Listen, for up to 50 credits'
                : 'Listen for instruments'}
          </Button>
          {detectRefusal !== null && <Refused error={detectRefusal} />}
        </div>
      ) : (
        <Detected transcription={transcription} detection={detection} />
      )}
    </section>
  )
}

function Detected({ transcription, detection }: { transcription: Transcription; detection: DetectionView }) {
  const { state } = transcription
  const ticked = new Set(instrumentsOf(detection, state.ticked))
  const missing = leftOut(detection, state.ticked)
  return (
    <>
      <ul className={styles.detected}>
        {detection.instruments.map(({ name, agreement }) => (
          <li key={name} data-off={!ticked.has(name)}>
            <Switch
              isOn={ticked.has(name)}
              onChange={() => transcription.change({ ticked: toggled(ticked, name) })}
            >
              {instrumentName(name)}
            </Switch>
            <i className={styles.agreement}>
              <i style={{ width: `${agreement * 100}%` }} />
            </i>
            <span title="Listens that agree">{agreementText(agreement)}</span>
          </li>
        ))}
        {detection.instruments.length === 0 && (
          <li className={styles.nothing}>No instrument was told apart. The notes are found all the same.</li>
        )}
      </ul>
      <p className={styles.note}>Agreement between listens, not a probability.</p>
      {missing.length > 0 && (
        <p className={styles.warn} role="status">
          {missing.map(instrumentName).join(', ')} {missing.length === 1 ? 'was' : 'were'} heard and{' '}
          {missing.length === 1 ? 'is' : 'are'} not ticked: a list that is not whole is worse than none.{' '}
          <Button weight="link" onClick={() => transcription.change({ ticked: null })}>
            As recommended
          </Button>
        </p>
      )}
    </>
  )
}

const SUBDIVISIONS = [
  { value: 'automatic', label: 'Automatic', note: 'triplets only where they fit' },
  { value: 'straight_sixteenths', label: 'Straight 16ths' },
  { value: 'eighth_triplets', label: '8th triplets' },
  { value: 'sixteenth_triplets', label: '16th triplets' },
  { value: 'swing_eighths', label: 'Swing 8ths' },
] as const
const DETECTED_METER = 'detected'

function Options({ transcription }: { transcription: Transcription }) {
  const { draft } = transcription.state
  const change = transcription.changeDraft
  return (
    <dl className={styles.options}>
      <dt>Timing</dt>
      <dd>
        <Segmented
          label="Timing"
          value={draft.timing}
          options={[
            { value: 'performance', label: 'As played' },
            { value: 'quantized', label: 'Quantized' },
          ]}
          onChange={(timing) => change({ timing })}
        />
      </dd>
      <dt>Subdivision</dt>
      <dd>
        <Select
          label="Subdivision"
          value={draft.subdivision}
          options={SUBDIVISIONS}
          onChange={(subdivision) => change({ subdivision })}
        />
      </dd>
      <dt>Meter</dt>
      <dd>
        <Select
          label="Meter"
          value={draft.meter ?? DETECTED_METER}
          options={[
            { value: DETECTED_METER, label: 'Detected', note: 'in quarters' },
            ...METERS.map((meter) => ({ value: meter, label: meter })),
          ]}
          onChange={(meter) => change({ meter: meter === DETECTED_METER ? null : meter })}
        />
      </dd>
      <dt>Tempo</dt>
      <dd>
        <Segmented
          label="Tempo"
          value={draft.isTempoFixed ? 'fixed' : 'taken'}
          options={[
            { value: 'taken', label: 'As played' },
            { value: 'fixed', label: 'Fixed' },
          ]}
          onChange={(tempo) => change({ isTempoFixed: tempo === 'fixed' })}
        />
      </dd>
      {draft.isTempoFixed && (
        <>
          <dt>BPM</dt>
          <dd>
            <ParsedInput
              label="BPM"
              value={draft.bpm}
              parse={parseBpm}
              print={String}
              placeholder="detected"
              onChange={(bpm) => change({ bpm })}
              onClear={() => change({ bpm: null })}
            />
          </dd>
        </>
      )}
      <dt>Page</dt>
      <dd>
        <Segmented
          label="Page"
          value={draft.pageSize}
          options={[
            { value: 'a4', label: 'A4' },
            { value: 'letter', label: 'Letter' },
          ]}
          onChange={(pageSize) => change({ pageSize })}
        />
      </dd>
      <dt>Score PDFs</dt>
      <dd>
        <Switch isOn={draft.hasScorePdfs} onChange={(hasScorePdfs) => change({ hasScorePdfs })}>
          score, parts, one ZIP
        </Switch>
      </dd>
      <dt>Readable</dt>
      <dd>
        {draft.hasScorePdfs ? (
          <span className={styles.note}>comes with the PDFs</span>
        ) : (
          <Switch isOn={draft.isReadable} onChange={(isReadable) => change({ isReadable })}>
            easier to read, MusicXML only
          </Switch>
        )}
      </dd>
    </dl>
  )
}

/** A tempo in bounds, brought into them where it is none; null for no number. */
function parseBpm(text: string): number | null {
  const value = Number(text.replace(',', '.'))
  if (text.trim() === '' || !Number.isFinite(value)) return null
  return Math.min(HIGHEST_BPM, Math.max(LOWEST_BPM, Math.round(value * 10) / 10))
}

function Result({ transcription }: { transcription: Transcription }) {
  const { transcribe } = useWindow()
  const { shown, results, document, table, grid } = transcription
  if (shown === null) return null
  const job = shown.generation
  const bar = percent(job)
  return (
    <section className={styles.result} aria-labelledby="transcribe-result">
      <header className={styles.head}>
        <h2 id="transcribe-result">Result</h2>
        {results.length > 1 && (
          <Select
            label="Which result"
            value={job.id}
            options={results.map(({ generation }) => ({
              value: generation.id,
              label: dateAndTime(generation.createdAtMs, Date.now()),
              note: generation.state === 'done' ? '' : progressText(generation),
            }))}
            onChange={(generationId) => transcribe.set((now) => showing(now, generationId))}
          />
        )}
      </header>
      {job.state !== 'done' && <Standing transcription={transcription} />}
      {bar !== null && isInFlight(job) && (
        <div className={styles.progress} role="progressbar" aria-label="Transcribing" aria-valuenow={bar}>
          <i style={{ width: `${bar}%` }} />
        </div>
      )}
      <dl className={styles.facts}>
        <dt>Notes</dt>
        <dd>
          {table.count === 0
            ? job.state === 'done'
              ? 'none: nothing that has a pitch was heard'
              : NONE
            : `${counted(table.count, 'note')} in ${counted(table.parts.length, 'part')}`}
        </dd>
        {document !== null && job.state === 'done' && (
          <>
            <dt>Meter</dt>
            <dd>
              {document.timeSignature === null
                ? 'none found'
                : `${document.timeSignature.numerator}/${document.timeSignature.denominator}`}
              {document.bpm !== null && grid !== null && ` at ${document.bpm.toFixed(1)}`}
            </dd>
            <dt>Timing</dt>
            <dd>{timingText(document)}</dd>
            <dt>Score</dt>
            <dd>{document.isMusicXmlOptimized === true ? 'readable version' : 'standard version'}</dd>
          </>
        )}
        {job.chargedCredits !== null && (
          <>
            <dt>Charged</dt>
            <dd>{counted(job.chargedCredits, 'credit')}</dd>
          </>
        )}
      </dl>
    </section>
  )
}

/** A job that is not done: on its way, failed, or sent with its fate unknown. */
function Standing({ transcription: { shown } }: { transcription: Transcription }) {
  const { view } = useWindow()
  const act = useAct()
  if (shown === null) return null
  const { generation: job } = shown
  if (isInFlight(job)) {
    return (
      <p className={styles.standing} role="status">
        {progressText(job)}
        <Button
          weight="link"
          onClick={() =>
            void act(
              job.state === 'stored'
                ? bridge.generations.cancel({ generationId: job.id })
                : bridge.generations.stopWaiting({ generationId: job.id }),
            )
          }
        >
          {job.state === 'stored' ? 'Cancel' : 'Stop waiting'}
        </Button>
      </p>
    )
  }
  return (
    <div className={styles.standing} role="alert">
      <p>
        {job.state === 'unknown' ? 'Sent, fate unknown. ' : ''}
        {outcomeText(job)}
      </p>
      {job.error?.requestId !== undefined && <CopyText text={job.error.requestId} what="request id" />}
      {job.state === 'unknown' && <Button onClick={() => view.set('activity')}>Decide in Activity</Button>}
    </div>
  )
}

function Pay({ transcription }: { transcription: Transcription }) {
  const { quote, refusal, isSending, connection, detail, results } = transcription
  const missing =
    quote?.creditRecovery !== undefined && !isAffordable(quote.creditRecovery)
      ? missingText(quote.creditRecovery)
      : null
  return (
    <footer className={styles.pay}>
      {refusal !== null && <Refused error={refusal} approve={transcription.approve} />}
      {missing !== null && (
        <p className={styles.warn}>
          <b>{missing.lead}</b> {missing.rest}
        </p>
      )}
      <div>
        <span>
          <b>{quote === null ? (refusal === null ? 'quoting…' : NONE) : priceText(quote)}</b>
          <em className={styles.note}>{spokenLength(detail.durationMs)}</em>
        </span>
        <Button
          weight={results.length === 0 ? 'primary' : 'plain'}
          isLarge
          disabled={isSending || connection === null || detail.isMissing}
          onClick={(event) => {
            // The second click of a double click is not a second wish.
            if (event.detail <= 1) transcription.run()
          }}
        >
          {results.length === 0 ? 'Transcribe' : 'Again'} <Keys of="mod+enter" />
        </Button>
      </div>
      <p className={styles.note}>
        <PoweredBy name={connection?.name ?? null} isBuiltIn={connection?.kind === 'built-in'} />
      </p>
    </footer>
  )
}

function Refused({ error, approve }: { error: BridgeError; approve?: () => void }) {
  return (
    <div className={styles.refused} role="alert">
      <p>{errorSentence(error)}</p>
      {error.approval !== undefined && approve !== undefined && (
        <Button onClick={approve}>Spend {counted(error.approval.credits, 'credit')} all the same</Button>
      )}
      {error.requestId !== undefined && <CopyText text={error.requestId} what="request id" />}
    </div>
  )
}
