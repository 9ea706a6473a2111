import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { LibraryQuery, SortColumn } from '../../../src-main/bridge/types.ts'
import { addToCollection, createCollection } from '../../../src-main/library/collections.ts'
import { openLibraryReadonly, type WritableDatabase } from '../../../src-main/library/database.ts'
import { type Filter, parseQuery } from '../../../src-main/library/query-parser.ts'
import { wordsOf } from '../../../src-main/library/ranking.ts'
import { createLibrarySearch, type LibrarySearch } from '../../../src-main/library/search.ts'
import {
  changeSounds,
  insertSounds,
  markMissing,
  markTrashed,
  type NewSound,
  setFacts,
} from '../../../src-main/library/sound-store.ts'
import { setCatId } from '../../../src-main/library/sound-ucs.ts'
import { openTemporaryLibrary, sound, type TemporaryFolder, temporaryFolder } from './library-fixture.ts'

// Far more than a busy machine needs: nothing here is about time.
vi.setConfig({ testTimeout: 120_000 })

let folder: TemporaryFolder
let db: WritableDatabase
let search: LibrarySearch
beforeEach(() => {
  folder = temporaryFolder()
  db = openTemporaryLibrary(folder)
  search = createLibrarySearch(db)
})
afterEach(() => {
  db.close()
  folder.remove()
})

const NEWEST: LibraryQuery['sort'] = { column: 'createdAtMs', descending: true }
const query = (changes: Partial<LibraryQuery> = {}): LibraryQuery => ({
  text: '',
  filterByText: true,
  sort: NEWEST,
  offset: 0,
  limit: 200,
  ...changes,
})
const named = (names: readonly string[]): readonly number[] =>
  insertSounds(
    db,
    names.map((name, n) => sound(n, { name })),
  )
const found = (text: string): readonly string[] => search.page(query({ text })).rows.map((row) => row.name)
const closest = (text: string, limit = 6): readonly string[] =>
  search.matches({ text, limit, sort: NEWEST }).rows.map((row) => row.name)

describe('the places of the closest matches', () => {
  it.each<SortColumn>(['createdAtMs', 'name', 'durationMs', 'model', 'seed'])(
    'are their indexes in the table sorted by %s',
    (column) => {
      insertSounds(
        db,
        Array.from({ length: 60 }, (_, n) =>
          sound(n, { name: `door ${n % 7}`, durationMs: (n * 37) % 500, seed: n % 5 === 0 ? null : n % 9 }),
        ),
      )
      for (const descending of [true, false]) {
        const sort = { column, descending }
        const table = search.page(query({ sort, filterByText: false, text: 'door dur:>50ms' })).rows
        const { rows, positions } = search.matches({ text: 'door dur:>50ms', limit: 20, sort })
        expect(rows.length).toBe(20)
        for (const [n, row] of rows.entries()) {
          // A missing value has no place along the index.
          const isMissing = column === 'seed' && row.seed === null
          expect(positions[n]).toBe(isMissing ? null : table.findIndex(({ id }) => id === row.id))
        }
      }
    },
  )

  it('are not known where words or tags lead to the table', () => {
    insertSounds(db, [sound(1, { name: 'door', tags: ['wood'] })])
    expect(search.matches({ text: 'door tag:wood', limit: 6, sort: NEWEST }).positions).toEqual([null])
    expect(search.matches({ text: '', limit: 6, sort: NEWEST })).toEqual({ rows: [], positions: [] })
  })
})

