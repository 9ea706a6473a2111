import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CUT_FACTS, type CutFact } from '../../../../src-main/local-service/transcription/score/cut-facts.ts'
import {
  HAND_FACTS,
  type HandFact,
} from '../../../../src-main/local-service/transcription/score/hand-facts.ts'
import { momentsOf } from '../../../../src-main/local-service/transcription/score/hand-moments.ts'
import {
  cutMoments,
  factsOfCuts,
  type HandCosts,
} from '../../../../src-main/local-service/transcription/score/hand-search.ts'
import { stateAfter } from '../../../../src-main/local-service/transcription/score/hand-state.ts'
import { splitHands } from '../../../../src-main/local-service/transcription/score/hands.ts'
import type { ScoreNote } from '../../../../src-main/local-service/transcription/score/written-notes.ts'

const BAR = 48

/** Chords of one length, one after the other; rests where there are none. */
const line = (length: number, ...chords: (number | readonly number[] | null)[]): ScoreNote[] =>
  chords.flatMap((chord, index) =>
    (chord === null ? [] : [chord].flat()).map((pitch) => ({
      pitch,
      start: index * length,
      end: (index + 1) * length,
    })),
  )
/** The same bar so many times. */
const again = (bars: number, notes: readonly ScoreNote[], length = BAR): ScoreNote[] =>
  Array.from({ length: bars }, (_, bar) =>
    notes.map((note) => ({ ...note, start: note.start + bar * length, end: note.end + bar * length })),
  ).flat()
const inOrder = (a: ScoreNote, b: ScoreNote) => a.start - b.start || a.pitch - b.pitch || a.end - b.end
const sorted = (notes: readonly ScoreNote[]) => notes.toSorted(inOrder)

/** Plays both at once, and looks who is found to play what. */
function expectHands(right: readonly ScoreNote[], left: readonly ScoreNote[]): void {
  const found = splitHands([...left, ...right])
  expect(sorted(found.left)).toEqual(sorted(left))
  expect(sorted(found.right)).toEqual(sorted(right))
}

describe('The left hand', () => {
  test('keeps an accompaniment that touches middle C', () => {
    expectHands(again(4, line(12, 81, null, 80), 36), again(4, line(12, 45, [52, 57, 60], [52, 57, 60]), 36))
  })

  test('keeps an Alberti bass that lies above middle C, under a tune', () => {
    const alberti = line(6, 60, 67, 64, 67, 60, 67, 64, 67, 62, 67, 65, 67, 60, 67, 64, 67)
    expectHands(again(2, line(24, 72, 76, 83, 84), 2 * BAR), again(2, alberti, 2 * BAR))
  })

  test('keeps an Alberti bass while the tune rests', () => {
    const alberti = again(4, line(6, 48, 55, 52, 55, 48, 55, 52, 55))
    expectHands(line(12, 76, 74, 72, null, null, null, 79, 77, 76, null, null, null, 72, 74, 76, 72), alberti)
  })

  test('keeps each third note of an arpeggio in triplets', () => {
    const triplets = again(4, line(4, 48, 55, 64, 48, 55, 64, 50, 57, 65, 50, 57, 65))
    expectHands(again(4, line(24, 79, 77)), triplets)
  })

  test('leaps between the bass and the chords of a rag', () => {
    const rag = again(4, line(6, 36, [52, 55, 60], 43, [52, 55, 60], 36, [52, 55, 60], 43, [53, 55, 59]))
    expectHands(again(4, line(6, 72, 76, 79, 72, 76, [72, 84], 79, 76)), rag)
  })

  test('leaps between the bass and the chords of a waltz, also where the tune rests', () => {
    const waltz = again(8, line(12, 43, [55, 59, 62], [55, 59, 62]), 36)
    expectHands(again(4, line(12, 74, null, null, 79, 78, 76), 72), waltz)
  })

  test('keeps the afterbeats of a waltz that lie close under the tune', () => {
    const bar = (...chord: number[]) => line(12, 48, chord, chord)
    const waltz = [bar(64, 67), bar(64, 67), bar(60, 65), bar(62, 65)].flatMap((notes, index) =>
      notes.map((note) => ({ ...note, start: note.start + 36 * index, end: note.end + 36 * index })),
    )
    expectHands(again(2, line(36, 72, 76, 74, 71), 144), again(2, waltz, 144))
  })

  test('keeps what it tolls in octaves', () => {
    expectHands(
      again(4, line(12, [67, 71], [67, 72], [67, 71], [65, 71])),
      again(4, line(24, [36, 48], [43, 55])),
    )
  })
})

