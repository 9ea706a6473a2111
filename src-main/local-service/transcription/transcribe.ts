// A recording in, everything that is known of its music out.

import type { AudioToMidiRequest, Instrument } from '../../contract/index.ts'
import { type Arrangement, arrange } from './arrange.ts'
import { hearBends } from './bends/bends.ts'
import { withRides } from './drums/rides.ts'
import { findDrums, type HeardDrums } from './drums/written-hits.ts'
import { likenedNotes, presentInstruments } from './instruments/likened-notes.ts'
import { measureKeyEnergy } from './listening/key-energy.ts'
import type { NoteModel } from './listening/note-model.ts'
import { frameCountOf, letGo } from './listening/posteriors.ts'
import type { Recording } from './listening/recording.ts'
import { LOOK_AHEAD_FRAMES } from './notes/candidate-features.ts'
import { createNoteDecoder, type HeardNote, type NoteNetworks, SURE_NOTE } from './notes/decode-notes.ts'
import { decodeNetwork } from './notes/network.ts'
import { CANDIDATES_NETWORK, ENDINGS_NETWORK } from './notes/trained-weights.ts'
import { assignInstruments, pitchedOf } from './parts/assign.ts'
import { findLikelyDrums, isClearlyPercussive } from './parts/drums.ts'
import { describeSounds } from './parts/note-sounds.ts'
import { hearRhythm } from './rhythm/take-rhythm.ts'

/** What listens: loaded once, used for every recording. */
export interface Listener {
  readonly model: NoteModel
  readonly networks: NoteNetworks
}

/** A recording that never gets louder holds nothing. */
const SILENCE_DB = -70

const NO_DRUMS: HeardDrums = { hits: [], doPlay: false }

interface ListenedNotes {
  readonly notes: readonly HeardNote[]
  /** The instrument of each. */
  readonly assigned: readonly Instrument[]
}

const NOTHING: ListenedNotes = { notes: [], assigned: [] }

/** The listener over a model, with the networks that this release was trained with. */
export function createListener(model: NoteModel): Listener {
  return {
    model,
    networks: { candidates: decodeNetwork(CANDIDATES_NETWORK), endings: decodeNetwork(ENDINGS_NETWORK) },
  }
}

/**
 * Transcribes a recording.
 * @param onProgress gets the notes that are decoded so far, as they will be but for their parts, and the share of the way
 */
export function transcribe(
  { signal, durationMs }: Recording,
  request: AudioToMidiRequest,
  { model, networks }: Listener,
  onProgress: (notes: readonly HeardNote[], share: number) => void = () => {},
): Arrangement {
  const energy = measureKeyEnergy(signal, frameCountOf(signal))
  const isSilent = energy.frameDb.every((level) => level < SILENCE_DB)
  const durationSeconds = durationMs / 1000
  const listen = (): ListenedNotes => {
    // What is no note is most of what traits are kept of.
    const decoder = createNoteDecoder(networks, undefined, ({ posteriors }, { frame, key }) =>
      posteriors.traits.forget(frame, key),
    )
    const soFar: HeardNote[] = []
    const posteriors = model.listen(signal, (posteriors, share) => {
      // What comes later tells whether a candidate is a note.
      const judged = decoder.judgeUntil({ posteriors, energy }, posteriors.frameCount - LOOK_AHEAD_FRAMES)
      soFar.push(...decoder.notesOf({ posteriors, energy }, judged))
      onProgress(soFar, share)
    })
    const heard = { posteriors, energy }
    decoder.judgeUntil(heard, posteriors.frameCount)
    // The last window reaches past the recording's end.
    const notes = decoder
      .notesOf(heard)
      .filter(({ start }) => start < durationSeconds)
      .map((note) => ({ ...note, end: Math.min(note.end, durationSeconds) }))
    const listed = request.instruments
    // With one instrument there is nothing to tell apart.
    const isToldApart = listed === undefined || pitchedOf(listed).length > 1
    const sounds = isToldApart ? describeSounds(notes, heard, signal) : []
    letGo(posteriors)
    const players = listed ?? presentInstruments(likenedNotes(notes, sounds))
    return { notes, assigned: assignInstruments(notes, sounds, players) }
  }
  const { notes, assigned } = isSilent ? NOTHING : listen()
  const areNamed = request.instruments?.includes('drums')
  // A list without drums leaves them out, whatever is heard.
  const heardDrums = isSilent || areNamed === false ? NO_DRUMS : findDrums(signal, energy, areNamed)
  const hits = heardDrums.hits.filter(({ start }) => start < durationSeconds)
  const sure = notes.filter(({ certainty }) => certainty >= SURE_NOTE).length
  const isPercussive = !request.instruments && isClearlyPercussive(hits.length, sure, durationSeconds)
  // Without a list whatever is heard is written: drums, too, where they surely play.
  const hasDrums = areNamed ?? (isPercussive || heardDrums.doPlay)
  const drums = hasDrums ? hits : []
  const pitched = isPercussive || isDrumsOnly(request) ? [] : notes
  const likelyHits = isSilent ? [] : findLikelyDrums(energy).filter(({ start }) => start < durationSeconds)
  // Beats and bars were learnt from likely hits, not from those that are written.
  const beating = hasDrums ? likelyHits : []
  const rhythm = hearRhythm(pitched, energy, durationSeconds, request, likelyHits, beating, drums)
  const arrangement = arrange(pitched, withRides(drums), rhythm, request, assigned)
  return { ...arrangement, bends: hearBends(arrangement, signal) }
}

function isDrumsOnly({ instruments }: AudioToMidiRequest): boolean {
  return instruments !== undefined && instruments.length > 0 && instruments.every((name) => name === 'drums')
}