describe('pages', () => {
  it('come in the order asked for, nulls last in both directions, at most 200 rows', () => {
    const ids = insertSounds(
      db,
      Array.from({ length: 300 }, (_, n) => sound(n, { seed: n % 3 === 0 ? null : n })),
    )
    expect(search.page(query({ limit: 9999 })).rows.length).toBe(200)
    expect(search.page(query()).rows[0]?.id).toBe(ids.at(-1))
    for (const descending of [true, false]) {
      const seeds = [0, 150, 250].flatMap((offset) =>
        search
          .page(
            query({
              sort: { column: 'seed', descending },
              offset,
              limit: offset === 0 ? 150 : offset === 150 ? 100 : 50,
            }),
          )
          .rows.map((row) => row.seed),
      )
      const values = seeds.slice(0, 200)
      expect(seeds.slice(200).every((seed) => seed === null)).toBe(true)
      expect(values).toEqual(
        Array.from({ length: 300 }, (_, n) => n)
          .filter((n) => n % 3 !== 0)
          .sort((a, b) => (descending ? b - a : a - b)),
      )
    }
  })

  it('sorts names without regard to case', () => {
    named(['beta', 'Alpha', 'alpha 2', 'Gamma'])
    const { rows } = search.page(query({ sort: { column: 'name', descending: false } }))
    expect(rows.map((row) => row.name)).toEqual(['Alpha', 'alpha 2', 'beta', 'Gamma'])
  })

  it('are the same by jumps, by steps and backwards', () => {
    insertSounds(
      db,
      Array.from({ length: 10_500 }, (_, n) => sound(n, { durationMs: (n * 7919) % 500 })),
    )
    const read = (offset: number) =>
      createLibrarySearch(db)
        .page(query({ sort: { column: 'durationMs', descending: false }, offset, limit: 50 }))
        .rows.map((row) => row.id)
    const steady = (offset: number) =>
      search
        .page(query({ sort: { column: 'durationMs', descending: false }, offset, limit: 50 }))
        .rows.map((row) => row.id)
    for (const offset of [10_450, 0, 50, 100, 9000, 8950, 4096, 4095, 4097, 8192, 10_499, 10_500, 99_999]) {
      expect(steady(offset)).toEqual(read(offset))
    }
    const all = Array.from({ length: 211 }, (_, n) => steady(n * 50)).flat()
    expect(new Set(all).size).toBe(10_500)
  })

  it('of two searches over one connection do not meet', () => {
    named(['rain a', 'rain b', 'rain c', 'wind a', 'wind b', 'wind c'])
    const [one, other] = [createLibrarySearch(db, 1), createLibrarySearch(db, 1)]
    const names = (over: LibrarySearch, text: string) =>
      over.page(query({ text })).rows.map((row) => row.name)
    expect(names(one, 'rain')).toEqual(['rain c', 'rain b', 'rain a'])
    expect(names(other, 'wind')).toEqual(['wind c', 'wind b', 'wind a'])
    expect(names(one, 'rain')).toEqual(['rain c', 'rain b', 'rain a'])
  })

  it('are read by a connection that may only read, too', () => {
    named(['rain a', 'rain b', 'wind'])
    const reader = openLibraryReadonly(db.path)
    if (!reader.ok) throw new Error(reader.error.message)
    const walking = createLibrarySearch(reader.value, 1)
    expect(walking.page(query({ text: 'rain' })).rows.map((row) => row.name)).toEqual(['rain b', 'rain a'])
    insertSounds(db, [sound(99, { name: 'rain c' })])
    expect(walking.page(query({ text: 'rain' })).total).toBe(3)
    reader.value.close()
  })

  it('remember a bounded number of queries, and forget them all with a change', () => {
    const walking = createLibrarySearch(db, 1)
    const ids = named(Array.from({ length: 60 }, (_, n) => `take ${n % 20}x`))
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 20; n += 1)
        expect(walking.page(query({ text: `"${n}x"` })).total).toBe(3 - (n === 0 ? round : 0))
      markTrashed(db, [ids[round * 20]!], 5)
    }
  })

  it('show a change at once', () => {
    const ids = named(['one', 'two', 'three'])
    expect(search.page(query()).total).toBe(3)
    markTrashed(db, [ids[1]!], 5)
    expect(search.page(query())).toMatchObject({ total: 2, rows: [{ name: 'three' }, { name: 'one' }] })
    changeSounds(db, [ids[0]!], { name: 'first' })
    expect(found('first')).toEqual(['first'])
    expect(found('one')).toEqual([])
    markTrashed(db, [ids[1]!], null)
    expect(found('two')).toEqual(['two'])
  })

  it('do not move while a sentence is being typed, and are filtered by its fields', () => {
    insertSounds(db, [
      sound(1, { name: 'Rain', durationMs: 1000 }),
      sound(2, { name: 'Wind', durationMs: 5000 }),
      sound(3, { name: 'Rain on wind', durationMs: 6000 }),
    ])
    const rank = (text: string) =>
      search.page(query({ text, filterByText: false })).rows.map((row) => row.name)
    expect(rank('a dog barks in the rain')).toEqual(['Rain on wind', 'Wind', 'Rain'])
    expect(rank('rain dur:>2s')).toEqual(['Rain on wind', 'Wind'])
    expect(rank('dur:>2s -wind')).toEqual(['Rain on wind', 'Wind'])
  })
})

