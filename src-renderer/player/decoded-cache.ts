// Decoded sounds, least recently used first out, bounded by their length in memory.
import { fetchAudio, fetchListeningCopy, Refusal } from '../bridge.ts'
import { texts } from '../wording/texts.ts'

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
    const buffer = await decode(context, soundId)
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

/** What the window's own decoder does not know (AIFF, Apple Lossless …) comes from the main process as a WAV. */
async function decode(context: BaseAudioContext, soundId: number): Promise<AudioBuffer> {
  const bytes = await fetchAudio(soundId)
  try {
    return await context.decodeAudioData(bytes)
  } catch {
    const copy = await fetchListeningCopy(soundId).catch(() => null)
    if (copy !== null) return context.decodeAudioData(copy)
    throw new Refusal({ code: 'format_unsupported', message: texts.player.undecodable, retryable: false })
  }
}
