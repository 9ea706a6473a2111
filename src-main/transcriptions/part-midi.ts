// One part of a transcription as a MIDI file of its own: cut out of the service's file where that can be told, else written from the notes.
import toneMidi from '@tonejs/midi'
import type { NotesDocument } from '../bridge/transcriptions.ts'

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

/** Null where no track is this part beyond doubt. Keeps tempo, meter, bends and controllers. */
function cutOut(whole: Uint8Array, document: NotesDocument, instrument: string): Uint8Array | null {
  const midi = new Midi(whole)
  const count = document.notes.filter((note) => note.instrument === instrument).length
  const fitting = midi.tracks.filter(
    (track) => track.notes.length === count && (track.channel === DRUM_CHANNEL) === (instrument === DRUMS),
  )
  const [only] = fitting
  if (only === undefined || fitting.length > 1) return null
  midi.tracks = [only]
  return midi.toArray()
}

function written(document: NotesDocument, instrument: string): Uint8Array {
  const midi = new Midi()
  let ticks = 0
  const tempos = document.tempoMap.map(({ time, bpm }, index) => {
    const before = document.tempoMap[index - 1]
    if (before !== undefined) ticks += ((time - before.time) * before.bpm * PPQ) / 60
    return { ticks: Math.round(ticks), bpm }
  })
  const { timeSignature } = document
  midi.header.fromJSON({
    name: '',
    ppq: PPQ,
    meta: [],
    tempos: tempos.length === 0 ? [{ ticks: 0, bpm: document.bpm ?? 120 }] : tempos,
    timeSignatures:
      timeSignature === null
        ? []
        : [{ ticks: 0, timeSignature: [timeSignature.numerator, timeSignature.denominator] }],
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
