// The column at the left: the recording, the instruments in it, what is wished for, what came of it, and the price of doing it.
import { bridge } from '../../bridge.ts'
import { Button, Keys } from '../../components/button.tsx'
import { CopyText, Segmented, Select, Switch } from '../../components/fields.tsx'
import { ParsedInput } from '../../components/parsed-input.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { useAct } from '../../data/use-act.ts'
import { overviews } from '../../waveform/picture-cache.ts'
import { usePicture } from '../../waveform/use-picture.ts'
import { Wave } from '../../waveform/wave.tsx'
import { useWindow } from '../../window-state.ts'
import { outcomeText } from '../../wording/errors.ts'
import { isInFlight, percent, progressText } from '../../wording/generations.ts'
import { NONE } from '../../wording/numbers.ts'
import { isAffordable, missingText, priceText } from '../../wording/quotes.ts'
import { texts } from '../../wording/texts.ts'
import { dateAndTime, spokenLength } from '../../wording/times.ts'
import { PoweredBy } from '../create/generate-row.tsx'
import { Instruments } from './instruments-of-take.tsx'
import { Refused } from './refused.tsx'
import styles from './transcribe.module.css'
import { HIGHEST_BPM, LOWEST_BPM, METERS, timingText } from './transcribe-options.ts'
import { showing } from './transcribe-state.ts'
import type { Transcription } from './use-transcription.ts'

const words = texts.transcribe
const { options: wished, result: came } = words

export function TranscribePanel({ transcription }: { transcription: Transcription }) {
  return (
    <aside className={styles.left} aria-label={words.title}>
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
    <section className={styles.source} aria-label={words.source.title}>
      <div>
        <b title={detail.fileName}>{detail.fileName}</b>
        <Button weight="link" onClick={() => change({ soundId: null })}>
          {words.source.replace}
        </Button>
      </div>
      <div className={styles.sourceWave}>
        {overview.value !== null && <Wave peaks={overview.value} kind="row" />}
      </div>
    </section>
  )
}

const SUBDIVISIONS = [
  { value: 'automatic', label: wished.subdivisions.automatic, note: wished.subdivisions.automaticNote },
  { value: 'straight_sixteenths', label: wished.subdivisions.straightSixteenths },
  { value: 'eighth_triplets', label: wished.subdivisions.eighthTriplets },
  { value: 'sixteenth_triplets', label: wished.subdivisions.sixteenthTriplets },
  { value: 'swing_eighths', label: wished.subdivisions.swingEighths },
] as const
const DETECTED_METER = 'detected'

