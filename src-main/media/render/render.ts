// Renders a sound to a file: a part of it, at another speed, rate, level or number of channels, in another format, with all its texts.
import { rm } from 'node:fs/promises'
import type { AudioErrorCode, AudioFile } from '../../decode/audio-file.ts'
import { DecodeError } from '../../decode/decode-error.ts'
import { chunkBytes } from '../../decode/riff.ts'
import { openAnyAudio } from '../any-audio.ts'
import { createLoudnessMeter } from '../loudness.ts'
import { failed, fileFailure, type Outcome, succeeded } from '../outcome.ts'
import { type FileTexts, type Provenance, provenanceChunks } from '../provenance-record.ts'
import { encodeLoop } from '../sampler-loop.ts'
import { createTruePeakMeter } from '../true-peak.ts'
import type { EncodedAudio, FilePiece } from './encoder.ts'
import { flacPieces } from './flac-encoder.ts'
import { MP3_RATES, mp3Pieces } from './mp3-encoder.ts'
import { createResampler } from './resampler.ts'
import { type WavDepth, wavFormat, wavPieces } from './wav-encoder.ts'
import { writePieces } from './write-pieces.ts'

export type RenderFormat = 'wav-16' | 'wav-24' | 'wav-32f' | 'flac-16' | 'flac-24' | 'mp3-192' | 'mp3-320'

export interface RenderOrder {
  readonly from: string
  /** Replaced where it is there; removed after a failure. */
  readonly to: string
  readonly format: RenderFormat
  /** In frames of the source; null for all of it. */
  readonly part: { readonly startFrame: number; readonly endFrame: number } | null
  /** 1 is as it is; pitch and time go together. */
  readonly speed: number
  readonly sampleRate: number | null
  readonly channels: 'keep' | 'mono' | 'stereo'
  readonly loudnessLufs: number | null
  readonly ceilingDbtp: number
  readonly fadeInMs: number
  readonly fadeOutMs: number
  readonly isLoop: boolean
  readonly provenance: Provenance
  readonly texts: FileTexts
}
export interface Rendered {
  readonly bytes: number
  readonly sha256: string
  readonly sampleRate: number
  readonly channels: number
  readonly frames: number
  readonly gainDb: number
}
export type RenderErrorCode = AudioErrorCode | 'render_empty'

/** Two passes: one measures length and level, one writes. Memory: a few blocks. */
export async function renderSound(
  order: RenderOrder,
  signal: AbortSignal,
): Promise<Outcome<Rendered, RenderErrorCode>> {
  const opened = await openAnyAudio(order.from)
  if (!opened.ok) return opened
  const audio = opened.value
  try {
    const shape = shapeOf(order, audio)
    const measured = await measure(processed(audio, order, shape, signal), shape)
    if (measured.frames === 0)
      return failed('render_empty', 'The part that was asked for holds no sound: it lies behind the end.')
    const gainDb = gainFor(order, measured)
    const encoded: EncodedAudio = {
      ...shape,
      frames: measured.frames,
      blocks: levelled(
        processed(audio, order, shape, signal),
        measured.frames,
        shape.sampleRate,
        order,
        gainDb,
      ),
    }
    const written = await writePieces(order.to, pieces(order, encoded, audio.sampleRate))
    return succeeded({ ...written, ...shape, frames: measured.frames, gainDb })
  } catch (error) {
    await rm(order.to, { force: true }).catch(() => undefined)
    signal.throwIfAborted()
    if (error instanceof DecodeError) return failed(error.code, error.message)
    return fileFailure(error, 'write the sound')
  } finally {
    await audio.close()
  }
}

interface Shape {
  readonly sampleRate: number
  readonly channels: number
}

function shapeOf(order: RenderOrder, audio: AudioFile): Shape {
  const isMp3 = order.format.startsWith('mp3')
  const wanted = order.sampleRate ?? audio.sampleRate
  // The nearest rate above that MP3 has, or its highest.
  const sampleRate =
    isMp3 && !MP3_RATES.includes(wanted) ? (MP3_RATES.find((rate) => rate >= wanted) ?? 48_000) : wanted
  const most = isMp3 ? 2 : order.format.startsWith('flac') ? 8 : 64
  const channels =
    order.channels === 'mono'
      ? 1
      : order.channels === 'stereo'
        ? 2
        : audio.channels > most
          ? 2
          : audio.channels
  return { sampleRate, channels }
}

/** The part, its channels and its rate; not yet its level. */
async function* processed(
  audio: AudioFile,
  order: RenderOrder,
  shape: Shape,
  signal: AbortSignal,
): AsyncGenerator<readonly Float32Array[]> {
  const step = (audio.sampleRate / shape.sampleRate) * order.speed
  const resampler = step === 1 ? null : createResampler(step, shape.channels)
  const [start, end] = [order.part?.startFrame ?? 0, order.part?.endFrame ?? Number.POSITIVE_INFINITY]
  let at = 0
  for await (const block of audio.blocks()) {
    signal.throwIfAborted()
    const length = block[0]?.length ?? 0
    const [from, to] = [Math.max(0, start - at), Math.min(length, end - at)]
    at += length
    if (to > from) {
      // Blocks of the file are used again: what is held on to is copied.
      const part = mixed(
        block.map((samples) => samples.slice(from, to)),
        shape.channels,
      )
      const output = resampler === null ? part : resampler.add(part)
      if ((output[0]?.length ?? 0) > 0) yield output
    }
    if (at >= end) break
  }
  const rest = resampler?.end() ?? []
  if ((rest[0]?.length ?? 0) > 0) yield rest
}

