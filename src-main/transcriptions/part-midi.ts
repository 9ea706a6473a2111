// One part of a transcription as a MIDI file of its own: cut out of the service's file where that can be told, else written from the notes.
import toneMidi from '@tonejs/midi'
import type { NotesDocument } from '../bridge/transcriptions.ts'
import { pickupMeter } from '../contract/index.ts'

/** The package is CommonJS: its class is a property of the default export. */
const { Midi } = toneMidi
const DRUMS = 'drums'
const DRUM_CHANNEL = 9
const PPQ = 480

/** Instruments in the order of their first notes. */
export const partsOf = ({ notes }: Pick<NotesDocument, 'notes'>): readonly string[] => [
  ...new Set(notes.map(({ instrument }) => instrument)),
]

/** @param whole bytes of the service's file, which passed its checks; null where there is none */
export function partMidi(whole: Uint8Array | null, document: NotesDocument, instrument: string): Uint8Array {
  return (whole === null ? null : cutOut(whole, document, instrument)) ?? written(document, instrument)
}

/** Null where no track is this part beyond doubt. The track is taken byte by byte, with its bends and controllers, behind the one of tempo and meter. */
function cutOut(whole: Uint8Array, document: NotesDocument, instrument: string): Uint8Array | null {
  const { tracks } = new Midi(whole)
  const count = document.notes.filter((note) => note.instrument === instrument).length
  const fitting = tracks.filter(
    (track) => track.notes.length === count && (track.channel === DRUM_CHANNEL) === (instrument === DRUMS),
  )
  const [only] = fitting
  if (only === undefined || fitting.length > 1) return null
  const chunks = trackChunks(whole)
  // The reader of MIDI leaves out a first track in which nothing sounds.
  const track = chunks[tracks.indexOf(only) + chunks.length - tracks.length]
  const [conductor] = chunks
  if (track === undefined || conductor === undefined) return null
  if (track === conductor) return chunks.length === 1 ? whole : null
  const header = Uint8Array.from(whole.subarray(0, HEADER_BYTES))
  // Type 1, two tracks; how ticks are counted stays.
  header.set([0, 1, 0, 2], TYPE_OFFSET)
  return Buffer.concat([header, conductor, track])
}

/** Of a header: its name, its length, then type and number of tracks. */
const HEADER_BYTES = 14
const TYPE_OFFSET = 8
const CHUNK_HEAD_BYTES = 8

/** The tracks of a file, their heads with them. */
function trackChunks(whole: Uint8Array): Uint8Array[] {
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength)
  const chunks: Uint8Array[] = []
  let at = CHUNK_HEAD_BYTES + view.getUint32(4)
  while (at + CHUNK_HEAD_BYTES <= whole.length) {
    const end = at + CHUNK_HEAD_BYTES + view.getUint32(at + 4)
    if (Buffer.from(whole.subarray(at, at + 4)).toString('latin1') === 'MTrk')
      chunks.push(whole.subarray(at, end))
    at = end
  }
  return chunks
}

/** An incomplete bar has a meter of its own, so that the whole ones begin where they do. */
function metersOf({ timeSignature, pickupQuarters = 0 }: NotesDocument) {
  if (timeSignature === null) return []
  const { numerator, denominator } = timeSignature
  const whole = { ticks: pickupQuarters * PPQ, timeSignature: [numerator, denominator] }
  if (pickupQuarters === 0) return [whole]
  const pickup = pickupMeter(pickupQuarters, denominator)
  return [{ ticks: 0, timeSignature: [pickup.numerator, pickup.denominator] }, whole]
}

function written(document: NotesDocument, instrument: string): Uint8Array {
  const midi = new Midi()
  let ticks = 0
  const tempos = document.tempoMap.map(({ time, bpm }, index) => {
    const before = document.tempoMap[index - 1]
    if (before !== undefined) ticks += ((time - before.time) * before.bpm * PPQ) / 60
    return { ticks: Math.round(ticks), bpm }
  })
  midi.header.fromJSON({
    name: '',
    ppq: PPQ,
    meta: [],
    tempos: tempos.length === 0 ? [{ ticks: 0, bpm: document.bpm ?? 120 }] : tempos,
    timeSignatures: metersOf(document),
    keySignatures: [],
  })
  const track = midi.addTrack()
  track.name = instrument
  track.channel = instrument === DRUMS ? DRUM_CHANNEL : 0
  for (const { pitch, start, end, velocity, instrument: of } of document.notes) {
    if (of === instrument)
      track.addNote({ midi: pitch, time: start, duration: end - start, velocity: velocity / 127 })
  }
  return midi.toArray()
}