function Options({ transcription }: { transcription: Transcription }) {
  const { draft, changeDraft: change, changeHabits } = transcription
  return (
    <dl className={styles.options}>
      <dt>{wished.timing}</dt>
      <dd>
        <Segmented
          label={wished.timing}
          value={draft.timing}
          options={[
            { value: 'performance', label: wished.timings.performance },
            { value: 'quantized', label: wished.timings.quantized },
          ]}
          onChange={(timing) => changeHabits({ timing })}
        />
      </dd>
      <dt>{wished.subdivision}</dt>
      <dd>
        <Select
          label={wished.subdivision}
          value={draft.subdivision}
          options={SUBDIVISIONS}
          onChange={(subdivision) => changeHabits({ subdivision })}
        />
      </dd>
      <dt>{wished.meter}</dt>
      <dd>
        <Select
          label={wished.meter}
          value={draft.meter ?? DETECTED_METER}
          options={[
            { value: DETECTED_METER, label: wished.meterDetected, note: wished.meterDetectedNote },
            ...METERS.map((meter) => ({ value: meter, label: meter })),
          ]}
          onChange={(meter) => change({ meter: meter === DETECTED_METER ? null : meter })}
        />
      </dd>
      <dt>{wished.tempo}</dt>
      <dd>
        <Segmented
          label={wished.tempo}
          value={draft.isTempoFixed ? 'fixed' : 'taken'}
          options={[
            { value: 'taken', label: wished.tempi.taken },
            { value: 'fixed', label: wished.tempi.fixed },
          ]}
          onChange={(tempo) => change({ isTempoFixed: tempo === 'fixed' })}
        />
      </dd>
      {draft.isTempoFixed && (
        <>
          <dt>{wished.bpm}</dt>
          <dd>
            <ParsedInput
              label={wished.bpm}
              value={draft.bpm}
              parse={parseBpm}
              print={String}
              placeholder={wished.bpmPlaceholder}
              onChange={(bpm) => change({ bpm })}
              onClear={() => change({ bpm: null })}
            />
          </dd>
        </>
      )}
      <dt>{wished.page}</dt>
      <dd>
        <Segmented
          label={wished.page}
          value={draft.pageSize}
          options={[
            { value: 'a4', label: wished.pages.a4 },
            { value: 'letter', label: wished.pages.letter },
          ]}
          onChange={(pageSize) => changeHabits({ pageSize })}
        />
      </dd>
      <dt>{wished.scorePdfs}</dt>
      <dd>
        <Switch isOn={draft.hasScorePdfs} onChange={(hasScorePdfs) => changeHabits({ hasScorePdfs })}>
          {wished.scorePdfsText}
        </Switch>
      </dd>
      <dt>{wished.readable}</dt>
      <dd>
        {draft.hasScorePdfs ? (
          <span className={styles.note}>{wished.readableWithPdfs}</span>
        ) : (
          <Switch isOn={draft.isReadable} onChange={(isReadable) => changeHabits({ isReadable })}>
            {wished.readableText}
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
        <h2 id="transcribe-result">{came.title}</h2>
        {results.length > 1 && (
          <Select
            label={came.which}
            value={job.id}
            options={results.map(({ generation, noteCount, instruments, options }) => ({
              value: generation.id,
              label: dateAndTime(generation.createdAtMs, Date.now()),
              note:
                generation.state === 'done'
                  ? `${came.count(noteCount, instruments.length)}, ${came.timings[options.timing ?? 'performance']}`
                  : progressText(generation),
            }))}
            onChange={(generationId) => transcribe.set((now) => showing(now, generationId))}
          />
        )}
      </header>
      {job.state !== 'done' && <Standing transcription={transcription} />}
      {bar !== null && isInFlight(job) && (
        <ProgressBar className={styles.progress} label={came.progress} done={bar / 100} />
      )}
      <dl className={styles.facts}>
        <dt>{came.notes}</dt>
        <dd>
          {table.count === 0
            ? job.state === 'done'
              ? came.noNotes
              : NONE
            : came.count(table.count, table.parts.length)}
        </dd>
        {document !== null && job.state === 'done' && (
          <>
            <dt>{came.meter}</dt>
            <dd>
              {came.atTempo(
                document.timeSignature === null
                  ? came.noMeter
                  : `${document.timeSignature.numerator}/${document.timeSignature.denominator}`,
                document.bpm === null || grid === null ? null : document.bpm.toFixed(1),
              )}
            </dd>
            <dt>{came.timing}</dt>
            <dd>{timingText(document)}</dd>
            <dt>{came.score}</dt>
            <dd>{document.isMusicXmlOptimized === true ? came.readableScore : came.standardScore}</dd>
          </>
        )}
        {job.chargedCredits !== null && (
          <>
            <dt>{came.charged}</dt>
            <dd>{came.credits(job.chargedCredits)}</dd>
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
          {job.state === 'stored' ? came.cancel : came.stopWaiting}
        </Button>
      </p>
    )
  }
  const wasLeft = job.error?.code === 'stopped_waiting'
  return (
    <div className={styles.standing} role="alert">
      <p>
        {job.state === 'unknown' && !wasLeft ? `${came.fateUnknown} ` : ''}
        {outcomeText(job)}
      </p>
      {job.error?.requestId !== undefined && <CopyText text={job.error.requestId} what={words.requestId} />}
      {job.state === 'unknown' && <Button onClick={() => view.set('activity')}>{came.decide}</Button>}
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
          <b>{quote === null ? (refusal === null ? words.pay.quoting : NONE) : priceText(quote)}</b>
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
          {results.length === 0 ? words.pay.run : words.pay.again} <Keys of="mod+enter" />
        </Button>
      </div>
      <p className={styles.note}>
        <PoweredBy name={connection?.name ?? null} isBuiltIn={connection?.kind === 'built-in'} />
      </p>
    </footer>
  )
}
