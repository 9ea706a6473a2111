// Separates speech from what else sounds by RNNoise (Valin, 2018: a recurrent network on bands of the ear).

import type { Rnnoise } from '@shiguredo/rnnoise-wasm'

export interface SeparatedSpeech {
  /** What is left when everything but the voice is taken away: as long as the sound, and in time with it. */
  readonly voice: Float32Array
  /** How probable a voice is, 0..1, in each frame of 10 ms. */
  readonly probabilities: readonly number[]
}

/** Samples by which the network's output lies behind its input (measured: the best match with clean speech). */
const DELAY_SAMPLES = 960
/** The network takes the range of 16-bit samples. */
const FULL_SCALE = 32_767

let loading: Promise<Rnnoise> | undefined

/** The voice in a sound of one channel at 48 kHz. The same sound gives the same voice. */
export async function separateSpeech(sound: Float32Array): Promise<SeparatedSpeech> {
  loading ??= loadRnnoise()
  const rnnoise = await loading
  const state = rnnoise.createDenoiseState()
  try {
    const { frameSize } = rnnoise
    const voice = new Float32Array(sound.length)
    const probabilities: number[] = []
    const frame = new Float32Array(frameSize)
    // Past the sound's end comes silence, until its last sample is out.
    for (let at = 0; at < sound.length + DELAY_SAMPLES; at += frameSize) {
      for (let index = 0; index < frameSize; index++) frame[index] = (sound[at + index] ?? 0) * FULL_SCALE
      const probability = state.processFrame(frame)
      if (at < sound.length) probabilities.push(probability)
      for (let index = 0; index < frameSize; index++) {
        const place = at + index - DELAY_SAMPLES
        if (place >= 0 && place < voice.length) voice[place] = frame[index]! / FULL_SCALE
      }
    }
    return { voice, probabilities }
  } finally {
    state.destroy()
  }
}

/** The package asks for a browser's thread and then needs nothing of it: for the time of loading this thread passes for one. */
async function loadRnnoise(): Promise<Rnnoise> {
  const { Rnnoise } = await import('@shiguredo/rnnoise-wasm')
  Object.defineProperty(globalThis, 'WorkerGlobalScope', { value: class {}, configurable: true })
  try {
    return await Rnnoise.load()
  } finally {
    Reflect.deleteProperty(globalThis, 'WorkerGlobalScope')
  }
}
