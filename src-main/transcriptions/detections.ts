// Which instruments a service hears in a sound: asked for, and kept as long as a transcription may name what it found.

import { z } from 'zod'
import { failure, success } from '../bridge/reply.ts'
import type { DetectionAnswer, DetectionQuestion, DetectionView } from '../bridge/transcriptions.ts'
import type { Reply } from '../bridge/types.ts'
import { bridgeErrorOf } from '../connections/bridge-error.ts'
import type { Connections } from '../connections/connections.ts'
import { type Asker, type BringPorts, bringSources } from '../generations/bring-source.ts'
import { AUDIO_TO_MIDI } from '../generations/generation.ts'
import { generationsOfFamily } from '../generations/generation-store.ts'
import { optionsOf } from '../generations/midi-intent.ts'
import type { WritableDatabase } from '../library/database.ts'

type Place = Pick<DetectionQuestion, 'connectionId' | 'soundId'>

export interface Detections {
  /** Uploads the sound where it has to. What is heard replaces what was kept of the sound. */
  detect(question: DetectionQuestion, asker: Asker): Promise<Reply<DetectionAnswer>>
  /** What was heard last; null where nothing was, the sound has another content by now, or the service knows of it no more. */
  kept(place: Place): DetectionView | null
}

/** How long a transcription may name a detection: the service takes its charge off for that long. */
const NAMED_FOR_MS = 30 * 24 * 60 * 60_000
/** Transcriptions of one sound that are looked through for a refusal. */
const LOOKED_THROUGH = 50

const heard = z.object({
  recommended: z.array(z.string()),
  instruments: z.array(z.object({ name: z.string(), agreement: z.number() })),
  creditsCharged: z.int(),
})
const row = z.object({ detection_id: z.string(), heard_json: z.string() })

export function createDetections(
  options: BringPorts & { readonly db: WritableDatabase; readonly connections: Connections },
): Detections {
  const { db, connections, now } = options

  const keep = ({ connectionId, soundId }: Place, { detectionId, ...said }: DetectionView): void => {
    const insert = db.statement(
      `INSERT OR REPLACE INTO instrument_detections
         (connection_id, sound_id, sha256, detection_id, detected_at_ms, heard_json)
       SELECT ?, id, sha256, ?, ?, ? FROM sounds WHERE id = ?`,
    )
    insert.run([connectionId, detectionId, now(), JSON.stringify(said), soundId])
  }
  /** A service that has lost it refuses each request that names it. */
  const isRefused = (soundId: number, detectionId: string): boolean =>
    generationsOfFamily(db, AUDIO_TO_MIDI, soundId, LOOKED_THROUGH).some(
      (generation) =>
        generation.error?.param === 'instrument_detection_id' &&
        optionsOf(generation).instrument_detection_id === detectionId,
    )

  return {
    async detect({ connectionId, soundId, maxCredits }, asker) {
      const found = await connections.client(connectionId)
      if (!found.ok) return failure(found.error)
      const sources = { audio: { kind: 'sound', soundId } } as const
      const assets = await bringSources(sources, { connectionId, found }, options, asker)
      if (!assets.ok) return assets
      const { audio } = assets.value
      if (audio === undefined)
        return failure({ code: 'not_found', message: `There is no sound ${soundId}.`, retryable: false })
      const detected = await found.client.detectInstruments(
        {
          audio: { type: 'asset', asset_id: audio },
          ...(maxCredits === null ? {} : { max_credits: maxCredits }),
        },
        { signal: asker.signal },
      )
      if (!detected.ok) return failure(bridgeErrorOf(detected.error))
      const { value } = detected
      if (value.credits_charged > 0) void connections.refresh(connectionId)
      const view: DetectionView = {
        detectionId: value.instrument_detection_id,
        recommended: value.recommended_instruments,
        instruments: value.instruments.map(({ name, agreement }) => ({ name, agreement })),
        creditsCharged: value.credits_charged,
      }
      keep({ connectionId, soundId }, view)
      return success({ ...view, freeLeft: value.free_detections_remaining })
    },
    kept({ connectionId, soundId }) {
      const stored = db
        .statement(
          `SELECT detection_id, heard_json FROM instrument_detections
           JOIN sounds ON sounds.id = sound_id AND sounds.sha256 = instrument_detections.sha256
           WHERE instrument_detections.connection_id = ? AND sound_id = ? AND detected_at_ms > ?`,
        )
        .get([connectionId, soundId, now() - NAMED_FOR_MS])
      if (stored === undefined) return null
      const { detection_id: detectionId, heard_json: json } = row.parse(stored)
      if (isRefused(soundId, detectionId)) return null
      return { detectionId, ...heard.parse(JSON.parse(json)) }
    },
  }
}
