// What a score says of its parts before they begin: their names, and what plays them.

import type { Instrument } from '../../../contract/index.ts'
import { INSTRUMENT_FACTS } from '../parts/instruments.ts'
import { DRUM_PLACES } from './drum-places.ts'

/** The `score-part` of an instrument; `index` counts parts from 0. */
export function partHead(instrument: Instrument, index: number): string {
  const { name, program } = INSTRUMENT_FACTS[instrument]
  const id = `P${index + 1}`
  if (instrument !== 'drums') {
    const sound = `<score-instrument id="${id}-I1"><instrument-name>${name}</instrument-name></score-instrument>`
    const channel = (index % 15) + 1
    const midi = `<midi-instrument id="${id}-I1"><midi-channel>${channel >= 10 ? channel + 1 : channel}</midi-channel><midi-program>${program + 1}</midi-program></midi-instrument>`
    return `<score-part id="${id}"><part-name>${name}</part-name><part-abbreviation>${abbreviated(name)}</part-abbreviation>${sound}${midi}</score-part>`
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
  return `<score-part id="${id}"><part-name>${name}</part-name><part-abbreviation>Dr.</part-abbreviation>${sounds.join('')}${midis.join('')}</score-part>`
}

/** "E. gtr." for "Electric guitar": what stands before every system but the first. */
function abbreviated(name: string): string {
  const words = name.split(' ')
  const last = words.pop() ?? ''
  const short = last.length <= 5 ? last : `${last.slice(0, 4).replace(/[aeiou]+$/, '')}.`
  return [...words.map((word) => `${word.slice(0, 1)}.`), short].join(' ')
}
