// Choices of an export, and what is sensible with which format. Pure.
import type { ExportFormat, ExportOptions } from '../../bridge.ts'
import { decimal } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'

const words = texts.exporting

const FORMAT_NAMES: readonly ExportFormat[] = [
  'original',
  'wav-16',
  'wav-24',
  'wav-32f',
  'flac-16',
  'flac-24',
  'mp3-192',
  'mp3-320',
]
export const FORMATS = FORMAT_NAMES.map((value) => ({ value, label: words.formats[value] }))

const RATES_HZ = [44_100, 48_000, 88_200, 96_000, 192_000]
const MP3_RATES_HZ = [32_000, 44_100, 48_000]

/** Rates that a format takes. */
export const ratesOf = (format: ExportFormat): readonly number[] =>
  format.startsWith('mp3') ? MP3_RATES_HZ : RATES_HZ

export const DEFAULT_EXPORT: ExportOptions = {
  format: 'original',
  sampleRate: null,
  channels: 'keep',
  loudnessLufs: null,
  ceilingDbtp: -1,
  fadeInMs: 0,
  fadeOutMs: 0,
  nameTemplate: '{name}',
  folderTemplate: '',
  creator: '',
  source: '',
}

/** Templates worth a name of their own; any other is typed. */
export const TEMPLATES: readonly { readonly value: string; readonly label: string }[] = [
  { value: '{name}', label: words.templates.name },
  { value: '{catid}_{fxname}_{creator}_{source}', label: words.templates.ucs },
  { value: '{name}_{model}_{seed}', label: words.templates.nameModelSeed },
  { value: '{date}_{name}', label: words.templates.dateName },
]

/** As the options can be carried out: what is left as it is bears no change. */
export function fittingOptions(options: ExportOptions): ExportOptions {
  if (options.format === 'original') {
    return {
      ...options,
      sampleRate: null,
      channels: 'keep',
      loudnessLufs: null,
      fadeInMs: 0,
      fadeOutMs: 0,
    }
  }
  const { sampleRate } = options
  return sampleRate === null || ratesOf(options.format).includes(sampleRate)
    ? options
    : { ...options, sampleRate: 48_000 }
}

/** Why nothing can be written; null when it can. */
export function exportProblem({
  nameTemplate,
  format,
  loudnessLufs,
  ceilingDbtp,
}: ExportOptions): string | null {
  if (!/\{[a-z]+\}/.test(nameTemplate)) return words.problem.template
  if (format !== 'original' && loudnessLufs !== null && (loudnessLufs < -70 || loudnessLufs > 0))
    return words.problem.loudness(decimal(loudnessLufs, 1))
  if (ceilingDbtp > 0) return words.problem.ceiling
  return null
}
