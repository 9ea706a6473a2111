// Collections as lines of the sidebar, and what an export may be asked for.
import { describe, expect, test } from 'vitest'
import type { CollectionView } from '../../../src-renderer/bridge.ts'
import {
  collectionLines,
  collectionSearch,
} from '../../../src-renderer/features/collections/collection-tree.ts'
import { insideOf, shownCollection } from '../../../src-renderer/features/collections/shown-collection.ts'
import {
  DEFAULT_EXPORT,
  exportProblem,
  fittingOptions,
} from '../../../src-renderer/features/exports/export-options.ts'

const collection = (id: number, name: string, part: Partial<CollectionView> = {}): CollectionView => ({
  id,
  name,
  parentId: null,
  query: null,
  position: 0,
  soundCount: 0,
  ...part,
})

describe('collections in the sidebar', () => {
  const all = [
    collection(1, 'Film', { position: 1 }),
    collection(2, 'Reel 3', { parentId: 1 }),
    collection(3, 'Doors', { position: 0 }),
    collection(4, 'Short', { query: 'dur:<3s', parentId: 1 }),
  ]

  test('stand nested in their own order, with the path of each', () => {
    expect(collectionLines(all, 'collections').map(({ path, depth }) => [path, depth])).toEqual([
      ['Doors', 0],
      ['Film', 0],
      ['Film / Reel 3', 1],
    ])
  })

  test('a saved search stands apart, wherever it was made', () => {
    expect(collectionLines(all, 'searches').map(({ path, depth }) => [path, depth])).toEqual([['Short', 0]])
  })

  test('looking into one is a search', () => {
    expect(collectionSearch(collection(1, 'Hallway, "reel" 3'))).toBe('in:"Hallway, reel 3"')
    expect(collectionSearch(collection(2, 'Short', { query: 'dur:<3s' }))).toBe('dur:<3s')
  })
})

describe('the collection that is looked at', () => {
  const reel = collection(3, 'Reel "3"')
  const all = [collection(1, 'Search', { query: 'in:film' }), collection(2, 'Film'), reel]

  test('is the one that the filter names, whatever words rank', () => {
    expect(shownCollection(all, 'in:"Film"')?.id).toBe(2)
    expect(shownCollection(all, 'creaking door in:film')?.id).toBe(2)
    expect(shownCollection(all, collectionSearch(reel))?.id).toBe(3)
  })

  test('is none where more or less than its sounds are shown', () => {
    for (const text of ['', 'film', 'in:fi', '-in:film', 'in:film fav', 'in:film|reel', 'in:search'])
      expect(shownCollection(all, text)).toBeNull()
    expect(insideOf('in:film fav')).toBe('film')
    expect(insideOf('in:film|reel')).toBeNull()
  })
})

describe('an export', () => {
  test('of the files as they are changes nothing in them', () => {
    const options = fittingOptions({ ...DEFAULT_EXPORT, loudnessLufs: -23, channels: 'mono', fadeInMs: 5 })
    expect(options).toMatchObject({ loudnessLufs: null, channels: 'keep', fadeInMs: 0, sampleRate: null })
  })

  test('to MP3 takes a rate that MP3 has', () => {
    expect(fittingOptions({ ...DEFAULT_EXPORT, format: 'mp3-320', sampleRate: 96_000 }).sampleRate).toBe(
      48_000,
    )
    expect(fittingOptions({ ...DEFAULT_EXPORT, format: 'wav-24', sampleRate: 96_000 }).sampleRate).toBe(
      96_000,
    )
  })

  test('is refused with what is wrong', () => {
    expect(exportProblem(DEFAULT_EXPORT)).toBeNull()
    expect(exportProblem({ ...DEFAULT_EXPORT, nameTemplate: 'door' })).toMatch(/braces/)
    expect(exportProblem({ ...DEFAULT_EXPORT, format: 'wav-24', loudnessLufs: 3 })).toMatch(/−70 to 0/)
  })
})
