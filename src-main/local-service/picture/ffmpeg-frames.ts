// Pictures decoded by a system ffmpeg: what a clip holds, its frames at 160 × 90, its sound in mono.

import { type FfmpegTools, INPUT_BOUNDS, runTool, startTool } from '../../decode/ffmpeg-process.ts'
import { factsOfProbe } from './ffprobe-facts.ts'
import {
  CLIP_AUDIO_RATE_HZ,
  type ClipFacts,
  type ClipWindow,
  FRAME_HEIGHT,
  FRAME_PIXELS,
  FRAME_WIDTH,
  type Frame,
  type FrameSource,
  frameOfRgb,
  type Inspection,
  PictureUnreadable,
} from './frame-source.ts'

const INSPECT_DEADLINE_MS = 30_000
/** Decoding runs many times faster than real time; what does not end in this time hangs. */
const DECODE_DEADLINE_MS = 10 * 60_000
const PROBE_OUTPUT_BYTES = 4 * 1024 * 1024
const DECODER_THREADS = '2'
/** How far before its end a whole file must still show a picture. */
const TAIL_MS = 1500
const RGB_BYTES = FRAME_PIXELS * 3

/** A frame source over these tools. */
export function createFfmpegFrames(tools: FfmpegTools): FrameSource {
  async function inspect(path: string, signal: AbortSignal): Promise<Inspection> {
    const probed = await runTool(
      tools.ffprobe,
      ['-v', 'error', ...INPUT_BOUNDS, '-show_format', '-show_streams', '-of', 'json', `file:${path}`],
      { signal, deadlineMs: INSPECT_DEADLINE_MS, maxBytes: PROBE_OUTPUT_BYTES },
    )
    const inspection = factsOfProbe(probed.isOk ? probed.output.toString('utf8') : null, path)
    if (!inspection.ok) return inspection
    const { facts } = inspection
    if (await showsAPictureNearItsEnd(path, facts, signal)) return inspection
    const message = `the picture cannot be read up to its end at ${facts.durationMs} ms: the file is cut off, damaged or locked`
    return { ok: false, problem: 'broken', message }
  }

  async function showsAPictureNearItsEnd(
    path: string,
    facts: ClipFacts,
    signal: AbortSignal,
  ): Promise<boolean> {
    const startMs = Math.max(0, facts.pictureMs - TAIL_MS)
    const run = await runTool(
      tools.ffmpeg,
      [
        ...inputArguments(path, { startMs, durationMs: TAIL_MS }),
        ...pictureArguments(1),
        '-frames:v',
        '1',
        'pipe:1',
      ],
      { signal, deadlineMs: INSPECT_DEADLINE_MS, maxBytes: RGB_BYTES * 4 },
    )
    return run.output.length >= RGB_BYTES
  }

  async function* frames(
    path: string,
    facts: ClipFacts,
    window: ClipWindow,
    signal: AbortSignal,
  ): AsyncGenerator<Frame> {
    const run = startTool(
      tools.ffmpeg,
      [...inputArguments(path, window), ...pictureArguments(facts.framesPerSecond), 'pipe:1'],
      { signal, deadlineMs: DECODE_DEADLINE_MS },
    )
    const packed = new Uint8Array(RGB_BYTES)
    let filled = 0
    let isReadToItsEnd = false
    try {
      for await (const chunk of run.output) {
        for (let at = 0; at < chunk.length; ) {
          const part = chunk.subarray(at, at + RGB_BYTES - filled)
          packed.set(part, filled)
          filled += part.length
          at += part.length
          if (filled < RGB_BYTES) continue
          filled = 0
          yield frameOfRgb(packed)
        }
      }
      isReadToItsEnd = true
    } finally {
      // A reader that left early leaves nothing running.
      if (!isReadToItsEnd) run.kill()
    }
    const { isOk, errors } = await run.ended
    if (!isOk) throw new PictureUnreadable(`the picture cannot be decoded: ${errors}`)
  }

  async function audio(
    path: string,
    facts: ClipFacts,
    window: ClipWindow,
    signal: AbortSignal,
  ): Promise<Float32Array> {
    if (!facts.hasAudio) return new Float32Array()
    return (await decodedSound(path, window, CLIP_AUDIO_RATE_HZ, signal)).sound
  }

  async function soundAt(
    path: string,
    window: ClipWindow,
    rateHz: number,
    signal: AbortSignal,
  ): Promise<Float32Array> {
    const { sound, errors, isOk } = await decodedSound(path, window, rateHz, signal)
    if (!isOk) throw new PictureUnreadable(`the sound cannot be decoded: ${errors}`)
    return sound
  }

  async function decodedSound(path: string, window: ClipWindow, rateHz: number, signal: AbortSignal) {
    const samples = Math.ceil((window.durationMs * rateHz) / 1000)
    const { output, errors, isOk } = await runTool(
      tools.ffmpeg,
      [
        ...inputArguments(path, window),
        ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-ac', '1', '-ar', String(rateHz)],
        // The sound keeps its place on the picture's timeline where it starts later.
        ...['-af', 'aresample=async=1:first_pts=0', '-f', 'f32le', 'pipe:1'],
      ],
      { signal, deadlineMs: DECODE_DEADLINE_MS, maxBytes: (samples + rateHz) * 4 },
    )
    const sound = new Float32Array(output.length >> 2)
    for (let index = 0; index < sound.length; index++) sound[index] = output.readFloatLE(index * 4)
    return { sound, errors, isOk }
  }

  return { inspect, frames, audio, soundAt }
}

function inputArguments(path: string, { startMs, durationMs }: ClipWindow): string[] {
  return [
    ...['-nostdin', '-v', 'error', ...INPUT_BOUNDS, '-threads', DECODER_THREADS],
    ...['-ss', seconds(startMs), '-t', seconds(durationMs), '-i', `file:${path}`],
  ]
}

function pictureArguments(framesPerSecond: number): string[] {
  const filters = [
    `fps=fps=${framesPerSecond}:start_time=0`,
    `scale=${FRAME_WIDTH}:${FRAME_HEIGHT}:flags=area`,
    'format=rgb24',
  ]
  // V: a picture, not the cover of an album.
  return ['-map', '0:V:0', '-an', '-sn', '-dn', '-vf', filters.join(','), '-f', 'rawvideo']
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
