// The table's decisions: search text, selection, which rows are drawn, sorting, marking.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COLUMNS, NEWEST_FIRST, sortAfter, sortText } from '../../../src-renderer/features/library/columns.ts'
import { chosenText, filterMenus } from '../../../src-renderer/features/library/filter-menus.ts'
import { markWords, splitTake } from '../../../src-renderer/features/library/mark-words.ts'
import { placeAt } from '../../../src-renderer/features/library/place-at.ts'
import {
  lineCount,
  listHeight,
  rowWindow,
  scrollToRow,
  TALLEST_PX,
  TILE_PX,
  tileLines,
} from '../../../src-renderer/features/library/row-window.ts'
import {
  fieldValues,
  parseSearch,
  usedFilters,
  withField,
  withoutFilter,
} from '../../../src-renderer/features/library/search-text.ts'
import {
  EMPTY_SELECTION,
  indexOf,
  keyAt,
  type RowKey,
  rowsBetween,
  selectOnly,
  selectRange,
  step,
  stepInLines,
  toggleRow,
  type Walk,
} from '../../../src-renderer/features/library/selection.ts'

describe('search text', () => {
  test('parts words, which rank and are the prompt, from fields, which filter', () => {
    expect(parseSearch('heavy door dur:<2s model:"sfx 1" slam fav')).toEqual({
      words: 'heavy door slam',
      filters: 'dur:<2s model:"sfx 1" fav',
    })
  })

  test('a field that is still being typed is neither', () =>
    expect(parseSearch('door type:')).toEqual({ words: 'door', filters: '' }))

  test('a word that only looks like a field is a word', () => {
    expect(parseSearch('favourite model train at 10:30')).toEqual({
      words: 'favourite model train at 10:30',
      filters: '',
    })
  })

  test('fields are set, replaced and taken out without touching the words', () => {
    const text = withField('oak door', 'type', ['sfx'])
    expect(text).toBe('oak door type:sfx')
    expect(withField(text, 'type', ['music', 'big room', 'a|b'])).toBe('oak door type:music|"big room"|"a|b"')
    expect(withField(withField(text, 'fav', ['']), 'type', [])).toBe('oak door fav')
    expect(fieldValues('tag:"big room"|x door', 'tag')).toEqual(['big room', 'x'])
    expect(fieldValues('x', 'fav')).toEqual([])
    expect(fieldValues('fav', 'fav')).toEqual([''])
  })

  test('every field of the library filters, and is a chip that can be taken out', () => {
    const text = 'oak rating:>3 -is:kept|loop date:2026-11 in:"Film, reel 2" door'
    expect(parseSearch(text).words).toBe('oak door')
    expect(usedFilters(text).map(({ field, isNegated, values }) => [field, isNegated, values])).toEqual([
      ['rating', false, ['>3']],
      ['is', true, ['kept', 'loop']],
      ['date', false, ['2026-11']],
      ['in', false, ['Film, reel 2']],
    ])
    expect(withoutFilter(text, '-is:kept|loop')).toBe('oak door rating:>3 date:2026-11 in:"Film, reel 2"')
  })
})

describe('menus that filter', () => {
  const facets = {
    family: [{ value: 'import', count: 2 }],
    model: [{ value: 'sfx-1', count: 3 }],
    type: [],
    category: [],
    format: [],
    rate: [{ value: '44100', count: 5 }],
    rating: [
      { value: '0', count: 4 },
      { value: '5', count: 1 },
    ],
    connection: [],
    state: [{ value: 'favourite', count: 1 }],
  }
  const menus = filterMenus(facets, [{ tag: 'wet floor', count: 2 }], [], new Date(2026, 10, 3, 12).getTime())
  const menu = (field: string) => menus.find((each) => each.field === field)

  test('name whole values with their counts, and leave out what has none', () => {
    expect(menu('model')?.values).toEqual([{ value: '=sfx-1', label: 'sfx-1', count: 3 }])
    expect(menu('rating')?.values.map(({ label }) => label)).toEqual(['★★★★★', 'Not rated'])
    expect(menu('rate')?.values[0]?.label).toBe('44.1 kHz')
    expect(menu('type')).toBeUndefined()
    expect(menu('conn')).toBeUndefined()
  })

  test('count days back over the end of a month', () =>
    expect(menu('date')?.values.map(({ value }) => value)).toEqual([
      '>=2026-11-03',
      '>=2026-10-28',
      '>=2026-10-05',
      '2026',
      '<2026',
    ]))

  test('say in a chip what is chosen, known or typed', () =>
    expect(chosenText(menu('tag'), ['=wet floor', '=dry', 'we'])).toBe('wet floor, dry, we'))
})

const walk: Walk = { head: ['job:a', 'near:7', 'generate'], total: 1_000_000 }

