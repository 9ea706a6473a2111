// The guessed categories of sounds, as filters and menus find them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WritableDatabase } from '../../../src-main/library/database.ts'
import { readFacets } from '../../../src-main/library/facets.ts'
import { createGuesses } from '../../../src-main/library/guesses.ts'
import { createLibrarySearch } from '../../../src-main/library/search.ts'
import { changeSounds, insertSounds, markTrashed } from '../../../src-main/library/sound-store.ts'
import { guessSome, setCatId, ucsOfSound } from '../../../src-main/library/sound-ucs.ts'
import { openTemporaryLibrary, sound, type TemporaryFolder, temporaryFolder } from './library-fixture.ts'

let folder: TemporaryFolder
let db: WritableDatabase
beforeEach(() => {
  folder = temporaryFolder()
  db = openTemporaryLibrary(folder)
})
afterEach(() => {
  db.close()
  folder.remove()
})

const enter = (...names: readonly string[]): readonly number[] =>
  insertSounds(
    db,
    names.map((name, n) => sound(n, { name, type: 'sfx', category: null })),
  )
const found = (text: string): readonly string[] => {
  const sort = { column: 'name', descending: false } as const
  const { rows, total } = createLibrarySearch(db).page({
    text,
    filterByText: true,
    sort,
    offset: 0,
    limit: 200,
  })
  expect(total).toBe(rows.length)
  return rows.map(({ name }) => name)
}

describe('a category that is guessed', () => {
  it('is found by type: and cat:, by its id and both names, and counted in the menus', () => {
    const [door = 0] = enter('wooden door slams', 'rain on a tin roof')
    expect(found('cat:doors')).toEqual([])
    expect(guessSome(db, 100)).toBe(2)
    const { guess } = ucsOfSound(db, door) ?? expect.fail('no sound')
    for (const said of [guess.catId, guess.category, guess.subcategory])
      for (const field of ['cat', 'type']) expect(found(`${field}:"=${said}"`)).toContain('wooden door slams')
    expect(found('type:doors')).toEqual(['wooden door slams'])
    expect(found('-cat:doors')).toEqual(['rain on a tin roof'])
    expect(readFacets(db).category).toContainEqual({ value: 'doors', count: 1 })
  })

  it('is what the inspector shows', () => {
    const ids = enter('door slams', 'zorp', 'glass shatters', '')
    guessSome(db, 100)
    for (const id of ids)
      expect(db.statement('SELECT guess_id AS id FROM sounds WHERE id = ?').get([id])).toEqual({
        id: ucsOfSound(db, id)?.guess.catId,
      })
  })

  it('gives way to one that is chosen, and comes back without it', () => {
    const ids = enter('wooden door slams')
    guessSome(db, 100)
    setCatId(db, ids, 'RAINMetl')
    expect(found('cat:doors')).toEqual([])
    expect(found('cat:rain')).toEqual(['wooden door slams'])
    setCatId(db, ids, '')
    expect(found('cat:doors')).toEqual(['wooden door slams'])
  })

  it('is guessed anew after a rename, and not after a rating', () => {
    const ids = enter('wooden door slams')
    guessSome(db, 100)
    changeSounds(db, ids, { rating: 4 })
    expect(guessSome(db, 100)).toBe(0)
    changeSounds(db, ids, { name: 'glass shatters' })
    expect(guessSome(db, 100)).toBe(1)
    expect(found('cat:doors')).toEqual([])
    expect(found('cat:glass')).toEqual(['glass shatters'])
  })

  it('leaves the counts with the sound that goes to the trash', () => {
    const [first = 0] = enter('wooden door slams', 'door creaks')
    guessSome(db, 100)
    markTrashed(db, [first], 1)
    expect(found('cat:doors')).toEqual(['door creaks'])
    expect(readFacets(db).category).toEqual([{ value: 'doors', count: 1 }])
  })

  it('goes with other fields', () => {
    const [first = 0] = enter('wooden door slams', 'door creaks')
    guessSome(db, 100)
    changeSounds(db, [first], { isFavourite: true })
    expect(found('cat:doors fav')).toEqual(['wooden door slams'])
    expect(found('cat:doors -fav')).toEqual(['door creaks'])
    expect(found('cat:doors dur:<3000s creaks')).toEqual(['door creaks'])
    expect(found('cat:doors dur:>3000s')).toEqual([])
  })
})

describe('the guesses of a library', () => {
  it('are made turn by turn until all are there, and told at the end', async () => {
    enter(...Array.from({ length: 130 }, (_, n) => `door slams ${n}`))
    let told = 0
    const guesses = createGuesses({ db, onGuessed: () => void told++, log: expect.fail })
    guesses.wake()
    await expect.poll(() => found('cat:doors').length).toBe(130)
    expect(told).toBe(1)
    await guesses.stop()
  })

  it('stop where the app ends, and go on at the next start', async () => {
    enter(...Array.from({ length: 130 }, (_, n) => `door slams ${n}`))
    const first = createGuesses({ db, onGuessed: () => undefined, log: expect.fail })
    first.wake()
    await first.stop()
    const made = found('cat:doors').length
    expect(made).toBeLessThan(130)
    const second = createGuesses({ db, onGuessed: () => undefined, log: expect.fail })
    second.wake()
    await expect.poll(() => found('cat:doors').length).toBe(130)
    await second.stop()
  })
})
