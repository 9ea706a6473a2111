// Writes standard MIDI files of type 1: a conductor track with tempo and meter, then one track a part.

import toneMidi from '@tonejs/midi'

/** The package is CommonJS: its class is a property of the default export. */
const { Midi } = toneMidi

export const PPQ = 480

export interface MidiPart {
  readonly name: string
  /** General MIDI program, 0..127. */
  readonly program: number
  /** 0..15; 9 is the drums'. */
  readonly channel: number
  readonly notes: readonly MidiNote[]
}

export interface MidiNote {
  readonly pitch: number
  readonly startTicks: number
  readonly endTicks: number
  /** 1..127. */
  readonly velocity: number
}

export interface MidiSong {
  readonly tempos: readonly { readonly ticks: number; readonly bpm: number }[]
  readonly meters: readonly {
    readonly ticks: number
    readonly numerator: number
    readonly denominator: number
  }[]
  readonly parts: readonly MidiPart[]
}

/** The bytes of the file. */
export function writeMidi({ tempos, meters, parts }: MidiSong): Uint8Array {
  const midi = new Midi()
  midi.header.fromJSON({
    name: '',
    ppq: PPQ,
    meta: [],
    tempos: tempos.map(({ ticks, bpm }) => ({ ticks, bpm })),
    timeSignatures: meters.map(({ ticks, numerator, denominator }) => ({
      ticks,
      timeSignature: [numerator, denominator],
    })),
    keySignatures: [],
  })
  for (const part of parts) {
    const track = midi.addTrack()
    track.name = part.name
    track.channel = part.channel
    track.instrument.number = part.program
    for (const { pitch, startTicks, endTicks, velocity } of part.notes) {
      track.addNote({
        midi: pitch,
        ticks: startTicks,
        durationTicks: Math.max(1, endTicks - startTicks),
        velocity: velocity / 127,
      })
    }
  }
  return midi.toArray()
}
