// Turns what the window asks to be transcribed into a generation that can be stored. Its one medium is a sound of the library.
import type { BridgeError, TranscriptionIntent, TranscriptionOptions } from '../bridge/types.ts'
import { AudioToMidiRequest } from '../contract/index.ts'
import { NO_ASSET } from './attach.ts'
import type { Generation } from './generation.ts'
import { AUDIO_TO_MIDI } from './generation.ts'
import { newGeneration } from './new-generation.ts'

type Checked =
  | { readonly ok: true; readonly body: AudioToMidiRequest }
  | { readonly ok: false; readonly error: BridgeError }

/** The options as a request, its audio a placeholder until it is uploaded. */
export function checkTranscription(options: TranscriptionOptions): Checked {
  const audio = { type: 'asset', asset_id: NO_ASSET.id }
  const parsed = AudioToMidiRequest.safeParse({ audio, ...options })
  if (parsed.success) return { ok: true, body: parsed.data }
  const issue = parsed.error.issues[0]
  const param = issue?.path.map(String).join('.') ?? ''
  const message = `${param === '' ? 'The options' : param}: ${issue?.message ?? 'are not valid'}`
  return { ok: false, error: { code: 'invalid_request', message, retryable: false, param } }
}

/** The generation of a checked intent. `source`: name and length of the sound. */
export function transcriptionOf(
  intent: TranscriptionIntent,
  body: AudioToMidiRequest,
  options: Pick<
    Parameters<typeof newGeneration>[0],
    'idempotencyKey' | 'createdAtMs' | 'isMetered' | 'pricedAtMs' | 'quotedCredits'
  > & { readonly source: { readonly name: string; readonly durationMs: number } },
): Generation {
  const { source, ...rest } = options
  return newGeneration({
    ...rest,
    id: intent.generationId,
    connectionId: intent.connectionId,
    family: AUDIO_TO_MIDI,
    // The answer tells which release did it.
    model: '',
    label: `${source.name}, notes`,
    durationMs: source.durationMs,
    variantsRequested: 1,
    seed: null,
    body: new TextEncoder().encode(JSON.stringify(body)),
    needsUpload: true,
  })
}

/** The options as they were asked for, without the audio. */
export function optionsOf(generation: Generation): TranscriptionOptions {
  // `transcriptionOf` wrote these bytes from options that the schema had passed.
  const { audio: _, ...options } = JSON.parse(
    new TextDecoder().decode(generation.body),
  ) as TranscriptionOptions & {
    readonly audio: unknown
  }
  return options
}