describe('The right hand', () => {
  test('keeps a tune that dips below middle C', () => {
    expectHands(line(12, 64, 62, 60, 59, 57, 59, 60, 64), line(12, 36, 43, 36, 43, 36, 43, 36, 43))
  })

  test('keeps a running figure that falls low', () => {
    const run = line(3, 76, 74, 72, 71, 69, 67, 65, 64, 62, 60, 59, 57, 55, 57, 59, 60)
    expectHands(again(2, run), again(2, line(24, [36, 43], [35, 43])))
  })

  test('keeps a tremolo of wide steps', () => {
    expectHands(again(4, line(6, 60, 72, 60, 72, 60, 72, 60, 72)), again(4, line(24, 41, 36)))
  })

  test('keeps its chords over a bass', () => {
    const chords = [
      [60, 64, 67],
      [60, 65, 69],
      [59, 62, 67],
      [60, 64, 67],
    ]
    expectHands(again(2, line(12, ...chords)), again(2, line(12, 48, 41, 43, 36)))
  })
})

describe('Over a bass that others play', () => {
  const staves = (...notes: readonly ScoreNote[][]) => {
    const found = splitHands(notes.flat(), true)
    return { right: sorted(found.right), left: sorted(found.left) }
  }
  const chords = again(4, line(12, null, [63, 67, 70, 74], null, [62, 65, 68, 72]))

  test('chords of a hand are not parted', () => {
    expect(staves(chords)).toEqual({ right: sorted(chords), left: [] })
  })

  test('chords that lie low stand below', () => {
    const low = chords.map((note) => ({ ...note, pitch: note.pitch - 19 }))
    expect(staves(low)).toEqual({ right: [], left: sorted(low) })
  })

  test('chords that lie about middle C do not change their staff', () => {
    const middling = again(2, line(24, [55, 59, 62], [57, 60, 64], [53, 57, 60], [52, 55, 60]), 2 * BAR)
    expect(staves(middling)).toEqual({ right: sorted(middling), left: [] })
  })

  test('what is too wide for a hand is shared as ever', () => {
    const wide = line(48, [40, 47, 64, 68], null, null, null, null)
    expect(staves(chords, wide).left.map(({ pitch }) => pitch)).toEqual([40, 47])
  })

  test('two hands that play a piece keep what is theirs', () => {
    const tune = again(4, line(12, 81, null, 80), 36)
    const waltz = again(4, line(12, 45, [52, 57, 60], [52, 57, 60]), 36)
    expect(staves(tune, waltz)).toEqual({ right: sorted(tune), left: sorted(waltz) })
  })
})

test('what is heard an octave too high, or not at all, does not move the rest to the other hand', () => {
  const alberti = again(4, line(6, 48, 55, 52, 55, 48, 55, 52, 55))
  const tune = again(4, line(12, 76, 79, 77, 74))
  const isHeard = (_: ScoreNote, index: number) => index % 7 !== 3
  const heardBass = alberti.filter(isHeard)
  const ghost = { pitch: 67, start: 6, end: 9 }
  const { left } = splitHands([...heardBass, ...tune.filter(isHeard), ghost])
  expect(left).toEqual(expect.arrayContaining(heardBass))
})

