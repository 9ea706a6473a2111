// Instrument detection (v2): request and answer.
import { z } from 'zod'
import { AudioSource } from './audio-to-midi.ts'
import { Credits } from './primitives.ts'

/** Body of `POST …/instruments`; no extra properties. `max_credits: 0` runs only when it is free. */
export const InstrumentDetectionRequest = z.strictObject({
  audio: AudioSource,
  max_credits: z.int().min(0).optional(),
})
export type InstrumentDetectionRequest = z.infer<typeof InstrumentDetectionRequest>

/** Answer of `POST …/instruments`. `agreement` is a rough signal 0..1, not a probability. */
export const InstrumentDetection = z.looseObject({
  instrument_detection_id: z.string().min(1),
  asset_id: z.string().min(1),
  recommended_instruments: z.array(z.string()),
  instruments: z.array(z.looseObject({ name: z.string(), agreement: z.number().min(0).max(1) })),
  credits_charged: Credits,
  free_detections_remaining: z.int().min(0),
  detector_revision: z.string().nullish(),
})
export type InstrumentDetection = z.infer<typeof InstrumentDetection>
