// What the settings of the view say to the service, and what its answers mean.
import { hashKey } from '@tanstack/react-query'
import type {
  DetectionView,
  NotesDocument,
  TranscriptionIntent,
  TranscriptionOptions,
  TranscriptionView,
} from '../../bridge.ts'
import { isInFlight } from '../../wording/generations.ts'
import { texts } from '../../wording/texts.ts'
import type { TranscribeDraft } from './transcribe-state.ts'

const words = texts.transcribe.result
/** Meters that the service takes. Source: SERVICE.md, `time_signature`. */
export const METERS = ['2/4', '3/4', '4/4', '5/4', '6/4', '7/4', '9/4', '12/4', '6/8', '9/8', '12/8'] as const
/** Beats a minute that the service takes. Source: SERVICE.md, `tempo`. */
const [LOWEST_BPM, HIGHEST_BPM] = [30, 300]

/** The options of a request. Instruments are sent only where the list says more than the detection. */
export function optionsOf(
  draft: TranscribeDraft,
  detection: DetectionView | null,
  ticked: ReadonlySet<string> | null,
): TranscriptionOptions {
  const [numerator, denominator] = (draft.meter ?? '').split('/').map(Number)
  const instruments = instrumentsOf(detection, ticked)
  return {
    timing: draft.timing,
    subdivision: draft.subdivision,
    ...(numerator && denominator ? { time_signature: { numerator, denominator } } : {}),
    ...(draft.isTempoFixed
      ? { tempo: { mode: 'fixed', ...(draft.bpm === null ? {} : { bpm: draft.bpm }) } as const }
      : {}),
    page_size: draft.pageSize,
    score_pdfs: draft.hasScorePdfs,
    optimize_musicxml: draft.isReadable || draft.hasScorePdfs,
    ...(instruments.length === 0 ? {} : { instruments }),
    ...(detection === null ? {} : { instrument_detection_id: detection.detectionId }),
  }
}

/** Whether a result is on its way that was asked for with the same options: asking again would give the same notes. */
export const isUnderway = (
  { generation, options }: Pick<TranscriptionView, 'generation' | 'options'>,
  asked: Pick<TranscriptionIntent, 'connectionId' | 'options'>,
): boolean =>
  isInFlight(generation) &&
  generation.connectionId === asked.connectionId &&
  hashKey([options]) === hashKey([asked.options])

/** Ticked by the person, else as recommended; empty where nothing was detected. */
export const instrumentsOf = (
  detection: DetectionView | null,
  ticked: ReadonlySet<string> | null,
): readonly string[] => (ticked === null ? (detection?.recommended ?? []) : [...ticked])

/** What the list lacks that was heard often: a list that is not whole makes a transcription worse than none. */
export function leftOut(detection: DetectionView, ticked: ReadonlySet<string> | null): readonly string[] {
  if (ticked === null) return []
  return detection.recommended.filter((name) => !ticked.has(name))
}

/** Listens of a detection. Source: SERVICE.md, instrument detection. */
export const LISTENS = 12
/** "10/12" listens: never a probability. */
export const agreementText = (agreement: number): string => `${Math.round(agreement * LISTENS)}/${LISTENS}`

const FALLBACKS: Readonly<Record<string, string>> = words.fallbacks

/** What became of the wished timing, in a few words. */
export function timingText({ timing }: NotesDocument): string {
  const applied = words.timings[timing.applied === 'quantized' ? 'quantized' : 'performance']
  if (timing.fallbackReason === null) return applied
  const reason = FALLBACKS[timing.fallbackReason] ?? timing.fallbackReason.replaceAll('_', ' ')
  return `${applied}: ${reason}`
}

/** A tempo in bounds, brought into them where it is none; null for no number. */
export function parsedBpm(text: string): number | null {
  const value = Number(text.replace(',', '.'))
  if (text.trim() === '' || !Number.isFinite(value)) return null
  return Math.min(HIGHEST_BPM, Math.max(LOWEST_BPM, tenths(value)))
}

/** What music at a tempo may be counted at as well, half and twice as fast: no ear can always tell which is meant. */
export const otherCounts = (bpm: number): readonly number[] =>
  [bpm / 2, bpm * 2].map(tenths).filter((count) => count >= LOWEST_BPM && count <= HIGHEST_BPM)

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
