// Recordings of known notes for the contract tests: plucked tones as 16-bit WAV.

export interface Tone {
  readonly pitch: number
  readonly start: number
  readonly end: number
}

const RATE_HZ = 22_050

/** A decaying tone of six partials for each note, with a short release; silence where there are none. */
export function toneWav(seconds: number, tones: readonly Tone[] = []): Uint8Array<ArrayBuffer> {
  const samples = new Float64Array(Math.round(seconds * RATE_HZ))
  for (const { pitch, start, end } of tones) {
    const hz = 440 * 2 ** ((pitch - 69) / 12)
    const first = Math.round(start * RATE_HZ)
    const last = Math.min(samples.length, Math.round((end + 0.05) * RATE_HZ))
    for (let index = first; index < last; index++) {
      const time = (index - first) / RATE_HZ
      const attack = Math.min(1, time / 0.005)
      const release = Math.min(1, Math.max(0, (last - index) / (0.05 * RATE_HZ)))
      let sum = 0
      for (let partial = 1; partial <= 6; partial++) {
        sum += (Math.sin(2 * Math.PI * hz * partial * time) * Math.exp(-1.5 * partial * time)) / partial
      }
      samples[index]! += 0.2 * attack * release * sum
    }
  }
  return wavOf(samples)
}

/** Four bars of a scale, a note each half second: 16 notes from 0.5 s on. */
export const SCALE: readonly Tone[] = [60, 62, 64, 65, 67, 69, 71, 72, 72, 71, 69, 67, 65, 64, 62, 60].map(
  (pitch, index) => ({ pitch, start: 0.5 + index / 2, end: 0.95 + index / 2 }),
)

function wavOf(samples: Float64Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + samples.length * 2)
  const view = new DataView(bytes.buffer)
  const text = (offset: number, words: string) => {
    for (let i = 0; i < words.length; i++) bytes[offset + i] = words.charCodeAt(i)
  }
  text(0, 'RIFF')
  view.setUint32(4, 36 + samples.length * 2, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE_HZ, true)
  view.setUint32(28, RATE_HZ * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  for (const [index, value] of samples.entries()) {
    view.setInt16(44 + index * 2, Math.round(Math.max(-1, Math.min(1, value)) * 32_767), true)
  }
  return bytes
}