describe('selection', () => {
  test('steps from the head into the library and back, and stays at the ends', () => {
    expect(step(walk, 'generate', 1)).toBe('at:0')
    expect(step(walk, 'at:0', -1)).toBe('generate')
    expect(step(walk, 'job:a', -1)).toBe('job:a')
    expect(step(walk, 'at:999999', 1)).toBe('at:999999')
  })

  test('begins at the first or last row when it stands nowhere or its row is gone', () => {
    expect(step(walk, null, 1)).toBe('job:a')
    expect(step(walk, 'near:99', -1)).toBe('at:999999')
    expect(keyAt({ head: [], total: 0 }, 0)).toBeNull()
  })

  test('a range reaches over the head and keeps its anchor in both directions', () => {
    expect(rowsBetween(walk, 'near:7', 'at:1')).toEqual(['near:7', 'generate', 'at:0', 'at:1'])
    expect(rowsBetween(walk, 'at:1', 'near:7')).toEqual(['near:7', 'generate', 'at:0', 'at:1'])
    expect(rowsBetween(walk, null, 'at:1')).toEqual(['at:1'])
    const range = selectRange(selectOnly('at:3', 30), 'at:5', [30, 40, 50])
    expect(range).toMatchObject({ anchor: 'at:3', cursor: 'at:5' })
  })

  test('one row is added and taken out again', () => {
    const one = toggleRow(EMPTY_SELECTION, 'at:1', 10)
    expect([...one.ids]).toEqual([10])
    expect([...toggleRow(one, 'at:1', 10).ids]).toEqual([])
    expect([...toggleRow(one, 'generate', null).ids]).toEqual([10])
  })

  test('place and row are each other’s inverse', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: walk.head.length + walk.total - 1 }), (index) => {
        expect(indexOf(walk, keyAt(walk, index))).toBe(index)
      }),
    )
  })
})

describe('which rows are drawn', () => {
  test('never more than 200, always all that can be seen, at any length and scroll position', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000_000 }),
        fc.constantFrom(28, 32, 36),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 100, max: 3000 }),
        (rows, rowPx, fraction, viewportPx) => {
          const listPx = listHeight(rows, rowPx)
          const scrolled = fraction * Math.max(0, listPx - viewportPx)
          const { first, end, topPx } = rowWindow(rows, rowPx, scrolled, viewportPx)
          expect(end - first).toBeLessThanOrEqual(200)
          // The first row begins at or above the visible part, the last ends at or below it.
          expect(topPx).toBeLessThanOrEqual(scrolled + 1e-6)
          expect(topPx + (end - first) * rowPx).toBeGreaterThanOrEqual(
            Math.min(scrolled + viewportPx, listPx) - 1e-3,
          )
        },
      ),
    )
  })

  test('what stands above the list makes and removes no rows of it', () => {
    const atTop = rowWindow(1000, 32, 0, 640)
    expect(rowWindow(1000, 32, -300, 640)).toEqual(atTop)
    expect(atTop).toEqual({ first: 0, end: 20 + 1 + 8, topPx: 0 })
  })

  test('a million rows fit into what can be painted exactly, and the last one can be reached', () => {
    expect(listHeight(1_000_000, 36)).toBe(TALLEST_PX)
    const { end, topPx, first } = rowWindow(1_000_000, 32, TALLEST_PX - 600, 600)
    expect(end).toBe(1_000_000)
    expect(topPx + (end - first) * 32).toBeCloseTo(TALLEST_PX, 3)
  })

  test('scrolling to a row brings it fully into view and moves only when needed', () => {
    expect(scrollToRow(0, 100, 32, 320, 600)).toBe(0)
    expect(scrollToRow(50, 100, 32, 0, 640)).toBe(51 * 32 - 640)
    expect(scrollToRow(5, 100, 32, 0, 640)).toBeNull()
  })
})

describe('columns', () => {
  const column = (name: string) => {
    const found = COLUMNS.find((each) => each.name === name)
    if (found === undefined) throw new Error(`no column ${name}`)
    return found
  }

  test('a click sorts in the column’s own direction first, then in the other', () => {
    const byName = sortAfter(NEWEST_FIRST, column('Name'))
    expect(byName).toEqual({ column: 'name', descending: false })
    expect(sortAfter(byName, column('Name'))).toEqual({ column: 'name', descending: true })
    expect(sortAfter(byName, column('Length'))).toEqual({ column: 'durationMs', descending: true })
    expect(sortAfter(byName, column('Tags'))).toBe(byName)
  })

  test('the order is said in words', () => {
    expect(sortText(NEWEST_FIRST)).toBe('newest first')
    expect(sortText({ column: 'name', descending: false })).toBe('by name')
  })
})

