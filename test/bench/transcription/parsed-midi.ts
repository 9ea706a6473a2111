// MIDI files as @tonejs/midi reads them, and what their meters count.

import toneMidi from '@tonejs/midi'

export type ParsedMidi = InstanceType<typeof toneMidi.Midi>

/** Throws where the bytes are no MIDI file. */
export function parseMidi(bytes: Uint8Array): ParsedMidi {
  // The package is CommonJS: its class is a property of the default export.
  return new toneMidi.Midi(bytes)
}

/** The beat of a meter in quarters: a half in 2/2 and 3/2, three eighths in a compound one and in 3/8, else the quarter. */
export function quartersOfBeat([numerator = 4, denominator = 4]: readonly number[]): number {
  if (denominator > 4 && numerator % 3 === 0) return 12 / denominator
  return denominator === 2 ? 2 : 1
}