describe('fields', () => {
  it('filter by model, type, category, seed, tag, length and favourites', () => {
    const ids = insertSounds(db, [
      sound(1, { name: 'a', model: 'procedural-weather-1', type: 'ambience', seed: 4123, durationMs: 900 }),
      sound(2, {
        name: 'b',
        model: 'sfx-1.6',
        type: 'sfx',
        category: 'Doors',
        seed: 41,
        tags: ['wet floor'],
      }),
      sound(3, { name: 'c', model: 'sfx-2.0', type: 'music', seed: null, tags: ['Wet'], durationMs: 2000 }),
    ])
    changeSounds(db, [ids[2]!], { isFavourite: true })
    const sorted = (text: string) => found(text).toSorted().join('')
    expect(sorted('model:sfx')).toBe('bc')
    expect(sorted('model:SFX-1')).toBe('b')
    expect(sorted('-model:sfx')).toBe('a')
    expect(sorted('model:none')).toBe('')
    expect(sorted('type:door')).toBe('b')
    expect(sorted('type:m')).toBe('c')
    expect(sorted('-type:door')).toBe('ac')
    expect(sorted('seed:41')).toBe('ab')
    expect(sorted('-seed:41')).toBe('c')
    expect(sorted('tag:wet')).toBe('bc')
    expect(sorted('tag:"wet f"')).toBe('b')
    expect(sorted('dur:<1s')).toBe('a')
    expect(sorted('dur:2s')).toBe('c')
    expect(sorted('fav')).toBe('c')
    expect(sorted('-fav')).toBe('ab')
    expect(sorted('model:sfx dur:>1500ms')).toBe('c')
  })
})

describe('the closest matches', () => {
  it('put the name that was typed first, then all words, then any word', () => {
    named(['Distant thunder', 'Rain', 'Rain on a tin roof', 'Tin can', 'Roof tiles, heavy rain', 'Train'])
    expect(closest('rain')).toEqual(['Rain', 'Rain on a tin roof', 'Roof tiles, heavy rain'])
    expect(closest('rain roof').slice(0, 2)).toEqual(['Rain on a tin roof', 'Roof tiles, heavy rain'])
    expect(closest('rain roof')).toContain('Rain')
    expect(closest('rain', 2)).toHaveLength(2)
    expect(closest('thun')).toEqual(['Distant thunder'])
    expect(closest('zebra')).toEqual([])
    expect(closest('')).toEqual([])
  })

  it('find an old name among thousands of newer sounds with the word', () => {
    named(['Rain', ...Array.from({ length: 3000 }, (_, n) => `Take ${n} of rain`)])
    expect(closest('rain')[0]).toBe('Rain')
  })

  it('find an old word among thousands of newer ones that begin alike', () => {
    named(['Big explosion', ...Array.from({ length: 6000 }, (_, n) => `A walk to explore ${n}`)])
    expect(closest('explosion')).toEqual(['Big explosion'])
  })

  it('keep to the fields that were typed', () => {
    insertSounds(db, [
      sound(1, { name: 'Rain', durationMs: 900 }),
      sound(2, { name: 'Rain long', durationMs: 9000 }),
    ])
    expect(closest('rain dur:>2s')).toEqual(['Rain long'])
    expect(closest('rain -long')).toEqual(['Rain'])
  })

  it('find letters without their diacritics', () => {
    named(['Äußerst leise Tür'])
    expect(closest('tur')).toEqual(['Äußerst leise Tür'])
    expect(closest('TÜR')).toEqual(['Äußerst leise Tür'])
  })
})

describe('hostile text', () => {
  test.each([
    '"',
    '""',
    '"""',
    '*',
    '^',
    'NEAR(a b)',
    'a AND',
    'OR',
    'NOT',
    'name : rain',
    '{name} : x',
    '(',
    ')',
    "'; DROP TABLE sounds; --",
    'seed:1" OR "x',
    'tag:"',
    'model:%',
    '\0',
    'a\0b',
    '\ud800',
    '﷽',
    'a*b',
    '-',
    '+rain',
    'rain"*',
    '"rain" *',
    '-"',
    'x'.repeat(100_000),
  ])('%j is a search like any other', (text) => {
    named(['rain'])
    expect(() => search.page(query({ text }))).not.toThrow()
    expect(() => search.matches({ text, limit: 6, sort: NEWEST })).not.toThrow()
    expect(search.page(query({})).total).toBe(1)
  })

  it('whatever is typed, nothing throws', () => {
    named(['rain', 'wind'])
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
        search.page(query({ text }))
        search.matches({ text, limit: 3, sort: NEWEST })
      }),
      { numRuns: 300 },
    )
  })
})

