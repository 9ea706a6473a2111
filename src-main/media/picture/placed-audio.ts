// Sounds laid out on the time of a picture: each where it belongs, faded over its margins, silence around it. In blocks, however long.
import { type AudioFile, openAudio } from '../../decode/audio-file.ts'
import { DecodeError, type DecodeErrorCode } from '../../decode/decode-error.ts'
import type { EncodedAudio } from '../render/encoder.ts'
import { createResampler } from '../render/resampler.ts'
import { PICTURE_CHANNELS, PICTURE_RATE } from './picture-audio.ts'

/** A sound on the timeline. */
export interface Placement {
  readonly path: string
  readonly startMs: number
  readonly fadeInMs: number
  readonly fadeOutMs: number
  readonly gainDb: number
}

const BLOCK_FRAMES = 9_600

const framesOf = (ms: number): number => Math.round((ms / 1000) * PICTURE_RATE)

/** The sum of all sounds, stereo at 48 kHz, exactly as long as the picture. @throws DecodeError as the files are read */
export function laidOut(sounds: readonly Placement[], lengthMs: number, signal: AbortSignal): EncodedAudio {
  const frames = framesOf(lengthMs)
  return {
    sampleRate: PICTURE_RATE,
    channels: PICTURE_CHANNELS,
    frames,
    blocks: summed(sounds, frames, signal),
  }
}

async function* summed(
  sounds: readonly Placement[],
  frames: number,
  signal: AbortSignal,
): AsyncGenerator<readonly Float32Array[]> {
  const readers = sounds.map((sound) => new PlacedReader(sound))
  try {
    for (let at = 0; at < frames; at += BLOCK_FRAMES) {
      signal.throwIfAborted()
      const length = Math.min(BLOCK_FRAMES, frames - at)
      const block = Array.from({ length: PICTURE_CHANNELS }, () => new Float32Array(length))
      for (const reader of readers) await reader.addTo(block, at)
      yield block
    }
  } finally {
    for (const reader of readers) await reader.close()
  }
}

/** Reads one sound along with the timeline; opened when its time comes. */
class PlacedReader {
  readonly #sound: Placement
  readonly #startFrame: number
  readonly #gain: number
  #file: AudioFile | null = null
  #blocks: AsyncGenerator<readonly Float32Array[]> | null = null
  /** Stereo at the timeline's rate, from `#heldFrom` of the sound on. */
  #held: readonly Float32Array[] = []
  #heldFrom = 0
  #lengthFrames = 0
  #isOver = false

  constructor(sound: Placement) {
    this.#sound = sound
    this.#startFrame = framesOf(sound.startMs)
    this.#gain = 10 ** (sound.gainDb / 20)
  }

  async addTo(target: readonly Float32Array[], atFrame: number): Promise<void> {
    const length = target[0]?.length ?? 0
    if (this.#isOver || atFrame + length <= this.#startFrame) return
    if (this.#blocks === null) await this.#open()
    for (let frame = Math.max(atFrame, this.#startFrame); frame < atFrame + length; ) {
      const wanted = frame - this.#startFrame
      const heldLength = this.#held[0]?.length ?? 0
      if (wanted >= this.#heldFrom + heldLength) {
        if (!(await this.#next())) return
        continue
      }
      const from = wanted - this.#heldFrom
      const count = Math.min(heldLength - from, atFrame + length - frame)
      target.forEach((samples, channel) => {
        const held = this.#held[channel]
        for (let n = 0; n < count; n++) {
          const index = frame - atFrame + n
          samples[index] = (samples[index] ?? 0) + (held?.[from + n] ?? 0) * this.#levelAt(wanted + n)
        }
      })
      frame += count
    }
  }

  async close(): Promise<void> {
    await this.#file?.close()
  }

  async #open(): Promise<void> {
    const opened = await openAudio(this.#sound.path)
    // What decoding can find out it throws, too: one way for both.
    if (!opened.ok) throw new DecodeError(opened.error.code as DecodeErrorCode, opened.error.message)
    this.#file = opened.value
    const { frames, sampleRate } = opened.value
    this.#lengthFrames = Math.round((frames * PICTURE_RATE) / sampleRate)
    this.#blocks = atRate(opened.value)
  }

  async #next(): Promise<boolean> {
    const next = await this.#blocks?.next()
    if (next === undefined || next.done === true) {
      this.#isOver = true
      return false
    }
    this.#heldFrom += this.#held[0]?.length ?? 0
    this.#held = next.value
    return true
  }

  /** Even in power where two fades cross. */
  #levelAt(frame: number): number {
    const { fadeInMs, fadeOutMs } = this.#sound
    const [fadeIn, fadeOut] = [framesOf(fadeInMs), framesOf(fadeOutMs)]
    const left = this.#lengthFrames - 1 - frame
    const rising = frame < fadeIn ? Math.sin((Math.PI / 2) * (frame / fadeIn)) : 1
    const falling = left < fadeOut ? Math.sin((Math.PI / 2) * Math.max(0, left / fadeOut)) : 1
    return this.#gain * rising * falling
  }
}

async function* atRate(file: AudioFile): AsyncGenerator<readonly Float32Array[]> {
  const step = file.sampleRate / PICTURE_RATE
  const resampler = step === 1 ? null : createResampler(step, PICTURE_CHANNELS)
  for await (const block of file.blocks()) {
    // Blocks of the file are used again: what is held on to is copied.
    const stereo = stereoOf(block)
    const output = resampler === null ? stereo : resampler.add(stereo)
    if ((output[0]?.length ?? 0) > 0) yield output
  }
  const rest = resampler?.end() ?? []
  if ((rest[0]?.length ?? 0) > 0) yield rest
}

/** Mono on both sides; of more channels the first two. */
const stereoOf = (block: readonly Float32Array[]): readonly Float32Array[] => {
  const [left = new Float32Array(0), right = left] = block
  return [left.slice(), right.slice()]
}
