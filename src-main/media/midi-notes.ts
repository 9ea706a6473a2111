// Reads the notes and the tempo out of a MIDI file from outside, in the shape of a transcription's. In one pass, whatever the file holds.
import type { NotesDocument } from '../bridge/transcriptions.ts'
import { checkMidi } from './midi-check.ts'
import {
  EVENTS_MAX,
  isNoteOff,
  isNoteOn,
  METER,
  type MidiEvents,
  OpenNotes,
  readMidiEvents,
  TEMPO,
} from './midi-events.ts'
import { instrumentsAlong } from './midi-instruments.ts'
import { type MidiMeter, readMeters } from './midi-meters.ts'
import { failed, type Outcome, succeeded } from './outcome.ts'

export type MidiReadErrorCode = 'midi_invalid' | 'midi_too_long' | 'midi_patterns' | 'midi_empty'

/** What the roll draws of it. Notes by time, then pitch; a file that counts in frames of film has no beat, and neither tempo nor meter. */
export type MidiNotes = Pick<
  NotesDocument,
  'notes' | 'tempoMap' | 'timeSignature' | 'pickupQuarters' | 'meters'
>

/** As many as the roll draws without delay. */
export const MIDI_NOTES_MAX = 100_000
export const MIDI_LENGTH_MAX_S = 3_600
const DEFAULT_TEMPO_US = 500_000

/** Errors: `midi_invalid`, `midi_too_long`; `midi_patterns` for patterns without an order, `midi_empty` where nothing sounds. */
export function readMidiNotes(bytes: Uint8Array): Outcome<MidiNotes, MidiReadErrorCode> {
  const checked = checkMidi(bytes)
  if (!checked.ok) return checked
  if (checked.value.format === 2)
    return failed(
      'midi_patterns',
      'This MIDI file holds patterns without an order (format 2): it is no one piece.',
    )
  if (checked.value.notes === 0) return failed('midi_empty', 'There is no note in this MIDI file.')
  if (checked.value.notes > MIDI_NOTES_MAX)
    return tooLong(`${checked.value.notes} notes, ${MIDI_NOTES_MAX} are read at most`)
  const clock = clockOf(bytes)
  if (clock === null)
    return failed('midi_invalid', 'This MIDI file is damaged: it does not tell how time is counted.')
  const events = readMidiEvents(bytes)
  if (events === null) return tooLong(`more than ${EVENTS_MAX} events, or times that no track can hold`)
  return timed(events, clock)
}

const tooLong = (what: string) => failed('midi_too_long', `This MIDI file is too long: it has ${what}.`)

type Clock = { readonly ticksAQuarter: number } | { readonly secondsATick: number }

/** What a second is for files that count in frames: "29" stands for the 30 of colour television. Source: SMF 1.0, "Header Chunks". */
const framesASecond = (stored: number): number => (stored === 29 ? 30_000 / 1_001 : stored)

/** Null for a clock that never moves. Source: SMF 1.0, "Header Chunks". */
function clockOf(bytes: Uint8Array): Clock | null {
  const word = new DataView(bytes.buffer, bytes.byteOffset).getUint16(12)
  if (word < 0x8000) return word === 0 ? null : { ticksAQuarter: word }
  const ticks = framesASecond(256 - (word >> 8)) * (word & 0xff)
  return ticks === 0 ? null : { secondsATick: 1 / ticks }
}

function timed({ events, endTick }: MidiEvents, clock: Clock): Outcome<MidiNotes, MidiReadErrorCode> {
  const ticksAQuarter = 'ticksAQuarter' in clock ? clock.ticksAQuarter : null
  const tempos = new Map<number, number>()
  let secondsATick =
    'secondsATick' in clock ? clock.secondsATick : DEFAULT_TEMPO_US / 1e6 / clock.ticksAQuarter
  if (ticksAQuarter !== null) tempos.set(0, 60e6 / DEFAULT_TEMPO_US)
  let [tick, timeS] = [0, 0]
  const meters: MidiMeter[] = []
  const instrumentAt = instrumentsAlong()
  const notes: { pitch: number; start: number; end: number; velocity: number; instrument: string }[] = []
  const open = new OpenNotes<(typeof notes)[number]>()
  for (const event of events) {
    timeS += (event.tick - tick) * secondsATick
    tick = event.tick
    if (timeS > MIDI_LENGTH_MAX_S) return tooLong(`more than ${MIDI_LENGTH_MAX_S / 60} minutes`)
    const [first = 0, second = 0, third = 0] = event.data
    if (event.meta === TEMPO) {
      const microseconds = first * 65536 + second * 256 + third
      // A tempo of nothing has no meaning, and files that count in frames follow none.
      if (ticksAQuarter === null || microseconds === 0) continue
      secondsATick = microseconds / 1e6 / ticksAQuarter
      tempos.set(timeS, 60e6 / microseconds)
      continue
    }
    if (event.meta === METER && ticksAQuarter !== null && first >= 1 && first <= 32 && second <= 5)
      meters.push({ quarter: tick / ticksAQuarter, numerator: first, denominator: 2 ** second })
    if (event.status === 0xff) continue
    const instrument = instrumentAt(event)
    if (isNoteOn(event)) {
      // Until its end comes it lasts to the end of the piece.
      const note = { pitch: first, start: timeS, end: Number.POSITIVE_INFINITY, velocity: second, instrument }
      notes.push(note)
      open.begin(event, note)
    } else if (isNoteOff(event)) {
      const note = open.end(event)
      if (note !== undefined) note.end = timeS
    }
  }
  const endS = Math.min(timeS + (endTick - tick) * secondsATick, MIDI_LENGTH_MAX_S)
  for (const note of notes) note.end = Math.min(note.end, endS)
  return succeeded({
    notes: notes.sort((a, b) => a.start - b.start || a.pitch - b.pitch),
    tempoMap: [...tempos].map(([time, bpm]) => ({ time, bpm })),
    ...readMeters(meters),
  })
}
