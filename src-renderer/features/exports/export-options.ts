// Choices of an export, and what is sensible with which format. Pure.
import type { ExportFormat, ExportOptions } from '../../bridge.ts'

export const FORMATS: readonly { readonly value: ExportFormat; readonly label: string }[] = [
  { value: 'original', label: 'As they are' },
  { value: 'wav-16', label: 'WAV 16 bit' },
  { value: 'wav-24', label: 'WAV 24 bit' },
  { value: 'wav-32f', label: 'WAV 32 bit float' },
  { value: 'flac-16', label: 'FLAC 16 bit' },
  { value: 'flac-24', label: 'FLAC 24 bit' },
  { value: 'mp3-192', label: 'MP3 192 kbit/s' },
  { value: 'mp3-320', label: 'MP3 320 kbit/s' },
]

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
  { value: '{name}', label: 'Name' },
  { value: '{catid}_{fxname}_{creator}_{source}', label: 'UCS' },
  { value: '{name}_{model}_{seed}', label: 'Name, model, seed' },
  { value: '{date}_{name}', label: 'Date, name' },
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
  if (!/\{[a-z]+\}/.test(nameTemplate))
    return 'The names need a field in braces, or all files would be called the same.'
  if (format !== 'original' && loudnessLufs !== null && (loudnessLufs < -70 || loudnessLufs > 0))
    return `A loudness of ${loudnessLufs} LUFS cannot be reached: −70 to 0.`
  if (ceilingDbtp > 0) return 'The true peak cannot go above 0 dBTP.'
  return null
}
