// The transcriptions room from outside: quote, start, look. The job runs in the house of the generations, by the same promises.

import { failure, success } from '../bridge/reply.ts'
import type { NotesDocument, TranscriptionQuote, TranscriptionView } from '../bridge/transcriptions.ts'
import type { BridgeError, GenerationView, Reply, TranscriptionIntent } from '../bridge/types.ts'
import { bridgeErrorOf } from '../connections/bridge-error.ts'
import type { Connections } from '../connections/connections.ts'
import type { TranscriptionPoll } from '../contract/index.ts'
import { creditsForTranscription, transcriptionPhase } from '../contract/index.ts'
import type { Price } from '../generations/admission.ts'
import { admit } from '../generations/admission.ts'
import type { Generation } from '../generations/generation.ts'
import { AUDIO_TO_MIDI, isTranscription } from '../generations/generation.ts'
import { generationsOfFamily, getGeneration } from '../generations/generation-store.ts'
import type { StartReply } from '../generations/generations.ts'
import { pollOf, transcriptionFiles } from '../generations/midi-files.ts'
import { checkTranscription, optionsOf, transcriptionOf } from '../generations/midi-intent.ts'
import { prepareSources } from '../generations/prepare-sources.ts'
import type { Runner } from '../generations/runner.ts'
import type { SourceFiles } from '../generations/source-files.ts'
import { sourcesOf } from '../generations/source-store.ts'
import type { WritableDatabase } from '../library/database.ts'
import { getRow } from '../library/sound-store.ts'

export interface Transcriptions {
  quote(request: { connectionId: string; soundId: number }): Promise<Reply<TranscriptionQuote>>
  start(intent: TranscriptionIntent): Promise<StartReply>
  /** The options of an old one as a new intent. */
  again(
    generationId: string,
    agreement: { readonly newGenerationId: string; readonly approvedCredits?: number | null | undefined },
  ): Promise<StartReply>
  /** Whether an id is one of ours. */
  has(generationId: string): boolean
  list(request: { soundId: number | null; limit: number }): readonly TranscriptionView[]
  get(generationId: string): Reply<TranscriptionView>
  /** What is known of the notes by now; null for an id that is no transcription. */
  notes(generationId: string): NotesDocument | null
}

