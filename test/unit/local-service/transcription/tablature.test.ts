// Strings and frets: what a hand can play, moving as little as it can.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerings, tuningOf } from '../../../../src-main/local-service/transcription/score/tablature.ts'

const guitar = tuningOf('acoustic_guitar') ?? []
const bass = tuningOf('electric_bass') ?? []

describe('a hand on a neck', () => {
  test('plays open strings open, and a chord of C as everybody does', () => {
    expect(fingerings([[64], [48, 52, 55, 60, 64]], guitar)).toEqual([
      [{ string: 1, fret: 0 }],
      [
        { string: 5, fret: 3 },
        { string: 4, fret: 2 },
        { string: 3, fret: 0 },
        { string: 2, fret: 1 },
        { string: 1, fret: 0 },
      ],
    ])
  })

  test('stays where it is when it can', () => {
    expect(fingerings([[76], [74]], guitar)[1]).toEqual([{ string: 1, fret: 10 }])
  })

  test('looks ahead: where to begin is told by what follows', () => {
    const frets = (chords: readonly number[][]) =>
      fingerings(chords, guitar).map(([place]) => place?.fret ?? null)
    expect(frets([[67], [65], [64]])).toEqual([3, 1, 0])
    expect(frets([[67], [79], [78], [79]])[0]).toBeGreaterThanOrEqual(12)
  })

  test('picks a pattern in C without leaving the first frets', () => {
    const pattern = [[48], [64], [55], [72], [64], [55], [48], [64]]
    const frets = fingerings(pattern, guitar).flatMap((places) => places.map((place) => place?.fret ?? 99))
    expect(frets.filter((fret) => fret !== 8 && fret > 3)).toEqual([])
  })

  test('plays a figure alike wherever it comes', () => {
    const figure = [[52], [59], [64], [67], [71], [67], [64], [59]]
    const high = [[76], [79], [83], [79]]
    const places = fingerings([...figure, ...figure, ...high, ...figure, ...high, ...figure], guitar)
    const first = places.slice(0, 8)
    for (const from of [8, 20, 32]) expect(places.slice(from, from + 8)).toEqual(first)
  })

  test('comes back from one high note', () => {
    const frets = fingerings([[48], [52], [55], [60], [76], [48], [52], [55], [60], [55]], guitar)
    expect(frets.slice(5).flatMap((places) => places.map((place) => place?.fret ?? 99))).toEqual([
      3, 2, 0, 1, 0,
    ])
  })

  test('leaves out what no hand reaches beside the rest of a chord', () => {
    const [places] = fingerings([[45, 52, 57, 60, 64, 83]], guitar)
    expect(places?.at(-1)).toBeNull()
    expect(places?.slice(0, -1)).not.toContain(null)
  })

  test('leaves out what no string gives, and has no neck where there are no frets', () => {
    expect(fingerings([[20, 64], [100]], guitar)).toEqual([[null, { string: 1, fret: 0 }], [null]])
    expect(tuningOf('violin')).toBeNull()
  })

  test('never puts two notes on one string, and each place sounds its pitch', () => {
    const chords = fc.array(fc.uniqueArray(fc.integer({ min: 28, max: 90 }), { maxLength: 7 }), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(chords, fc.constantFrom(guitar, bass), (all, tuning) => {
        const held = fingerings(all, tuning)
        expect(held.map((places) => places.length)).toEqual(all.map((pitches) => pitches.length))
        for (const [at, places] of held.entries()) {
          const strings = places.flatMap((place) => (place === null ? [] : [place.string]))
          expect(new Set(strings).size).toBe(strings.length)
          const pressed = places.flatMap((place) => (place === null || place.fret === 0 ? [] : [place.fret]))
          expect(Math.max(...pressed) - Math.min(...pressed)).toBeLessThanOrEqual(5)
          for (const [index, place] of places.entries())
            if (place !== null) expect((tuning[place.string - 1] ?? 0) + place.fret).toBe(all[at]?.[index])
        }
      }),
    )
  })
})
