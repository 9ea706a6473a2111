// Every route of the service, and the paths built from them.
import type { Family } from './families.ts'

/** Pools in which requests are counted; the name in `RateLimit-Policy` is the authority. */
export const RATE_POOLS = ['reads', 'writes', 'generations'] as const
export type RatePool = (typeof RATE_POOLS)[number]

/** One route. `path` is relative to the base URL, with `{id}` where an id goes. */
export type Route = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly family: Family | 'audio-to-midi' | null
  readonly pool: RatePool
  /** Whether the bearer key is needed. */
  readonly needsKey: boolean
  /** Whether sending it twice without a key could charge twice. */
  readonly charges: boolean
}

const read = { method: 'GET', pool: 'reads', needsKey: true, charges: false } as const
const write = { method: 'POST', pool: 'writes', needsKey: true, charges: false } as const
const generate = { method: 'POST', pool: 'generations', needsKey: true, charges: true } as const

const MIDI_ROOT = '/v2/audio-to-midi/v1.0'

/** All routes by name. */
export const ROUTES = {
  createTextToSfx: { ...generate, path: '/v3/text-to-sfx/generations', family: 'text-to-sfx' },
  preflightTextToSfx: { ...write, path: '/v3/text-to-sfx/generations/preflight', family: 'text-to-sfx' },
  getTextToSfx: { ...read, path: '/v3/text-to-sfx/generations/{id}', family: 'text-to-sfx' },
  createVideoToSfx: { ...generate, path: '/v3/video-to-sfx/generations', family: 'video-to-sfx' },
  preflightVideoToSfx: { ...write, path: '/v3/video-to-sfx/generations/preflight', family: 'video-to-sfx' },
  getVideoToSfx: { ...read, path: '/v3/video-to-sfx/generations/{id}', family: 'video-to-sfx' },
  createExtend: { ...generate, path: '/v3/extend/edits', family: 'extend' },
  preflightExtend: { ...write, path: '/v3/extend/edits/preflight', family: 'extend' },
  getExtend: { ...read, path: '/v3/extend/edits/{id}', family: 'extend' },
  createInpaint: { ...generate, path: '/v3/inpaint/edits', family: 'inpaint' },
  preflightInpaint: { ...write, path: '/v3/inpaint/edits/preflight', family: 'inpaint' },
  getInpaint: { ...read, path: '/v3/inpaint/edits/{id}', family: 'inpaint' },
  listModels: { ...read, path: '/v3/models', family: null },
  getModel: { ...read, path: '/v3/models/{id}', family: null },
  createAsset: { ...write, path: '/v3/assets', family: null },
  getAccount: { ...read, path: '/v3/me', family: null },
  getOpenApi: { ...read, path: '/v3/openapi.json', family: null, needsKey: false },
  transcribeSync: { ...generate, path: `${MIDI_ROOT}/sync`, family: 'audio-to-midi' },
  createTranscription: { ...generate, path: `${MIDI_ROOT}/jobs`, family: 'audio-to-midi' },
  getTranscription: { ...read, path: `${MIDI_ROOT}/jobs/{id}`, family: 'audio-to-midi' },
  preflightTranscription: { ...read, path: `${MIDI_ROOT}/preflight`, family: 'audio-to-midi' },
  detectInstruments: { ...generate, path: `${MIDI_ROOT}/instruments`, family: 'audio-to-midi' },
} as const satisfies Readonly<Record<string, Route>>

export type RouteName = keyof typeof ROUTES

/** Collection path by family. */
export const COLLECTION_BY_FAMILY: Readonly<Record<Family, string>> = {
  'text-to-sfx': ROUTES.createTextToSfx.path,
  'video-to-sfx': ROUTES.createVideoToSfx.path,
  extend: ROUTES.createExtend.path,
  inpaint: ROUTES.createInpaint.path,
}

/** Path of a job: `/v3/text-to-sfx/generations/<id>`. The id is escaped. */
export function jobPath(family: Family, id: string): string {
  return `${COLLECTION_BY_FAMILY[family]}/${encodeURIComponent(id)}`
}

/** Path of a preflight of a family. */
export function preflightPath(family: Family): string {
  return `${COLLECTION_BY_FAMILY[family]}/preflight`
}

/** Path of a model. */
export function modelPath(id: string): string {
  return `${ROUTES.listModels.path}/${encodeURIComponent(id)}`
}

/** Path of a transcription job. */
export function transcriptionPath(id: string): string {
  return `${ROUTES.createTranscription.path}/${encodeURIComponent(id)}`
}
