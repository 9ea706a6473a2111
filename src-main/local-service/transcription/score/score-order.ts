// In which order a score has its parts, and which of them belong together.

import type { Instrument } from '../../../contract/index.ts'

type Family = 'woodwinds' | 'brass' | 'percussion' | 'voices' | 'strings' | 'plucked' | 'keyboards' | 'rhythm'

const FAMILIES: Readonly<Record<Family, readonly Instrument[]>> = {
  woodwinds: [
    'flutes',
    'oboe',
    'english_horn',
    'clarinet',
    'soprano_and_alto_sax',
    'tenor_sax',
    'baritone_sax',
    'bassoon',
  ],
  brass: ['french_horn', 'trumpet', 'trombone', 'tuba', 'brass_section'],
  percussion: ['timpani', 'chromatic_percussion', 'orchestra_hit'],
  voices: ['voice', 'synth_lead'],
  strings: ['violin', 'viola', 'cello', 'contrabass', 'string_ensemble', 'synth_strings'],
  plucked: ['orchestral_harp', 'acoustic_guitar', 'clean_electric_guitar', 'distorted_electric_guitar'],
  keyboards: ['acoustic_piano', 'electric_piano', 'organ', 'synth_pad'],
  rhythm: ['acoustic_bass', 'electric_bass', 'drums'],
}
/** As orchestras have it, strings last; where there are no winds, they stand above what accompanies them. */
const WITH_WINDS: readonly Family[] = [
  'woodwinds',
  'brass',
  'percussion',
  'voices',
  'plucked',
  'keyboards',
  'rhythm',
  'strings',
]
const WITHOUT_WINDS: readonly Family[] = ['percussion', 'voices', 'strings', 'plucked', 'keyboards', 'rhythm']
/** Families that a bracket joins. */
const BRACKETED: readonly Family[] = ['woodwinds', 'brass', 'strings']

/** The instruments from the top of a score to its bottom. */
export function inScoreOrder(instruments: readonly Instrument[]): Instrument[] {
  const winds = [...FAMILIES.woodwinds, ...FAMILIES.brass]
  const families = instruments.some((one) => winds.includes(one)) ? WITH_WINDS : WITHOUT_WINDS
  return families.flatMap((family) => FAMILIES[family].filter((one) => instruments.includes(one)))
}

/** Of instruments in that order, those that a bracket joins: two or more of a family. */
export function bracketsOf(instruments: readonly Instrument[]): Instrument[][] {
  return BRACKETED.map((family) => instruments.filter((one) => FAMILIES[family].includes(one))).filter(
    ({ length }) => length > 1,
  )
}
