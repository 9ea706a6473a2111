// Reads the sounds that requests bring: WAV, AIFF, FLAC, MP3, Ogg Vorbis, Opus and AAC, whatever the file's name says.

import { closeSync, openSync, readSync } from 'node:fs'
import { openAudio } from '../../decode/audio-file.ts'
import { DecodeError } from '../../decode/decode-error.ts'
import { joined } from './joined.ts'
import { inspectWav, readWavMono } from './wav-reader.ts'

export interface SourceInfo {
  readonly sampleRateHz: number
  readonly channels: number
  /** Samples of each channel. */
  readonly frames: number
  readonly durationMs: number
}

export type SourceInspection =
  | { readonly ok: true; readonly info: SourceInfo }
  /** `unsupported`: no format that is read here. `broken`: a file that cannot be right. */
  | { readonly ok: false; readonly problem: 'unsupported' | 'broken'; readonly message: string }

export interface SourceSound {
  /** One channel. */
  readonly samples: Float32Array
  readonly sampleRateHz: number
}

/** Of real recordings; what a small file states beyond it would only take up memory. */
const MAX_RATE_HZ = 768_000
/** Codes of failures that say nothing against the file, only that it is not read here. */
const UNSUPPORTED: readonly string[] = ['format_unsupported', 'decoder_missing']

/**
 * How long a file really is. Compressed ones state it loosely, so that they are decoded once to count their samples.
 * @param mostMs nobody wants more: a longer file is told by what it states, or by where the count was given up
 */
export async function inspectSource(path: string, mostMs: number): Promise<SourceInspection> {
  if (isPlainWav(path)) return inspectWav(path)
  const opened = await openAudio(path)
  if (!opened.ok) return refused(opened.error)
  const { sampleRate: sampleRateHz, channels, frames: stated, blocks, close } = opened.value
  const told = (frames: number): SourceInspection => {
    const durationMs = Math.round((frames / sampleRateHz) * 1000)
    return { ok: true, info: { sampleRateHz, channels, frames, durationMs } }
  }
  try {
    if (sampleRateHz > MAX_RATE_HZ) {
      return { ok: false, problem: 'broken', message: `The file says that its rate is ${sampleRateHz} Hz` }
    }
    const mostFrames = Math.ceil((mostMs / 1000) * sampleRateHz)
    if (stated > mostFrames) return told(stated)
    let counted = 0
    for await (const [first] of blocks()) {
      counted += first?.length ?? 0
      if (counted > mostFrames) break
    }
    return counted === 0
      ? { ok: false, problem: 'broken', message: 'The file holds no samples' }
      : told(counted)
  } catch (error) {
    if (error instanceof DecodeError) return refused(error)
    throw error
  } finally {
    await close()
  }
}

/** All samples, the channels mixed to one. @throws where the file is no longer what it was when it was inspected */
export async function readSourceMono(path: string): Promise<SourceSound> {
  if (isPlainWav(path)) {
    const inspected = inspectWav(path)
    if (!inspected.ok) throw new Error(`the source cannot be read any more: ${inspected.message}`)
    return { samples: readWavMono(path, inspected.info), sampleRateHz: inspected.info.sampleRateHz }
  }
  const opened = await openAudio(path)
  if (!opened.ok) throw new Error(`the source cannot be read any more: ${opened.error.message}`)
  const { sampleRate: sampleRateHz, blocks, close } = opened.value
  try {
    const mixed: Float32Array[] = []
    for await (const block of blocks()) mixed.push(mixedToOne(block))
    return { samples: joined(mixed), sampleRateHz }
  } finally {
    await close()
  }
}

/** A new array: those of a block are reused by the next one. */
function mixedToOne(channels: readonly Float32Array[]): Float32Array {
  const mixed = new Float32Array(channels[0]?.length ?? 0)
  for (const channel of channels) {
    for (let index = 0; index < mixed.length; index++) mixed[index]! += channel[index]! / channels.length
  }
  return mixed
}

/** Sentences of the decoders end with a full stop; refusals put theirs together without. */
function refused({ code, message }: { readonly code: string; readonly message: string }): SourceInspection {
  const problem = UNSUPPORTED.includes(code) ? 'unsupported' : 'broken'
  return { ok: false, problem, message: message.replace(/\.$/, '') }
}

/** Its own reader takes those, too, whose writer never came back to state their length. */
function isPlainWav(path: string): boolean {
  const magic = Buffer.alloc(4)
  const descriptor = openSync(path, 'r')
  try {
    readSync(descriptor, magic, 0, magic.length, 0)
    return magic.toString('latin1') === 'RIFF'
  } finally {
    closeSync(descriptor)
  }
}
