// Distance: what the air takes on the way, and how much quieter it arrives.

import { lowpass } from '../signal/filters.ts'

/**
 * Air absorption in place. ISO 9613-1 at 20 °C, 50 % humidity gives about 0.01 dB/m at 2 kHz, 0.03 at 4 kHz and 0.11 at
 * 8 kHz; ground and foliage take several times that outdoors (ISO 9613-2). The corner is where the loss reaches 3 dB.
 */
export function absorbAir(
  signal: Float32Array,
  metres: number,
  sampleRate: number,
  isCircular: boolean,
): Float32Array {
  if (metres < 8) return signal
  const corner = cornerHertz(metres)
  lowpass(signal, corner, sampleRate, isCircular, 0.55)
  return metres > 80 ? lowpass(signal, corner * 1.6, sampleRate, isCircular, 0.55) : signal
}

/** Where the air has taken 3 dB on the way; within 8 m it takes next to nothing. */
export function cornerHertz(metres: number): number {
  return metres < 8 ? 20_000 : Math.max(260, 16_000 * (8 / metres) ** 0.75)
}

/** Level by distance for a mix: 1 at 4 m and nearer, falling by 2 dB a doubling, as mixers do: what is named is heard. */
export function distanceGain(metres: number): number {
  return Math.min(1, (4 / Math.max(metres, 0.1)) ** 0.33)
}
