// Reads what ffprobe says of a file, and names what cannot be used (pure but for the file's first bytes).

import { closeSync, openSync, readSync } from 'node:fs'
import { z } from 'zod'
import type { ClipFacts, Inspection } from './frame-source.ts'

/** Rates beyond this are analysed at this one: no sound needs to sit closer than 17 ms. */
const HIGHEST_RATE = 60
const LOWEST_RATE = 1
/** 4096 × 2304: above it the decoder's frames alone would not fit into the memory that analysis may take. */
const MOST_PIXELS = 4096 * 2304

const Probe = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string().optional(),
      codec_name: z.string().optional(),
      codec_tag_string: z.string().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
      avg_frame_rate: z.string().optional(),
      r_frame_rate: z.string().optional(),
      duration: z.string().optional(),
      // Matroska keeps a stream's length here, as hours:minutes:seconds.
      tags: z.object({ DURATION: z.string().optional() }).optional(),
      disposition: z.object({ attached_pic: z.number().optional() }).optional(),
    }),
  ),
  format: z.object({ duration: z.string().optional(), format_name: z.string().optional() }),
})

/** Protected samples, by the four letters of their entry (ISO/IEC 14496-12, 23001-7). */
const PROTECTED_TAGS = ['encv', 'drmi']

/** @param json ffprobe's answer; null where it could make nothing of the file at `path` */
export function factsOfProbe(json: string | null, path: string): Inspection {
  if (json === null) {
    return isKnownContainer(path)
      ? broken('the file is damaged or cut off: it holds no list of what is in it')
      : unsupported('the file is no video that this service reads (MP4, MOV, WebM, MKV, AVI, OGG, MPEG)')
  }
  const { streams, format } = Probe.parse(JSON.parse(json))
  const picture = streams.find((s) => s.codec_type === 'video' && s.disposition?.attached_pic !== 1)
  if (!picture) return broken('the file has no picture')
  if (PROTECTED_TAGS.includes(picture.codec_tag_string ?? '')) {
    return unsupported('the picture is locked by a protection (DRM)')
  }
  const { width = 0, height = 0, codec_name: codec = 'unknown' } = picture
  if (codec === 'unknown') return unsupported('the picture has a codec that is not known here')
  if (width * height === 0) return broken('the picture has no size: the file is damaged or cut off')
  if (width * height > MOST_PIXELS) {
    return unsupported(`the picture has ${width} × ${height} pixels; ${MOST_PIXELS} are read at most`)
  }
  const ownSeconds = picture.duration ?? clockSeconds(picture.tags?.DURATION) ?? format.duration ?? 0
  const pictureMs = Math.round(Number(ownSeconds) * 1000)
  const durationMs = Math.max(pictureMs, Math.round(Number(format.duration ?? 0) * 1000))
  if (!(durationMs > 0)) return broken('the file does not tell how long it is, or is 0 ms long')
  const facts: ClipFacts = {
    durationMs,
    pictureMs,
    width,
    height,
    framesPerSecond: rateOf(picture.avg_frame_rate, picture.r_frame_rate),
    hasAudio: streams.some((stream) => stream.codec_type === 'audio'),
  }
  return { ok: true, facts }
}

/** The mean rate, or the finest grid of a clip of variable rate, within 1 to 60 frames a second. */
function rateOf(mean: string | undefined, finest: string | undefined): number {
  const average = fraction(mean)
  const grid = fraction(finest)
  const isVariable = average > 0 && grid > average * 1.02
  const rate = isVariable ? Math.min(grid, HIGHEST_RATE) : average || grid || 25
  return Math.round(Math.max(LOWEST_RATE, Math.min(HIGHEST_RATE, rate)) * 1000) / 1000
}

function clockSeconds(clock: string | undefined): number | undefined {
  const parts = clock?.split(':').map(Number)
  return parts?.length === 3 ? parts[0]! * 3600 + parts[1]! * 60 + parts[2]! : undefined
}

function fraction(text: string | undefined): number {
  const [numerator = 0, denominator = 1] = (text ?? '').split('/').map(Number)
  const value = numerator / denominator
  return Number.isFinite(value) ? value : 0
}

/** Whether the first bytes are those of a container that is read here. */
function isKnownContainer(path: string): boolean {
  const head = Buffer.alloc(12)
  const file = openSync(path, 'r')
  try {
    readSync(file, head, 0, head.length, 0)
  } finally {
    closeSync(file)
  }
  const isMp4 = ['ftyp', 'moov', 'mdat', 'wide', 'free'].includes(head.toString('latin1', 4, 8))
  const isMatroska = head.readUInt32BE(0) === 0x1a45dfa3
  const isAvi = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'AVI '
  return isMp4 || isMatroska || isAvi
}

function broken(message: string): Inspection {
  return { ok: false, problem: 'broken', message }
}

function unsupported(message: string): Inspection {
  return { ok: false, problem: 'unsupported', message }
}