describe('marks', () => {
  const marked = (name: string, words: string) =>
    markWords(name, words)
      .filter((each) => each.isMatch)
      .map((each) => each.text)

  test('words whose beginning was typed are set bold, plurals included', () => {
    expect(marked('Heavy oak door, slammed', 'heavy oak door slams')).toEqual([
      'Heavy',
      'oak',
      'door',
      'slammed',
    ])
    expect(marked('Portcullis chain', 'heavy a')).toEqual([])
  })

  test('a name comes back whole', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, words) => {
        const texts = markWords(name, words).map((each) => each.text)
        expect(texts.join('')).toBe(name)
      }),
    )
  })

  test('what tells takes apart is kept when a name is cut', () => {
    expect(splitTake('Oak door, take 12')).toEqual({ name: 'Oak door,', take: ' take 12' })
    expect(splitTake('Take 5')).toEqual({ name: 'Take 5', take: '' })
  })
})

describe('tiles', () => {
  test('never more than 180 of them are drawn, on any screen, and those in view always are', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 300, max: 8000 }),
        fc.integer({ min: 200, max: 4400 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (sounds, widthPx, viewportPx, at) => {
          const lines = tileLines(widthPx, viewportPx)
          const count = lineCount(sounds, lines)
          const reachPx = Math.max(0, listHeight(count, TILE_PX) - viewportPx)
          const shown = rowWindow(count, TILE_PX, at * reachPx, viewportPx, lines.overscan)
          expect((shown.end - shown.first) * lines.columns).toBeLessThanOrEqual(180)
          expect(shown.topPx).toBeLessThanOrEqual(at * reachPx + 1e-6)
          const drawnPx = shown.topPx + (shown.end - shown.first) * TILE_PX
          expect(drawnPx).toBeGreaterThanOrEqual(Math.min(count * TILE_PX, at * reachPx + viewportPx) - 1)
        },
      ),
    ))

  const walk: Walk = { head: ['job:a', 'generate'], total: 10 }
  const to = (from: RowKey | null, lines: number, across = 0) => stepInLines(walk, from, { lines, across }, 4)

  test('arrows go in two dimensions, and stop at the ends', () => {
    expect(to('at:5', 1)).toBe('at:9')
    expect(to('at:5', -1)).toBe('at:1')
    expect(to('at:5', 0, 1)).toBe('at:6')
    expect(to('at:3', 0, 1)).toBe('at:4')
    expect(to('at:4', 0, -1)).toBe('at:3')
    expect(to('at:0', 0, -1)).toBe('at:0')
    expect(to('at:9', 0, 1)).toBe('at:9')
  })

  test('down from above a shorter last line reaches its last tile', () => {
    expect(to('at:7', 1)).toBe('at:9')
    expect(to('at:9', 1)).toBe('at:9')
  })

  test('what stands above is one a line', () => {
    expect(to('at:2', -1)).toBe('generate')
    expect(to('generate', -1)).toBe('job:a')
    expect(to('generate', 1)).toBe('at:0')
    expect(to('job:a', 0, 1)).toBe('job:a')
    expect(to(null, 1)).toBe('job:a')
    expect(to(null, -1)).toBe('at:9')
  })

  test('without anything above, up from the first line stays: the keyboard leaves for the omnibar', () =>
    expect(stepInLines({ head: [], total: 10 }, 'at:2', { lines: -1, across: 0 }, 4)).toBe('at:2'))

  test('a single column is walked as rows are', () =>
    fc.assert(
      fc.property(fc.integer({ min: -1, max: 11 }), fc.integer({ min: -20, max: 20 }), (at, lines) => {
        fc.pre(lines !== 0)
        const from = at === -1 ? null : keyAt(walk, at)
        expect(stepInLines(walk, from, { lines, across: 0 }, 1)).toBe(step(walk, from, lines))
      }),
    ))
})

describe('a sound that is dragged within the table', () => {
  test('goes between rows, by the nearer edge', () => {
    const rows = { first: 10, linePx: 32, columns: 1, total: 14 }
    expect([-90, 0, 15, 17, 47, 500].map((y) => placeAt(300, y, 900, rows))).toEqual([7, 10, 10, 11, 11, 14])
    expect(placeAt(0, -5000, 900, rows)).toBe(0)
  })

  test('goes between tiles of the line that it is over, by the nearer side', () => {
    const tiles = { first: 8, linePx: 104, columns: 4, total: 14 }
    const at = (x: number, y: number) => placeAt(x, y, 800, tiles)
    expect([10, 90, 110, 310, 790, 2000].map((x) => at(x, 50))).toEqual([8, 8, 9, 10, 12, 12])
    expect([at(10, 110), at(210, 110), at(790, 110)]).toEqual([12, 13, 14])
    expect(at(410, -50)).toBe(6)
  })
})
