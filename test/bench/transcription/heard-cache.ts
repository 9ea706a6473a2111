// What is heard of a recording, kept in a file: the model listens once, features are measured anew as often as they change.
// The files must be deleted where the listening itself changes: the model's part, the peaks, the levels of keys.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import {
  BANDS,
  measureKeyEnergy,
} from '../../../src-main/local-service/transcription/listening/key-energy.ts'
import type { NoteModel } from '../../../src-main/local-service/transcription/listening/note-model.ts'
import { KEYS, SPECTRUM_BINS } from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import { createTraits, TRAITS } from '../../../src-main/local-service/transcription/listening/traits.ts'
import { findCandidates, type Heard } from '../../../src-main/local-service/transcription/notes/candidates.ts'

/** What is heard of a signal; from the file at a path where that is there, else listened to and kept there. */
export function hearOnce(path: string, model: NoteModel, signalOf: () => Float32Array): Heard {
  if (existsSync(path)) return read(path)
  const signal = signalOf()
  const posteriors = model.listen(signal)
  const heard = { posteriors, energy: measureKeyEnergy(signal, posteriors.frameCount) }
  writeFileSync(`${path}.part`, Buffer.concat(partsOf(heard).map(bytesOf)))
  renameSync(`${path}.part`, path)
  return heard
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Frame count and number of places, the curves, the traits of each place in the candidates' order, the bytes of the spectrum. */
function partsOf(heard: Heard): (Float32Array | Uint8Array)[] {
  const { posteriors, energy } = heard
  const { frameCount, sounding, onsets, spectrum, traits } = posteriors
  const candidates = findCandidates(heard, 0, frameCount)
  return [
    Float32Array.of(frameCount, candidates.length),
    sounding,
    onsets,
    energy.db,
    energy.frameDb,
    energy.brightness,
    energy.flux,
    energy.bandDb,
    ...candidates.map(({ frame, key }) =>
      Float32Array.from(traits.at(frame, key) ?? new Float16Array(TRAITS)),
    ),
    spectrum,
  ]
}

function read(path: string): Heard {
  const bytes = readFileSync(path)
  let offset = bytes.byteOffset
  const floats = (length: number) => {
    offset += length * 4
    return new Float32Array(bytes.buffer, offset - length * 4, length)
  }
  const [frameCount = 0, places = 0] = floats(2)
  const [sounding, onsets, db] = [
    floats(frameCount * KEYS),
    floats(frameCount * KEYS),
    floats(frameCount * KEYS),
  ] as const
  const [frameDb, brightness, flux] = [floats(frameCount), floats(frameCount), floats(frameCount)] as const
  const bandDb = floats(frameCount * BANDS)
  const kept = floats(places * TRAITS)
  const spectrum = new Uint8Array(bytes.buffer, offset, frameCount * SPECTRUM_BINS)
  const heard: Heard = {
    posteriors: { frameCount, sounding, onsets, spectrum, traits: createTraits() },
    energy: { db, frameDb, brightness, flux, bandDb },
  }
  for (const [index, { frame, key }] of findCandidates(heard, 0, frameCount).entries())
    heard.posteriors.traits.keep(frame, key).set(kept.subarray(index * TRAITS, (index + 1) * TRAITS))
  return heard
}