/** To mono by the mean, to stereo from mono by the same twice, from more by left and right of the odd and even channels. */
function mixed(block: readonly Float32Array[], channels: number): readonly Float32Array[] {
  if (block.length === channels) return block
  const [first = new Float32Array(0)] = block
  if (channels === 1) return [mean(block, first.length)]
  if (block.length === 1) return Array.from({ length: channels }, () => first.slice())
  return Array.from({ length: channels }, (_, side) =>
    mean(
      block.filter((__, index) => index % channels === side),
      first.length,
    ),
  )
}

function mean(channels: readonly Float32Array[], frames: number): Float32Array {
  const sum = new Float32Array(frames)
  for (const samples of channels)
    for (let n = 0; n < frames; n += 1) sum[n] = (sum[n] ?? 0) + (samples[n] ?? 0)
  return sum.map((value) => value / Math.max(1, channels.length))
}

interface Measured {
  readonly frames: number
  readonly loudnessLufs: number | null
  readonly truePeakDb: number | null
}

async function measure(blocks: AsyncIterable<readonly Float32Array[]>, shape: Shape): Promise<Measured> {
  const loudness = createLoudnessMeter(shape.sampleRate, shape.channels)
  const peak = createTruePeakMeter(shape.channels)
  let frames = 0
  for await (const block of blocks) {
    frames += block[0]?.length ?? 0
    loudness.add(block)
    peak.add(block)
  }
  return { frames, loudnessLufs: loudness.integrated(), truePeakDb: peak.peakDb() }
}

/** To the loudness asked for, never above the ceiling: this is gain alone, no limiting. What is too short to have a loudness goes by its peak. */
function gainFor(order: RenderOrder, { loudnessLufs, truePeakDb }: Measured): number {
  if (order.loudnessLufs === null || truePeakDb === null) return 0
  const mostDb = order.ceilingDbtp - truePeakDb
  return loudnessLufs === null ? Math.min(0, mostDb) : Math.min(order.loudnessLufs - loudnessLufs, mostDb)
}

async function* levelled(
  blocks: AsyncIterable<readonly Float32Array[]>,
  frames: number,
  sampleRate: number,
  order: RenderOrder,
  gainDb: number,
): AsyncGenerator<readonly Float32Array[]> {
  const gain = 10 ** (gainDb / 20)
  const [fadeIn, fadeOut] = [order.fadeInMs, order.fadeOutMs].map((ms) =>
    Math.min(frames, Math.round((ms / 1000) * sampleRate)),
  ) as [number, number] // of two, two
  let at = 0
  for await (const block of blocks) {
    const from = at
    at += block[0]?.length ?? 0
    yield block.map((samples) =>
      samples.map((value, index) => {
        const place = from + index
        const rising = place < fadeIn ? raised(place / fadeIn) : 1
        const falling = frames - 1 - place < fadeOut ? raised((frames - 1 - place) / fadeOut) : 1
        return value * gain * rising * falling
      }),
    )
  }
}

/** A quarter of a sine: even in power where two such fades cross. */
const raised = (share: number): number => Math.sin((Math.PI / 2) * share)

/** Where it begins is counted in samples of the file. */
const atRate = (provenance: Provenance, from: number, to: number): Provenance => ({
  ...provenance,
  timeReferenceSamples: Math.round((provenance.timeReferenceSamples * to) / from),
})

function pieces(order: RenderOrder, audio: EncodedAudio, sourceRate: number): AsyncIterable<FilePiece> {
  const { format, provenance, texts } = order
  switch (format) {
    case 'flac-16':
      return flacPieces(audio, 16, texts.comments)
    case 'flac-24':
      return flacPieces(audio, 24, texts.comments)
    case 'mp3-192':
      return mp3Pieces(audio, 192, texts.comments)
    case 'mp3-320':
      return mp3Pieces(audio, 320, texts.comments)
    case 'wav-16':
    case 'wav-24':
    case 'wav-32f': {
      const depth: WavDepth = format === 'wav-16' ? 'pcm-16' : format === 'wav-24' ? 'pcm-24' : 'float-32'
      const loop = { startFrame: 0, endFrame: audio.frames - 1 }
      return wavPieces(audio, depth, [
        provenanceChunks(
          atRate(provenance, sourceRate, audio.sampleRate),
          wavFormat(depth, audio),
          texts.user,
        ),
        ...(order.isLoop ? [chunkBytes('smpl', encodeLoop(loop, audio.sampleRate))] : []),
      ])
    }
  }
}
