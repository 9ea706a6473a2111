// Media that requests point at, and the audio formats that come back.
import { z } from 'zod'
import { HttpUrl } from './primitives.ts'

/** Formats of audio files, closed: a new one mints a new contract date. */
export const AUDIO_FORMATS = [
  'wav',
  'flac',
  'mp3_128',
  'mp3_192',
  'mp3_256',
  'mp3_320',
  'm4a_128',
  'm4a_192',
  'm4a_256',
] as const

/** Audio format of a request or a file. */
export const AudioFormat = z.enum(AUDIO_FORMATS)
export type AudioFormat = z.infer<typeof AudioFormat>

/** Format of a file when the request names none. */
export const DEFAULT_FORMAT: AudioFormat = 'wav'

/** Media sent in a v3 request: a public address, or an uploaded asset. `type` is closed here. */
export const MediaSource = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('url'), url: HttpUrl }),
  z.looseObject({ type: z.literal('asset'), id: z.uuid() }),
])
export type MediaSource = z.infer<typeof MediaSource>

/** The `output` block of a v3 request. */
export const AudioOutputBlock = z.looseObject({
  format: AudioFormat.optional().meta({ default: DEFAULT_FORMAT }),
})
export type AudioOutputBlock = z.infer<typeof AudioOutputBlock>
