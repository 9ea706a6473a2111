// Which instrument plays a note of a MIDI file, in the service's own names.
import type { MidiEvent } from './midi-events.ts'

const DRUM_CHANNEL = 9
export const DRUMS = 'drums'

/** Gives each event, in the order of time, the instrument that its channel has at that moment. */
export function instrumentsAlong(): (event: MidiEvent) => string {
  const programs = new Uint8Array(16)
  return ({ status, data }) => {
    const channel = status & 0xf
    if (status >> 4 === 0xc) programs[channel] = data[0] ?? 0
    return channel === DRUM_CHANNEL ? DRUMS : instrumentOfProgram(programs[channel] ?? 0)
  }
}

/** From each program on, the service's name of the instruments; those behind 95 it has none for. Source: General MIDI level 1 sound set. */
const PROGRAMS: readonly (readonly [from: number, instrument: string])[] = [
  [0, 'acoustic_piano'],
  [4, 'electric_piano'],
  [6, 'acoustic_piano'],
  [8, 'chromatic_percussion'],
  [16, 'organ'],
  [24, 'acoustic_guitar'],
  [26, 'clean_electric_guitar'],
  [29, 'distorted_electric_guitar'],
  [32, 'acoustic_bass'],
  [33, 'electric_bass'],
  [40, 'violin'],
  [41, 'viola'],
  [42, 'cello'],
  [43, 'contrabass'],
  [44, 'string_ensemble'],
  [46, 'orchestral_harp'],
  [47, 'timpani'],
  [48, 'string_ensemble'],
  [50, 'synth_strings'],
  [52, 'voice'],
  [55, 'orchestra_hit'],
  [56, 'trumpet'],
  [57, 'trombone'],
  [58, 'tuba'],
  [59, 'trumpet'],
  [60, 'french_horn'],
  [61, 'brass_section'],
  [64, 'soprano_and_alto_sax'],
  [66, 'tenor_sax'],
  [67, 'baritone_sax'],
  [68, 'oboe'],
  [69, 'english_horn'],
  [70, 'bassoon'],
  [71, 'clarinet'],
  [72, 'flutes'],
  [80, 'synth_lead'],
  [88, 'synth_pad'],
  [96, 'synth_effects'],
  [104, 'ethnic_instruments'],
  [112, 'percussive_instruments'],
  [120, 'sound_effects'],
]

/** @param program of General MIDI, 0..127 */
export function instrumentOfProgram(program: number): string {
  const found = PROGRAMS.findLast(([from]) => from <= program)
  if (found === undefined) throw new Error(`there is no program ${program}`)
  return found[1]
}
