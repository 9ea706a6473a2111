// The 35 instruments as parts: General MIDI program, name, range, clef.

import type { Instrument } from '../../../contract/index.ts'

export type Clef = 'treble' | 'bass' | 'alto' | 'grand' | 'percussion'

export interface InstrumentFacts {
  readonly name: string
  /** General MIDI program, 0..127. */
  readonly program: number
  readonly clef: Clef
  /** Lowest, most usual and highest sounding pitch. */
  readonly range: readonly [lowest: number, usual: number, highest: number]
  /** How many notes it sounds at once as a rule. */
  readonly voices: number
}

const facts = (
  name: string,
  program: number,
  clef: Clef,
  range: InstrumentFacts['range'],
  voices = 1,
): InstrumentFacts => ({ name, program, clef, range, voices })

/** In the order of the contract's list. */
export const INSTRUMENT_FACTS: Readonly<Record<Instrument, InstrumentFacts>> = {
  acoustic_piano: facts('Piano', 0, 'grand', [21, 60, 108], 10),
  electric_piano: facts('Electric piano', 4, 'grand', [28, 60, 103], 10),
  chromatic_percussion: facts('Vibraphone', 11, 'treble', [53, 77, 108], 4),
  organ: facts('Organ', 16, 'grand', [36, 60, 96], 10),
  acoustic_guitar: facts('Acoustic guitar', 24, 'treble', [40, 57, 88], 6),
  clean_electric_guitar: facts('Electric guitar', 27, 'treble', [40, 60, 88], 6),
  distorted_electric_guitar: facts('Distorted guitar', 30, 'treble', [38, 55, 88], 4),
  acoustic_bass: facts('Acoustic bass', 32, 'bass', [28, 40, 60]),
  electric_bass: facts('Electric bass', 33, 'bass', [28, 40, 60]),
  violin: facts('Violin', 40, 'treble', [55, 74, 103], 2),
  viola: facts('Viola', 41, 'alto', [48, 62, 88], 2),
  cello: facts('Cello', 42, 'bass', [36, 50, 76], 2),
  contrabass: facts('Contrabass', 43, 'bass', [28, 40, 60]),
  orchestral_harp: facts('Harp', 46, 'grand', [24, 62, 103], 8),
  timpani: facts('Timpani', 47, 'bass', [38, 45, 57]),
  string_ensemble: facts('Strings', 48, 'grand', [28, 62, 96], 8),
  synth_strings: facts('Synth strings', 50, 'grand', [28, 62, 96], 8),
  voice: facts('Voice', 52, 'treble', [41, 64, 84]),
  orchestra_hit: facts('Orchestra hit', 55, 'treble', [36, 60, 84], 2),
  trumpet: facts('Trumpet', 56, 'treble', [54, 70, 86]),
  trombone: facts('Trombone', 57, 'bass', [40, 53, 72]),
  tuba: facts('Tuba', 58, 'bass', [26, 40, 58]),
  french_horn: facts('French horn', 60, 'treble', [41, 58, 77]),
  brass_section: facts('Brass', 61, 'treble', [36, 62, 84], 4),
  soprano_and_alto_sax: facts('Alto saxophone', 65, 'treble', [49, 67, 88]),
  tenor_sax: facts('Tenor saxophone', 66, 'treble', [44, 60, 79]),
  baritone_sax: facts('Baritone saxophone', 67, 'bass', [36, 50, 69]),
  oboe: facts('Oboe', 68, 'treble', [58, 74, 91]),
  english_horn: facts('English horn', 69, 'treble', [52, 66, 81]),
  bassoon: facts('Bassoon', 70, 'bass', [34, 48, 72]),
  clarinet: facts('Clarinet', 71, 'treble', [50, 67, 91]),
  flutes: facts('Flute', 73, 'treble', [60, 79, 98]),
  synth_lead: facts('Synth lead', 80, 'treble', [36, 72, 103]),
  synth_pad: facts('Synth pad', 88, 'grand', [28, 60, 96], 8),
  drums: facts('Drums', 0, 'percussion', [35, 42, 81], 4),
}
