// Which instruments are there, by what single notes are like.
import { describe, expect, test } from 'vitest'
import type { Instrument } from '../../../../src-main/contract/index.ts'
import {
  likenedNotes,
  presenceOf,
  presentInstruments,
} from '../../../../src-main/local-service/transcription/instruments/likened-notes.ts'
import {
  describePresences,
  type LikenedNote,
  PITCHED,
} from '../../../../src-main/local-service/transcription/instruments/presence.ts'

/** A note that is like some instruments, and a little like all others. */
function like(chances: Partial<Record<Instrument, number>>, pitch = 60): LikenedNote {
  const told = Object.values(chances).reduce((sum, chance) => sum + chance, 0)
  const rest = (1 - told) / (PITCHED.length - Object.keys(chances).length)
  return { pitch, certainty: 0.9, chances: Float32Array.from(PITCHED, (name) => chances[name] ?? rest) }
}
const times = (count: number, note: LikenedNote): LikenedNote[] => Array.from({ length: count }, () => note)
/** Share of the notes, as its logarithm, in the instrument's facts. */
const LOG_SHARE = 9

describe('Who is there', () => {
  test('is told by all notes together: what is mistaken for another now and then is not two instruments', () => {
    const notes = [
      ...times(20, like({ violin: 0.9 })),
      ...times(10, like({ violin: 0.4, viola: 0.45 })),
      ...times(20, like({ tuba: 0.9 }, 34)),
    ]
    const facts = describePresences(notes)
    const share = (name: Instrument) => Math.exp(facts[PITCHED.indexOf(name)]![LOG_SHARE]!)
    expect(share('violin')).toBeGreaterThan(0.5)
    expect(share('tuba')).toBeGreaterThan(0.35)
    expect(share('viola')).toBeLessThan(0.1)
  })

  test('is who nearly all notes are like', () => {
    const present = presentInstruments([
      ...times(60, like({ tuba: 0.95 }, 34)),
      ...times(60, like({ violin: 0.95 }, 76)),
    ])
    expect(present.toSorted()).toEqual(['tuba', 'violin'])
  })

  test('is nobody without notes, and nobody where notes are like everything', () => {
    expect(likenedNotes([], [])).toEqual([])
    expect(presenceOf([])('violin')).toBe(0)
    expect(presentInstruments([])).toEqual([])
    expect(presentInstruments(times(12, like({})))).toEqual([])
  })

  test('has drums only by what is said of hits', () => {
    expect(presenceOf(times(9, like({ violin: 0.9 })))('drums')).toBe(0)
  })
})
