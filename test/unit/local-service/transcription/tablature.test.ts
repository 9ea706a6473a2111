// Strings and frets: what a hand can play, near where it is.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHand, tuningOf } from '../../../../src-main/local-service/transcription/score/tablature.ts'

const guitar = tuningOf('acoustic_guitar') ?? []

describe('a hand on a neck', () => {
  test('plays open strings open, and a chord of C as everybody does', () => {
    expect(createHand(guitar).place([64])).toEqual([{ string: 1, fret: 0 }])
    expect(createHand(guitar).place([48, 52, 55, 60, 64])).toEqual([
      { string: 5, fret: 3 },
      { string: 4, fret: 2 },
      { string: 3, fret: 0 },
      { string: 2, fret: 1 },
      { string: 1, fret: 0 },
    ])
  })

  test('stays where it is when it can', () => {
    const hand = createHand(guitar)
    hand.place([76])
    const [place] = hand.place([74])
    expect(place).toEqual({ string: 1, fret: 10 })
  })

  test('leaves out what no string gives, and has no neck where there are no frets', () => {
    expect(createHand(guitar).place([20, 64])).toEqual([null, { string: 1, fret: 0 }])
    expect(tuningOf('violin')).toBeNull()
  })

  test('never puts two notes on one string, and each place sounds its pitch', () => {
    const chords = fc.array(fc.uniqueArray(fc.integer({ min: 40, max: 83 }), { maxLength: 6 }), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(chords, (all) => {
        const hand = createHand(guitar)
        for (const pitches of all) {
          const places = hand.place(pitches)
          const strings = places.flatMap((place) => (place === null ? [] : [place.string]))
          expect(new Set(strings).size).toBe(strings.length)
          for (const [index, place] of places.entries())
            if (place !== null) expect((guitar[place.string - 1] ?? 0) + place.fret).toBe(pitches[index])
        }
      }),
    )
  })
})
