// Reads what nothing here decodes (Windows Media, Apple Lossless, Dolby, Speex, Monkey's Audio …) through the system's ffmpeg, where there is one.
import { z } from 'zod'
import type { AudioFile } from './audio-file.ts'
import { decodedAudio } from './decoded-audio.ts'
import { type FfmpegTools, findFfmpeg, runTool, startTool } from './ffmpeg-process.ts'

export interface ForeignAudio extends AudioFile {
  /** As ffprobe names it, in a word: 'wma', 'alac', 'ac3' … */
  readonly format: string
  /** Title, artist, comment …, by their names in small letters. */
  readonly tags: ReadonlyMap<string, string>
}

/**
 * Containers of sound that stand by themselves: a playlist or a list of other files would let a file that was dropped read others.
 * Nothing but files is opened, and no single allocation exceeds 256 MiB.
 */
const BOUNDS: readonly string[] = [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  'mov,matroska,webm,avi,asf,ogg,mpegts,mpeg,flv,rm,wav,w64,aiff,caf,au,voc,mp3,aac,flac,ac3,eac3,dts,amr,wv,tta,ape,mpc,mpc8,tak,gsm,dsf,iff,sox,ircam,nistsphere,xwma,adx,oma,qcp,shn,mlp,truehd,loas,xa,vag,svag,aea',
  '-max_alloc',
  String(256 * 1024 * 1024),
]
const PROBE_DEADLINE_MS = 30_000
const PROBE_BYTES = 4 * 1024 * 1024
/** Decoding is many times faster than listening; what does not end in this time hangs. */
const DECODE_DEADLINE_MS = 30 * 60_000
const MOST_CHANNELS = 64
const FLOAT_BYTES = 4

const texts = z.record(z.string(), z.string()).optional()
const seconds = z.coerce.number().positive()
const Probe = z.object({
  streams: z
    .array(
      z.object({
        codec_name: z.string(),
        sample_rate: z.coerce.number().int().min(1000).max(1_000_000),
        channels: z.int().min(1).max(MOST_CHANNELS),
        duration: seconds.optional(),
        tags: texts,
      }),
    )
    .min(1),
  format: z.object({ format_name: z.string(), duration: seconds.optional(), tags: texts }),
})
type Probe = z.infer<typeof Probe>

/** Looked for once: a program that is installed meanwhile is found at the next start. */
let tools: FfmpegTools | null | undefined

/** The first sound of the file; null where there is no ffmpeg, or it finds none. The caller closes it. Damage is thrown from `blocks` as a DecodeError. */
export async function openByFfmpeg(path: string): Promise<ForeignAudio | null> {
  tools ??= findFfmpeg(process.env.PATH ?? '')
  if (tools === null) return null
  const probe = await probeOf(tools, path)
  const stream = probe?.streams[0]
  const durationSeconds = stream?.duration ?? probe?.format.duration
  if (probe === null || stream === undefined || durationSeconds === undefined) return null
  const { sample_rate: sampleRate, channels } = stream
  const frames = Math.max(1, Math.round(durationSeconds * sampleRate))
  const closing = new AbortController()
  const { ffmpeg } = tools
  return {
    format: formatOf(stream.codec_name, probe.format.format_name),
    tags: tagsOf(probe),
    ...decodedAudio({
      sampleRate,
      channels,
      frames,
      leastFrames: frames * MOST_OF_IT,
      what: 'the file',
      blocks: () => decodedBlocks(ffmpeg, path, channels, closing.signal),
      close: async () => closing.abort(),
    }),
  }
}

/** Some containers state their length by the rate of their bits: a little less is not cut. */
const MOST_OF_IT = 0.95

/** Whether ffmpeg can be asked on this machine. */
export const hasFfmpeg = (): boolean => {
  tools ??= findFfmpeg(process.env.PATH ?? '')
  return tools !== null
}

async function probeOf({ ffprobe }: FfmpegTools, path: string): Promise<Probe | null> {
  const entries =
    'stream=codec_name,sample_rate,channels,duration:stream_tags:format=format_name,duration:format_tags'
  const { isOk, output } = await runTool(
    ffprobe,
    [
      '-v',
      'error',
      ...BOUNDS,
      '-select_streams',
      'a:0',
      '-show_entries',
      entries,
      '-of',
      'json',
      `file:${path}`,
    ],
    { signal: new AbortController().signal, deadlineMs: PROBE_DEADLINE_MS, maxBytes: PROBE_BYTES },
  ).catch(() => ({ isOk: false, output: Buffer.alloc(0) }))
  if (!isOk) return null
  const parsed = Probe.safeParse(JSON.parse(output.toString('utf8')))
  return parsed.success ? parsed.data : null
}

/** What people call such a file: by its container where that is a name for sounds, else by its codec. */
function formatOf(codec: string, containers: string): string {
  const [container = ''] = containers.split(',', 1)
  return CONTAINER_NAMES[container] ?? codec
}
const CONTAINER_NAMES: Readonly<Record<string, string>> = {
  asf: 'wma',
  avi: 'avi',
  matroska: 'mka',
  mov: 'm4a',
  wv: 'wv',
  ...Object.fromEntries(['aiff', 'au', 'caf', 'ogg', 'sox', 'voc', 'w64', 'wav'].map((name) => [name, name])),
}

function tagsOf({ streams, format }: Probe): ReadonlyMap<string, string> {
  const all = [...Object.entries(streams[0]?.tags ?? {}), ...Object.entries(format.tags ?? {})]
  return new Map(all.map(([name, text]) => [name.toLowerCase(), text]))
}

async function* decodedBlocks(
  ffmpeg: string,
  path: string,
  channels: number,
  closed: AbortSignal,
): AsyncGenerator<readonly Float32Array[]> {
  const run = startTool(
    ffmpeg,
    ['-nostdin', '-v', 'error', ...BOUNDS, '-i', `file:${path}`, '-map', '0:a:0', '-f', 'f32le', 'pipe:1'],
    { signal: closed, deadlineMs: DECODE_DEADLINE_MS },
  )
  const frameBytes = channels * FLOAT_BYTES
  try {
    let rest: Buffer = Buffer.alloc(0)
    for await (const part of run.output) {
      const bytes = rest.length === 0 ? part : Buffer.concat([rest, part])
      const frames = Math.floor(bytes.length / frameBytes)
      rest = bytes.subarray(frames * frameBytes)
      if (frames > 0) yield parted(bytes, frames, channels)
    }
    // What it could decode before the damage was given; that something is missing shows in the count.
    await run.ended
  } finally {
    run.kill()
  }
}

function parted(bytes: Buffer, frames: number, channels: number): readonly Float32Array[] {
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(frames)
    for (let frame = 0; frame < frames; frame += 1) {
      const value = bytes.readFloatLE((frame * channels + channel) * FLOAT_BYTES)
      samples[frame] = Number.isFinite(value) ? value : 0
    }
    return samples
  })
}
