// What came of a transcription: how it stands, how many notes, which meter and tempo, and what it cost.
import { bridge } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { CopyText, Select } from '../../components/fields.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { useAct } from '../../data/use-act.ts'
import { useWindow } from '../../window-state.ts'
import { outcomeText } from '../../wording/errors.ts'
import { isInFlight, percent, progressText } from '../../wording/generations.ts'
import { NONE } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { dateAndTime } from '../../wording/times.ts'
import styles from './transcribe.module.css'
import { otherCounts, timingText } from './transcribe-options.ts'
import { showing } from './transcribe-state.ts'
import type { Transcription } from './use-transcription.ts'

const words = texts.transcribe
const { result: came } = words

export function Result({ transcription }: { transcription: Transcription }) {
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
            {document.bpm !== null && grid !== null && (
              <Counts bpm={document.bpm} transcription={transcription} />
            )}
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

/** The same music counted half and twice as fast: which of them is meant only the person knows. */
function Counts({ bpm, transcription }: { bpm: number; transcription: Transcription }) {
  const { draft, changeDraft } = transcription
  const counts = otherCounts(bpm)
  if (counts.length === 0) return null
  const wished = draft.isTempoFixed ? counts.find((count) => count === draft.bpm) : undefined
  return (
    <>
      <dt>{came.countAs}</dt>
      <dd className={styles.counts}>
        {counts.map((count) => (
          <Button
            key={count}
            weight="link"
            title={came.countAsTitle}
            aria-pressed={count === wished}
            onClick={() =>
              changeDraft({ isTempoFixed: count !== wished, bpm: count === wished ? null : count })
            }
          >
            {came.bpm(count)}
          </Button>
        ))}
        {wished !== undefined && <span className={styles.note}>{came.countedAgain}</span>}
      </dd>
    </>
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
