// The column at the left: the recording, the instruments in it, what is wished for, what came of it, and the price of doing it.
import { Button, Keys } from '../../components/button.tsx'
import { Segmented, Select, Switch } from '../../components/fields.tsx'
import { ParsedInput } from '../../components/parsed-input.tsx'
import { overviews } from '../../waveform/picture-cache.ts'
import { usePicture } from '../../waveform/use-picture.ts'
import { Wave } from '../../waveform/wave.tsx'
import { NONE } from '../../wording/numbers.ts'
import { isAffordable, missingText, priceText } from '../../wording/quotes.ts'
import { texts } from '../../wording/texts.ts'
import { spokenLength } from '../../wording/times.ts'
import { PoweredBy } from '../create/generate-row.tsx'
import { Instruments } from './instruments-of-take.tsx'
import { Refused } from './refused.tsx'
import { Result } from './result-of-take.tsx'
import styles from './transcribe.module.css'
import { METERS, parsedBpm } from './transcribe-options.ts'
import type { Transcription } from './use-transcription.ts'

const words = texts.transcribe
const { options: wished } = words

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
              parse={parsedBpm}
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
