// What a score says of its parts before they begin: their names, and what plays them.

import type { Instrument } from '../../../contract/index.ts'
import { INSTRUMENT_FACTS } from '../parts/instruments.ts'
import { DRUM_PLACES } from './drum-places.ts'
import { bracketsOf } from './score-order.ts'
import type { WrittenPart } from './written-part.ts'

/** The parts in their order, those of a family joined by brackets. What stands alone is named above the page, not before its staves. */
export function partList(
  parts: readonly Pick<WrittenPart, 'instrument' | 'transposition'>[],
  isNamed: boolean,
): string {
  const brackets = isNamed ? bracketsOf(parts.map(({ instrument }) => instrument)) : []
  const heads = parts.map((part, index) => {
    const opens = brackets.some((bracket) => bracket[0] === part.instrument)
    const closes = brackets.some((bracket) => bracket.at(-1) === part.instrument)
    return `${opens ? BRACKET_BEGUN : ''}${partHead(part, index, isNamed)}${closes ? BRACKET_ENDED : ''}`
  })
  return `<part-list>${heads.join('')}</part-list>`
}

/** What a part is called; whoever reads it in another key than it sounds in is told. */
export function partNameOf(instrument: Instrument, isTransposed: boolean): string {
  const { name } = INSTRUMENT_FACTS[instrument]
  const key = isTransposed ? PLAYED_IN[instrument] : undefined
  return key === undefined ? name : `${name} in ${key}`
}

/** Instruments that are built in several keys; saxophones and the English horn tell theirs by their name. */
const PLAYED_IN: Partial<Readonly<Record<Instrument, string>>> = {
  trumpet: 'B-flat',
  clarinet: 'B-flat',
  french_horn: 'F',
}

const BRACKET_BEGUN =
  '<part-group number="1" type="start"><group-symbol>bracket</group-symbol><group-barline>yes</group-barline></part-group>'
const BRACKET_ENDED = '<part-group number="1" type="stop"/>'

/** The `score-part` of an instrument; `index` counts parts from 0. */
function partHead(
  { instrument, transposition }: Pick<WrittenPart, 'instrument' | 'transposition'>,
  index: number,
  isNamed: boolean,
): string {
  const { program } = INSTRUMENT_FACTS[instrument]
  const name = partNameOf(instrument, transposition !== null)
  const id = `P${index + 1}`
  const hidden = isNamed ? '' : ' print-object="no"'
  const names = `<part-name${hidden}>${name}</part-name><part-abbreviation${hidden}>${ABBREVIATIONS[instrument]}</part-abbreviation>`
  if (instrument !== 'drums') {
    const sound = `<score-instrument id="${id}-I1"><instrument-name>${name}</instrument-name></score-instrument>`
    const channel = (index % 15) + 1
    const midi = `<midi-instrument id="${id}-I1"><midi-channel>${channel >= 10 ? channel + 1 : channel}</midi-channel><midi-program>${program + 1}</midi-program></midi-instrument>`
    return `<score-part id="${id}">${names}${sound}${midi}</score-part>`
  }
  const keys = Object.entries(DRUM_PLACES)
  const sounds = keys.map(
    ([key, [drum]]) =>
      `<score-instrument id="${id}-D${key}"><instrument-name>${drum}</instrument-name></score-instrument>`,
  )
  const midis = keys.map(
    ([key]) =>
      `<midi-instrument id="${id}-D${key}"><midi-channel>10</midi-channel><midi-unpitched>${Number(key) + 1}</midi-unpitched></midi-instrument>`,
  )
  return `<score-part id="${id}">${names}${sounds.join('')}${midis.join('')}</score-part>`
}

/** What stands before every system but the first, as scores commonly have it. */
const ABBREVIATIONS: Readonly<Record<Instrument, string>> = {
  acoustic_piano: 'Pno.',
  electric_piano: 'E. Pno.',
  chromatic_percussion: 'Vib.',
  organ: 'Org.',
  acoustic_guitar: 'A. Gtr.',
  clean_electric_guitar: 'E. Gtr.',
  distorted_electric_guitar: 'D. Gtr.',
  acoustic_bass: 'A. Bass',
  electric_bass: 'E. Bass',
  violin: 'Vln.',
  viola: 'Vla.',
  cello: 'Vc.',
  contrabass: 'Cb.',
  orchestral_harp: 'Hp.',
  timpani: 'Timp.',
  string_ensemble: 'Str.',
  synth_strings: 'Syn. Str.',
  voice: 'Vo.',
  orchestra_hit: 'O. Hit',
  trumpet: 'Tpt.',
  trombone: 'Tbn.',
  tuba: 'Tba.',
  french_horn: 'Hn.',
  brass_section: 'Br.',
  soprano_and_alto_sax: 'A. Sax.',
  tenor_sax: 'T. Sax.',
  baritone_sax: 'B. Sax.',
  oboe: 'Ob.',
  english_horn: 'E. Hn.',
  bassoon: 'Bsn.',
  clarinet: 'Cl.',
  flutes: 'Fl.',
  synth_lead: 'Ld.',
  synth_pad: 'Pad',
  drums: 'Dr.',
}