const WORDS = ['rain', 'raining', 'roof', 'tin', 'door', 'döör', 'wind', 'w', '41', 'sfx']
const someWords = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '))
const someSound = fc.record({
  name: someWords,
  prompt: fc.oneof(fc.constant(''), someWords),
  type: fc.constantFrom('sfx', 'ambience', 'music'),
  category: fc.constantFrom(null, 'Doors', 'Weather'),
  model: fc.constantFrom('', 'sfx-1.6', 'procedural-1'),
  seed: fc.constantFrom(null, 0, 4, 41, 413, 5),
  durationMs: fc.constantFrom(100, 500, 501, 1500, 2000, 2499, 2500, 9000),
  tags: fc.subarray(['wet', 'Wet floor', 'dry']),
  createdAtMs: fc.oneof(
    fc.integer({ min: 1, max: 5 }),
    fc.constantFrom(...[1, 2, 30].map((day) => new Date(2026, 10, day, 12).getTime())),
  ),
  family: fc.constantFrom('import', 'text-to-sfx', 'extend'),
  format: fc.constantFrom('wav', 'flac', 'mp3_192'),
  sampleRate: fc.constantFrom(44_100, 48_000, 96_000),
  isLoop: fc.boolean(),
  origin: fc.constantFrom('imported' as const, 'region' as const),
  connectionId: fc.constantFrom(null, 'one', 'two'),
})
/** What is not said when a sound is entered. */
const someState = fc.record({
  rating: fc.integer({ min: 0, max: 5 }),
  verdict: fc.constantFrom(null, 'kept' as const, 'rejected' as const),
  isMissing: fc.boolean(),
  /** Chosen, of the Universal Category System. */
  catId: fc.constantFrom('', '', 'DOORWood', 'RAINMetl'),
  /** Guessed, where it was guessed already. */
  guessId: fc.constantFrom('', 'DOORWood', 'RAINMetl'),
  /** Of COLLECTIONS. */
  inside: fc.subarray([0, 1, 2]),
})
/** The second lies in the first. */
const COLLECTIONS = ['Film', 'Reel', 'Filmed']
/** As values are compared: how they begin, or, after `=`, as a whole. */
const likes = (value: string, text: string): boolean =>
  text.startsWith('=')
    ? value.toLowerCase() === text.slice(1).toLowerCase()
    : value.toLowerCase().startsWith(text.toLowerCase())
const someText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...WORDS, 'ra', 'do', 'r'),
      fc.constantFrom('"tin roof"', '"rain"', '-wind', '-"rain roof"', '-ra'),
      fc.constantFrom(
        'model:sfx',
        '-model:procedural',
        'type:s',
        'type:d',
        '-type:doors',
        'tag:wet',
        '-tag:dry',
      ),
      fc.constantFrom(
        'seed:4',
        '-seed:41',
        'dur:<2s',
        'dur:>=2500ms',
        'dur:0.5..2s',
        'dur:2s',
        'seed:0',
        'fav',
        '-fav',
      ),
      fc.constantFrom(
        'family:text',
        '-family:imp',
        'format:mp3',
        '-format:wav',
        'rate:44.1k',
        'rate:>=48k',
        '-rate:96000',
        'rating:>3',
        '-rating:2..4',
        'rating:0',
        'date:2026',
        'date:<2026-11-02',
        '-date:2026-11-30',
        'conn:stu',
        '-conn:other',
        'conn:nobody',
        'in:film',
        'in:"Filmed"',
        'in:fi',
        '-in:reel',
        'in:nothing',
      ),
      fc.constantFrom(
        ...['missing', 'loop', 'imported', 'kept', 'rejected'].flatMap((state) => [
          `is:${state}`,
          `-is:${state}`,
        ]),
        'is:fav',
      ),
      fc.constantFrom(
        'type:sfx|doors',
        'cat:door',
        '-cat:=rain',
        'cat:rainmetl|weather dur:<2s',
        'type:=wood fav',
        '-type:=music|amb',
        'type:=amb',
        'model:=sfx|procedural',
        'model:=sfx-1.6',
        'tag:=wet',
        'tag:wet|dry',
        '-tag:=wet|"=Wet floor"',
        'rating:0|4|5',
        'dur:<1s|>2s',
        '-dur:500ms|2s',
        'seed:5|41',
        'family:imp|ext',
        '-format:=mp3|flac',
        'conn:stu|oth',
        '-conn:=studio|other',
        'is:kept|loop|fav',
        '-is:kept|loop',
        'in:reel|filmed',
        'date:2026-11-01|2026-11-30',
      ),
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(' '))

