// Numbers as text: true minus, grouped thousands, and a dash where there is nothing.
import { MINUS } from './counting.ts'
import { texts } from './texts.ts'

export { counted, grouped } from './counting.ts'

/** Shown where a value does not exist or nothing was charged. */
export const NONE = '–'

/** Fixed decimals with a true minus; never "−0.0". */
export function decimal(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits)
  return value < 0 && Number(text) !== 0 ? MINUS + text : text
}

/** As `decimal`, with a plus before what is above zero: for offsets. */
export function signed(value: number, digits: number): string {
  const text = decimal(value, digits)
  return value > 0 && Number(text) !== 0 ? `+${text}` : text
}

/** Decibels for a fader: "−3.0 dB"; at or below the floor "−∞ dB". */
export function decibels(value: number, floorDb = -60): string {
  return value <= floorDb ? `${MINUS}∞ dB` : `${decimal(value, 1)} dB`
}

/** Loudness of a row: "−22.6", or a dash where it is not known or silent. */
export function loudness(lufs: number | null): string {
  return lufs === null || !Number.isFinite(lufs) ? NONE : decimal(lufs, 1)
}

/** "75 %" of 0.75. */
export const percent = (fraction: number): string => `${Math.round(fraction * 100)} %`

/** Size on disk in the units a file manager uses: 3.1 GB. */
export function diskSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

/** Sample rate: "44.1 kHz". */
export function sampleRate(hz: number): string {
  return `${Number((hz / 1000).toFixed(3))} kHz`
}

/** "mono", "stereo", "6 channels". */
export function channelCount(channels: number): string {
  const { mono, stereo, channels: many } = texts.units
  return channels === 1 ? mono : channels === 2 ? stereo : many(channels)
}
