// MIDI files as tests need them: a right one by another library's writer, and raw ones byte by byte.
import toneMidi from '@tonejs/midi'

/** The package is CommonJS: its class is a property of the default export. */
const { Midi } = toneMidi

/** Two parts and a kit, with a change of tempo. */
export function trioMidi(): Uint8Array {
  const midi = new Midi()
  midi.header.fromJSON({
    name: '',
    ppq: 480,
    meta: [],
    tempos: [
      { ticks: 0, bpm: 120 },
      { ticks: 960, bpm: 60 },
    ],
    timeSignatures: [{ ticks: 0, timeSignature: [6, 8] }],
    keySignatures: [],
  })
  const part = (channel: number, program: number, pitch: number) => {
    const track = midi.addTrack()
    track.channel = channel
    track.instrument.number = program
    for (const ticks of [0, 960]) track.addNote({ midi: pitch, ticks, durationTicks: 480, velocity: 0.5 })
    return track
  }
  part(0, 40, 67).addPitchBend({ ticks: 100, value: 1 })
  part(1, 32, 36)
  part(9, 0, 38)
  return midi.toArray()
}

/** A file of one track with these bytes. @param division the header's word for how ticks are counted */
export function rawMidi(track: readonly number[], format = 0, division = 480): Uint8Array {
  const head = Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\0MTrk\0\0\0\0', 'latin1')
  head.writeUInt16BE(format, 8)
  head.writeUInt16BE(division, 12)
  head.writeUInt32BE(track.length, 18)
  return Buffer.concat([head, Buffer.from(track)])
}
export const END_OF_TRACK = [0, 0xff, 0x2f, 0] as const