describe('every search', () => {
  it('finds what a naive model finds, in its order', () => {
    const walking = createLibrarySearch(db, 2)
    const columns: readonly SortColumn[] = [
      'name',
      'type',
      'durationMs',
      'model',
      'seed',
      'loudnessLufs',
      'credits',
      'createdAtMs',
      'family',
      'format',
      'sampleRate',
      'rating',
      'collection',
    ]
    db.statement(
      `INSERT INTO connections (id, kind, name, created_at_ms)
       VALUES ('one', 'built-in', 'Studio', 0), ('two', 'built-in', 'Other', 0)`,
    ).run()
    const film = createCollection(db, { name: 'Film', parentId: null, query: null }, 1)
    const reel = createCollection(db, { name: 'Reel', parentId: film, query: null }, 1)
    const collections = [film, reel, createCollection(db, { name: 'Filmed', parentId: null, query: null }, 1)]
    fc.assert(
      fc.property(
        fc.array(fc.tuple(someSound, fc.boolean(), fc.boolean(), someState), { maxLength: 25 }),
        fc.array(fc.tuple(someText, fc.constantFrom(...columns), fc.boolean(), fc.boolean()), {
          minLength: 1,
          maxLength: 6,
        }),
        (library, searches) => {
          db.statement('DELETE FROM sounds').run()
          const model: Known[] = library.map(([fields, isFavourite, isTrashed, state], n) => {
            const made = sound(n, fields)
            const id = insertSounds(db, [made])[0]!
            changeSounds(db, [id], { isFavourite, rating: state.rating, verdict: state.verdict })
            if (state.isMissing) markMissing(db, id, 5)
            setCatId(db, [id], state.catId)
            db.statement('UPDATE sounds SET guess_id = ? WHERE id = ?').run([state.guessId, id])
            for (const at of state.inside) addToCollection(db, collections[at]!, [id], 0)
            const loudnessLufs = n % 2 === 0 ? -n : null
            setFacts(
              db,
              id,
              {
                loudnessLufs,
                truePeakDb: 0,
                headSilenceMs: 0,
                tailSilenceMs: 0,
                durationMs: made.durationMs,
                descriptors: null,
                overview: new Uint8Array(512),
              },
              1,
            )
            if (isTrashed) markTrashed(db, [id], 1)
            return { ...made, ...state, id, isFavourite, isTrashed, loudnessLufs }
          })
          for (const [text, column, descending, filterByText] of searches) {
            const expected = naiveSearch(model, text, filterByText, column, descending)
            const page = search.page(query({ text, filterByText, sort: { column, descending } }))
            expect(walking.page(query({ text, filterByText, sort: { column, descending } }))).toEqual(page)
            expect(page.rows.map((row) => row.id)).toEqual(expected)
            expect(page.total).toBe(expected.length)
            if (parseQuery(text).terms.some((term) => !term.isNegated)) {
              const all = naiveSearch(model, text, true, column, descending)
              const matches = search.matches({ text, limit: 200, sort: NEWEST }).rows.map((row) => row.id)
              expect(new Set(matches.slice(0, all.length))).toEqual(new Set(all))
            }
            const half = Math.floor(expected.length / 2)
            const rest = search.page(
              query({ text, filterByText, sort: { column, descending }, offset: half }),
            )
            expect(rest.rows.map((row) => row.id)).toEqual(expected.slice(half))
            expect(
              walking.page(query({ text, filterByText, sort: { column, descending }, offset: half })),
            ).toEqual(rest)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

type Known = NewSound & {
  id: number
  isFavourite: boolean
  isTrashed: boolean
  loudnessLufs: number | null
  rating: number
  verdict: 'kept' | 'rejected' | null
  isMissing: boolean
  catId: string
  guessId: string
  inside: readonly number[]
}

/** What `cat:` compares with. */
function categoriesOf({ category, catId, guessId }: Known): readonly string[] {
  const ucsId = catId || guessId
  const known = { DOORWood: ['DOORWood', 'DOORS', 'WOOD'], RAINMetl: ['RAINMetl', 'RAIN', 'METAL'] }
  return [category ?? '', ...(ucsId === '' ? [] : known[ucsId as keyof typeof known])]
}

/** Which collections `in:` means: those of the name, else those that begin so, with what lies in them, in the order of the tree. */
function insideOf(text: string): readonly number[] {
  const typed = text.toLowerCase()
  const named = (holds: (name: string) => boolean) =>
    COLLECTIONS.flatMap((name, at) => (holds(name.toLowerCase()) ? [at] : []))
  const same = named((name) => name === typed)
  const roots = same.length > 0 ? same : named((name) => name.startsWith(typed))
  return [...new Set(roots.flatMap((at) => (at === 0 ? [0, 1] : [at])))]
}

function naiveSearch(
  sounds: readonly Known[],
  text: string,
  filterByText: boolean,
  column: SortColumn,
  descending: boolean,
): readonly number[] {
  const { terms, filters } = parseQuery(text)
  const fields = (each: Known) =>
    [each.name, each.prompt, each.label, each.tags.join('\n'), '', each.model, String(each.seed ?? '')].map(
      wordsOf,
    )
  const hasTerm = (each: Known, typed: string, isPrefix: boolean) => {
    const words = wordsOf(typed)
    return fields(each).some((field) =>
      field.some((_, start) =>
        words.every((word, n) =>
          isPrefix && n === words.length - 1 ? field[start + n]?.startsWith(word) : field[start + n] === word,
        ),
      ),
    )
  }
  return sounds
    .filter((each) => !each.isTrashed)
    .filter((each) =>
      terms.every((term) => {
        if (!filterByText) return true
        return hasTerm(each, term.text, term.kind === 'word') !== term.isNegated
      }),
    )
    .filter((each) =>
      filters.every((filter) => {
        const holds = (one: Filter): boolean => {
          switch (one.field) {
            case 'any':
              return one.of.some(holds)
            case 'fav':
              return each.isFavourite
            case 'dur':
              return each.durationMs >= one.min && each.durationMs <= one.max
            case 'rate':
              return each.sampleRate >= one.min && each.sampleRate <= one.max
            case 'rating':
              return each.rating >= one.min && each.rating <= one.max
            case 'date':
              return each.createdAtMs >= one.min && each.createdAtMs <= one.max
            case 'family':
            case 'format':
              return likes(each[one.field], one.text)
            case 'conn': {
              const names = { one: 'studio', two: 'other' }
              return each.connectionId !== null && likes(names[each.connectionId as 'one'], one.text)
            }
            case 'in':
              return insideOf(one.text).some((at) => each.inside.includes(at))
            case 'is':
              return {
                missing: each.isMissing,
                loop: each.isLoop,
                imported: each.origin === 'imported',
                kept: each.verdict === 'kept',
                rejected: each.verdict === 'rejected',
              }[one.state]
            case 'seed':
              return String(each.seed ?? '').startsWith(one.digits)
            case 'tag':
              return each.tags.some((tag) => likes(tag, one.text))
            case 'model':
              return one.text.startsWith('=')
                ? likes(each.model, one.text)
                : each.model.toLowerCase().includes(one.text.toLowerCase())
            case 'type':
              return [each.type, ...categoriesOf(each)].some((word) => likes(word, one.text))
            case 'cat':
              return categoriesOf(each).some((word) => likes(word, one.text))
          }
        }
        return holds(filter) !== filter.isNegated
      }),
    )
    .toSorted((a, b) => {
      const inside = filters.flatMap((filter) =>
        filter.field === 'in' && !filter.isNegated ? [filter] : [],
      )[0]
      if (column === 'collection' && inside !== undefined) {
        // Each new one went to the front of its collection.
        const order = insideOf(inside.text)
        const place = (each: Known) => order.findIndex((at) => each.inside.includes(at))
        const difference = place(a) - place(b) || b.id - a.id
        return descending ? -difference : difference
      }
      const [keyA, keyB] = [a, b].map((each) => each[column === 'collection' ? 'createdAtMs' : column])
      if (keyA === null || keyB === null) {
        if (keyA !== keyB) return keyA === null ? 1 : -1
      } else if (keyA !== keyB) {
        const isBefore = keyA! < keyB!
        return isBefore === descending ? 1 : -1
      }
      return descending ? b.id - a.id : a.id - b.id
    })
    .map((each) => each.id)
}

describe('what is searched for before anything is typed', () => {
  it('changes no answer', () => {
    named(['rain on a roof', 'distant thunder'])
    search.prepare()
    expect(closest('rain')).toEqual(['rain on a roof'])
    expect(found('')).toHaveLength(2)
  })

  it('takes a library without sounds, and a newest one without words', () => {
    search.prepare()
    named(['…'])
    search.prepare()
    expect(found('')).toEqual(['…'])
  })
})