test('no note is lost or played twice', () => {
  const scoreNotes = fc.array(
    fc.record({
      pitch: fc.integer({ min: 21, max: 108 }),
      start: fc.integer({ min: 0, max: 400 }),
      length: fc.integer({ min: 2, max: 60 }),
    }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(scoreNotes, (drawn) => {
      const notes = drawn.map(({ pitch, start, length }) => ({ pitch, start, end: start + length }))
      const { right, left } = splitHands(notes)
      expect(sorted([...right, ...left])).toEqual(sorted(notes))
    }),
  )
})

test('a hand takes what begins together from one side', () => {
  const chord = [40, 47, 52, 56, 59, 64, 68].map((pitch) => ({ pitch, start: 0, end: 48 }))
  const { right, left } = splitHands(chord)
  expect(left.length).toBeGreaterThan(0)
  expect(right.length).toBeGreaterThan(0)
  expect(Math.max(...left.map(({ pitch }) => pitch))).toBeLessThan(
    Math.min(...right.map(({ pitch }) => pitch)),
  )
})

describe('A moment', () => {
  test('knows where its keys and their neighbours were struck last', () => {
    const [, , third] = momentsOf(line(12, [48, 60], [50, 64], [48, 62]))
    expect(third?.sameKey).toEqual([{ back: 2, rank: 0 }, null])
    expect(third?.nextKey).toEqual([
      { back: 1, rank: 0 },
      { back: 1, rank: 1 },
    ])
  })

  test('lies around a valley between what is low and what is high', () => {
    const [first] = momentsOf(line(12, [40, 72], [44, 76]))
    expect(first?.nearValley).toBe((42 + 74) / 2)
  })

  test('counts since the moment before', () => {
    expect(momentsOf(line(6, 60, null, 62)).map(({ step }) => step)).toEqual([0, 12])
  })
})

describe('The search for the cheapest way', () => {
  /** Costs of 1 for some facts, of 0 for all others. */
  const costing = (hand: readonly HandFact[], cut: readonly CutFact[] = []): HandCosts => ({
    left: Float64Array.from(HAND_FACTS, (fact) => (hand.includes(fact) ? 1 : 0)),
    right: Float64Array.from(HAND_FACTS, (fact) => (hand.includes(fact) ? 1 : 0)),
    cut: Float64Array.from(CUT_FACTS, (fact) => (cut.includes(fact) ? 1 : 0)),
  })

  test('cuts chords where neither hand stretches', () => {
    const moments = momentsOf(line(12, [36, 43, 60, 64], [36, 55, 60, 67]))
    expect(cutMoments(moments, costing(['spanOver9']))).toEqual([2, 1])
  })

  test('looks ahead: a hand stays where it will be needed', () => {
    const moments = momentsOf(line(12, 60, [48, 62], [47, 64]))
    expect(cutMoments(moments, costing(['move'], ['allLeftOfTwo', 'allRightOfTwo']))).toEqual([0, 1, 1])
  })

  test('adds up the facts of a way', () => {
    const { left, right } = factsOfCuts(momentsOf(line(12, [36, 60, 64], [43, 67])), [1, 1])
    expect(left[HAND_FACTS.indexOf('move')]).toBeCloseTo(7 / 12)
    expect(right[HAND_FACTS.indexOf('move')]).toBeCloseTo(5 / 12)
    expect(right[HAND_FACTS.indexOf('two')]).toBe(1)
  })

  test('a hand remembers what it holds longest while it goes on', () => {
    const [bass, tenor] = momentsOf([
      { pitch: 36, start: 0, end: 48 },
      { pitch: 50, start: 12, end: 24 },
    ])
    const state = stateAfter(stateAfter(null, bass!, 0, 1), tenor!, 0, 1)
    expect(state).toMatchObject({ lowest: 50, heldPitch: 36, heldUntil: 48, step: 12 })
  })
})
