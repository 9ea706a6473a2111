// The closed list of instruments that transcription requests name.
import { z } from 'zod'

/** The 35 instrument names. */
export const INSTRUMENTS = [
  'acoustic_piano',
  'electric_piano',
  'chromatic_percussion',
  'organ',
  'acoustic_guitar',
  'clean_electric_guitar',
  'distorted_electric_guitar',
  'acoustic_bass',
  'electric_bass',
  'violin',
  'viola',
  'cello',
  'contrabass',
  'orchestral_harp',
  'timpani',
  'string_ensemble',
  'synth_strings',
  'voice',
  'orchestra_hit',
  'trumpet',
  'trombone',
  'tuba',
  'french_horn',
  'brass_section',
  'soprano_and_alto_sax',
  'tenor_sax',
  'baritone_sax',
  'oboe',
  'english_horn',
  'bassoon',
  'clarinet',
  'flutes',
  'synth_lead',
  'synth_pad',
  'drums',
] as const

/** An instrument in a request; an unknown name is a 400. */
export const Instrument = z.enum(INSTRUMENTS)
export type Instrument = z.infer<typeof Instrument>
