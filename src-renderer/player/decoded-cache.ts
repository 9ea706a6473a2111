// Decoded sounds, least recently used first out, bounded by their length in memory.
import { fetchAudio } from '../bridge.ts'

/** Ten minutes of mono at 48 kHz are 115 MB. */
const KEPT_SECONDS = 600

/** Decodes the file of a sound at the context's rate. @throws Refusal or the decoder's error */
export class DecodedCache {
  readonly #kept = new Map<number, AudioBuffer>()
  readonly #running = new Map<number, Promise<AudioBuffer>>()

  async get(context: BaseAudioContext, soundId: number): Promise<AudioBuffer> {
    const kept = this.#kept.get(soundId)
    if (kept !== undefined && kept.sampleRate === context.sampleRate) {
      this.#keep(soundId, kept)
      return kept
    }
    const running = this.#running.get(soundId) ?? this.#decode(context, soundId)
    this.#running.set(soundId, running)
    try {
      return await running
    } finally {
      this.#running.delete(soundId)
    }
  }

  async #decode(context: BaseAudioContext, soundId: number): Promise<AudioBuffer> {
    const buffer = await context.decodeAudioData(await fetchAudio(soundId))
    this.#keep(soundId, buffer)
    return buffer
  }

  #keep(soundId: number, buffer: AudioBuffer): void {
    this.#kept.delete(soundId)
    this.#kept.set(soundId, buffer)
    let seconds = 0
    for (const [id, { duration }] of [...this.#kept].reverse()) {
      seconds += duration
      if (seconds > KEPT_SECONDS && id !== soundId) this.#kept.delete(id)
    }
  }
}
