import { describe, expect, it, test } from 'vitest'
import { parseDurations, parseQuery } from '../../../src-main/library/query-parser.ts'

const word = (text: string, isNegated = false) => ({ kind: 'word', text, isNegated })
const phrase = (text: string, isNegated = false) => ({ kind: 'phrase', text, isNegated })

describe('what a person types', () => {
  test.each([
    ['', [], []],
    ['   ', [], []],
    ['rain', [word('rain')], []],
    ['Rain  on roof', [word('Rain'), word('on'), word('roof')], []],
    ['"tin roof" rain', [phrase('tin roof'), word('rain')], []],
    ['"tin ro', [word('tin ro')], []],
    ['-wind -"strong wind"', [word('wind', true), phrase('strong wind', true)], []],
    ['model:sfx-1.6', [], [{ field: 'model', text: 'sfx-1.6', isNegated: false }]],
    ['-type:music', [], [{ field: 'type', text: 'music', isNegated: true }]],
    ['tag:"wet floor"', [], [{ field: 'tag', text: 'wet floor', isNegated: false }]],
    ['seed:41', [], [{ field: 'seed', digits: '41', isNegated: false }]],
    ['DUR:<2s', [], [{ field: 'dur', min: 0, max: 1999, isNegated: false }]],
    ['fav', [], [{ field: 'fav', isNegated: false }]],
    ['-fav', [], [{ field: 'fav', isNegated: true }]],
    ['fav:no', [], [{ field: 'fav', isNegated: true }]],
    ['"fav"', [phrase('fav')], []],
    ['favourite', [word('favourite')], []],
    ['url:x', [word('url:x')], []],
    ['rate:44.1k', [], [{ field: 'rate', min: 44_100, max: 44_100, isNegated: false }]],
    ['rating:>3', [], [{ field: 'rating', min: 4, max: Number.MAX_SAFE_INTEGER, isNegated: false }]],
    ['-rating:2..4', [], [{ field: 'rating', min: 2, max: 4, isNegated: true }]],
    ['is:missing', [], [{ field: 'is', state: 'missing', isNegated: false }]],
    ['is:favourite', [], [{ field: 'fav', isNegated: false }]],
    ['in:"Film, reel 2"', [], [{ field: 'in', text: 'Film, reel 2', isNegated: false }]],
    [
      'date:2026-11',
      [],
      [
        {
          field: 'date',
          min: new Date(2026, 10, 1).getTime(),
          max: new Date(2026, 11, 1).getTime() - 1,
          isNegated: false,
        },
      ],
    ],
    [
      'type:sfx|ambience rain',
      [word('rain')],
      [
        {
          field: 'any',
          of: [
            { field: 'type', text: 'sfx', isNegated: false },
            { field: 'type', text: 'ambience', isNegated: false },
          ],
          isNegated: false,
        },
      ],
    ],
    [
      '-in:"Film, reel 2"|"a|b"|c',
      [],
      [
        {
          field: 'any',
          of: ['Film, reel 2', 'a|b', 'c'].map((text) => ({ field: 'in', text, isNegated: false })),
          isNegated: true,
        },
      ],
    ],
    ['rating:|4', [], [{ field: 'rating', min: 4, max: 4, isNegated: false }]],
    ['tag:"a"b', [word('b')], [{ field: 'tag', text: 'a', isNegated: false }]],
    ['- -- !!! 🔥 ""', [], []],
  ])('reads %j', (text, terms, filters) => {
    expect(parseQuery(text)).toEqual({ terms, filters })
  })

  test.each([
    'dur:',
    'dur:<',
    'dur:x',
    'dur:3..1',
    'seed:',
    'seed:x',
    'seed:-1',
    'model:',
    'tag:""',
    'rate:x',
    'rating:9',
    'date:2026-13',
    'is:',
    'is:odd',
  ])('leaves out %j, which is still being typed', (text) => {
    expect(parseQuery(text)).toEqual({ terms: [], filters: [] })
  })

  it('reads a bounded part of a text without end', () => {
    const { terms } = parseQuery('word '.repeat(100_000))
    expect(terms.length).toBe(16)
  })
})

describe('durations', () => {
  const max = Number.MAX_SAFE_INTEGER
  test.each([
    ['<2s', 0, 1999],
    ['<=2s', 0, 2000],
    ['>500ms', 501, max],
    ['>=1m', 60_000, max],
    ['1..3s', 1000, 3000],
    ['500ms..2s', 500, 2000],
    ['250..750ms', 250, 750],
    ['2s', 1500, 2499],
    ['2.0s', 1950, 2049],
    ['2,5', 2450, 2549],
    ['0', 0, 499],
    ['1:30', 89_500, 90_499],
    ['250ms', 250, 250],
  ])('%s is %i to %i ms', (text, min, max) => {
    expect(parseDurations(text)).toEqual({ min, max })
  })
})
