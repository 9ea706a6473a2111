// Cuts one part out of a MIDI file.
import {
  isNoteOff,
  isNoteOn,
  type MidiEvent,
  OpenNotes,
  readMidiEvents,
  writeMidiTrack,
} from './midi-events.ts'
import { instrumentsAlong } from './midi-instruments.ts'

/**
 * One part as a file of two tracks: tempo, meter and key, then the part's notes with all that its channels are told besides.
 * @param bytes passed `readMidiNotes`
 * @param instrument as there
 */
export function midiPart(bytes: Uint8Array, instrument: string): Uint8Array {
  const read = readMidiEvents(bytes)
  if (read === null) throw new Error('a part is cut out of a file that was not read')
  const conductor: MidiEvent[] = []
  const kept = new Set<MidiEvent>()
  const channels = new Set<number>()
  const open = new OpenNotes<boolean>()
  const instrumentAt = instrumentsAlong()
  for (const event of read.events) {
    if (event.status === 0xff) {
      conductor.push(event)
      continue
    }
    const isOurs = instrumentAt(event) === instrument
    if (isNoteOn(event)) {
      open.begin(event, isOurs)
      if (!isOurs) continue
      kept.add(event)
      channels.add(event.status & 0xf)
    } else if (isNoteOff(event) && open.end(event) === true) kept.add(event)
  }
  const part = read.events.filter(
    (event) =>
      kept.has(event) ||
      (event.status !== 0xff && !isNoteOn(event) && !isNoteOff(event) && channels.has(event.status & 0xf)),
  )
  const header = Buffer.from('MThd\0\0\0\x06\0\x01\0\x02\0\0', 'latin1')
  // How ticks are counted stays.
  header.set(bytes.subarray(12, 14), 12)
  return Buffer.concat([header, writeMidiTrack(conductor), writeMidiTrack(part)])
}