export function createTranscriptions(options: {
  readonly db: WritableDatabase
  readonly connections: Connections
  readonly runner: Runner
  readonly files: SourceFiles
  readonly view: (generation: Generation) => GenerationView
  readonly newId: () => string
  readonly now: () => number
  readonly onChange: (generation: Generation) => void
}): Transcriptions {
  const { db, connections, runner, files, view, newId, now, onChange } = options

  const soundOf = (soundId: number): { readonly name: string; readonly durationMs: number } | null =>
    getRow(db, soundId)
  const noSound = (soundId: number) =>
    failure({ code: 'not_found', message: `There is no sound ${soundId}.`, retryable: false })
  const isMetered = (connectionId: string): boolean =>
    connections.view(connectionId)?.account?.billing_mode === 'metered'

  const priceOf = async (connectionId: string, durationMs: number): Promise<Price> => {
    if (!isMetered(connectionId)) return { kind: 'unmetered' }
    const list: Price = { kind: 'list', credits: creditsForTranscription(durationMs) }
    const found = await connections.client(connectionId)
    if (!found.ok) return list
    const quoted = await found.client.preflightTranscription(durationMs)
    if (quoted.ok) return { kind: 'told', credits: quoted.value.credits }
    const { kind, status, retryable } = quoted.error
    const isClear = kind === 'envelope' && !retryable && status !== null && status < 500 && status !== 401
    return isClear ? { kind: 'refused', error: bridgeErrorOf(quoted.error) } : list
  }

  const viewOf = (generation: Generation): TranscriptionView => {
    const source = sourcesOf(db, generation.id).find(({ role }) => role === 'audio')
    const soundId = source?.soundId ?? null
    const result = pollOf(generation)?.result
    return {
      generation: view(generation),
      soundId,
      soundName: soundId === null ? null : (soundOf(soundId)?.name ?? null),
      options: optionsOf(generation),
      noteCount: result?.notes?.length ?? 0,
      instruments: result?.instruments ?? [],
      files: transcriptionFiles(db, generation.id).map(({ id, kind, part, name, bytes }) => ({
        id,
        kind,
        part,
        name,
        bytes,
      })),
    }
  }

  const start = async (intent: TranscriptionIntent): Promise<StartReply> => {
    const same = getGeneration(db, intent.generationId)
    if (same !== null) return success(view(same))
    if (connections.view(intent.connectionId) === null) {
      const message = `There is no connection ${intent.connectionId}.`
      return failure({ code: 'not_found', message, retryable: false })
    }
    const checked = checkTranscription(intent.options)
    if (!checked.ok) return failure(checked.error)
    const sound = soundOf(intent.soundId)
    if (sound === null) return noSound(intent.soundId)
    const sources = await prepareSources({ audio: { kind: 'sound', soundId: intent.soundId } }, files)
    if (!sources.ok) return failure(sources.error)
    const price = await priceOf(intent.connectionId, Math.round(sound.durationMs))
    if (price.kind === 'refused') return failure(price.error)
    const stored = admit(
      db,
      intent,
      price,
      now(),
      (admitted) =>
        transcriptionOf(intent, checked.body, { ...admitted, idempotencyKey: newId(), source: sound }),
      sources.value,
    )
    if (!stored.ok) return stored
    if (stored.isNew) {
      onChange(stored.generation)
      runner.add(stored.generation.id)
    }
    return success(view(stored.generation))
  }

  return {
    async quote({ connectionId, soundId }) {
      const sound = soundOf(soundId)
      if (sound === null) return noSound(soundId)
      const metered = isMetered(connectionId)
      const found = await connections.client(connectionId)
      if (!found.ok) return failure(found.error)
      const quoted = await found.client.retryRead(() =>
        found.client.preflightTranscription(Math.round(sound.durationMs)),
      )
      if (!quoted.ok) return failure(bridgeErrorOf(quoted.error))
      const { credits, estimated_ms: estimatedMs, credit_recovery: creditRecovery } = quoted.value
      return success({
        credits,
        estimatedMs: estimatedMs ?? null,
        isMetered: metered,
        isEstimate: false,
        durationMs: sound.durationMs,
        ...(creditRecovery == null ? {} : { creditRecovery }),
      })
    },
    start,
    async again(generationId, { newGenerationId, approvedCredits }) {
      const old = getGeneration(db, generationId)
      const soundId =
        old === null ? null : sourcesOf(db, old.id).find(({ role }) => role === 'audio')?.soundId
      if (old === null || soundId == null) return failure(notThere(generationId))
      return start({
        connectionId: old.connectionId,
        soundId,
        options: optionsOf(old),
        generationId: newGenerationId,
        quotedCredits: old.isMetered ? old.quotedCredits : null,
        approvedCredits: approvedCredits ?? null,
      })
    },
    has(generationId) {
      const generation = getGeneration(db, generationId)
      return generation !== null && isTranscription(generation)
    },
    list: ({ soundId, limit }) => generationsOfFamily(db, AUDIO_TO_MIDI, soundId, limit).map(viewOf),
    get(generationId) {
      const generation = getGeneration(db, generationId)
      return generation === null || !isTranscription(generation)
        ? failure(notThere(generationId))
        : success(viewOf(generation))
    },
    notes(generationId) {
      const generation = getGeneration(db, generationId)
      if (generation === null || !isTranscription(generation)) return null
      return notesOf(pollOf(generation))
    },
  }
}

const notThere = (generationId: string): BridgeError => ({
  code: 'not_found',
  message: `There is no transcription ${generationId}.`,
  retryable: false,
})

/** The notes of the last poll in the order of their times, with what a roll draws them on. */
export function notesOf(poll: TranscriptionPoll | null): NotesDocument {
  const result = poll?.result
  const { timing, rhythm } = result ?? {}
  return {
    notes: (result?.notes ?? [])
      .map(({ pitch, start, end, velocity, instrument }) => ({ pitch, start, end, velocity, instrument }))
      .toSorted((a, b) => a.start - b.start || a.pitch - b.pitch),
    tempoMap: result?.tempo_map ?? [],
    timeSignature: rhythm?.time_signature ?? null,
    pickupQuarters: rhythm?.pickup_quarters ?? 0,
    bpm: rhythm?.bpm ?? null,
    timing: {
      requested: timing?.requested ?? null,
      applied: timing?.applied ?? null,
      fallbackReason: timing?.fallback_reason ?? null,
    },
    isMusicXmlOptimized: result?.musicxml_optimized ?? null,
    isComplete: poll !== null && transcriptionPhase(poll.status) === 'succeeded',
  }
}
