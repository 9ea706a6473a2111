// What a score says of its parts before they begin: their names, and what plays them.

import type { Instrument } from '../../../contract/index.ts'
import { INSTRUMENT_FACTS } from '../parts/instruments.ts'
import { DRUM_PLACES } from './drum-places.ts'

/** The `score-part` of an instrument; `index` counts parts from 0. What stands alone is named above the page, not before its staves. */
export function partHead(instrument: Instrument, index: number, isNamed: boolean): string {
  const { name, program } = INSTRUMENT_FACTS[instrument]
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
