import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertTranscriptionFiles } from '../../../src-main/generations/midi-files.ts'
import type { WritableDatabase } from '../../../src-main/library/database.ts'
import { readKinds } from '../../../src-main/library/kinds.ts'
import { libraryRevision, libraryStats } from '../../../src-main/library/sound-rows.ts'
import {
  byGeneration,
  changeSounds,
  childrenOf,
  findByContent,
  getDetailFacts,
  getOverview,
  getRow,
  insertSounds,
  isPathTaken,
  markMissing,
  markTrashed,
  parentOf,
  setFacts,
  setFactsError,
  soundsWithoutFacts,
  takesOf,
} from '../../../src-main/library/sound-store.ts'
import { setCatId } from '../../../src-main/library/sound-ucs.ts'
import { normaliseTags, tagsLike } from '../../../src-main/library/tags.ts'
import {
  addGeneration,
  openTemporaryLibrary,
  sound,
  type TemporaryFolder,
  temporaryFolder,
} from './library-fixture.ts'

// Far more than a busy machine needs: nothing here is about time.
vi.setConfig({ testTimeout: 120_000 })

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

const insertOne = (n: number, changes: Parameters<typeof sound>[1] = {}): number =>
  insertSounds(db, [sound(n, changes)])[0]!

describe('entering sounds', () => {
  it('is undone with the transaction that it is part of', () => {
    expect(() =>
      db.transaction(() => {
        insertSounds(db, [sound(1), sound(2)])
        throw new Error('the rest failed')
      }),
    ).toThrow('the rest failed')
    expect(libraryStats(db)).toEqual({ count: 0, bytes: 0 })
  })

  it('enters none where one of them is there already', () => {
    insertOne(1)
    expect(() => insertSounds(db, [sound(2), sound(1)])).toThrow(/UNIQUE/)
    expect(libraryStats(db).count).toBe(1)
  })

  it('answers the row that the window shows', () => {
    addGeneration(db, 'g1')
    const id = insertOne(1, {
      origin: 'generated',
      generationId: 'g1',
      outputIndex: 0,
      variantIndex: 1,
      connectionId: 'built-in',
      seed: 4_294_967_295,
      isLoop: true,
      credits: 12,
      tags: ['Rain', 'roof'],
    })
    expect(getRow(db, id)).toEqual({
      id,
      name: 'Sound 1',
      type: 'sfx',
      family: 'import',
      model: '',
      seed: 4_294_967_295,
      format: 'wav',
      sampleRate: 44_100,
      channels: 1,
      durationMs: 1000,
      isLoop: true,
      loudnessLufs: null,
      truePeakDb: null,
      credits: 12,
      isFavourite: false,
      rating: 0,
      verdict: null,
      tags: ['Rain', 'roof'],
      createdAtMs: 1_790_000_000_001,
      isMissing: false,
      hasFacts: false,
      hasNotes: false,
      generationId: 'g1',
      outputIndex: 0,
      variantIndex: 1,
    })
    expect(getRow(db, id + 1)).toBeNull()
  })

  it('takes one sound for each variant of an output, so that a replay enters nothing twice', () => {
    addGeneration(db, 'g1')
    const variant = { generationId: 'g1', outputIndex: 0, variantIndex: 0 }
    insertOne(1, variant)
    expect(() => insertOne(2, variant)).toThrow(/UNIQUE/)
  })
})

describe('families of sounds', () => {
  it('finds takes, parent and children', () => {
    addGeneration(db, 'g1')
    const ids = insertSounds(
      db,
      [0, 1, 2].map((variantIndex) =>
        sound(variantIndex, { generationId: 'g1', outputIndex: 0, variantIndex }),
      ),
    )
    const other = insertOne(9, { generationId: 'g1', outputIndex: 1, variantIndex: 0 })
    const child = insertOne(10, { parentId: ids[0]! })
    expect(byGeneration(db, 'g1').map((row) => row.id)).toEqual([...ids, other])
    expect(takesOf(db, ids[1]!).map((row) => row.id)).toEqual(ids)
    expect(takesOf(db, child).map((row) => row.id)).toEqual([child])
    expect(parentOf(db, child)?.id).toBe(ids[0])
    expect(childrenOf(db, ids[0]!).map((row) => row.id)).toEqual([child])
    expect(parentOf(db, ids[0]!)).toBeNull()
  })
})

describe('changing sounds', () => {
  it('changes what the patch names and nothing else, on all of them', () => {
    const ids = insertSounds(db, [sound(1, { tags: ['rain'] }), sound(2)])
    expect(
      changeSounds(db, [...ids, 999], {
        isFavourite: true,
        rating: 4,
        verdict: 'kept',
        addTags: ['Roof', 'RAIN'],
      }),
    ).toBe(2)
    expect(getRow(db, ids[0]!)).toMatchObject({
      name: 'Sound 1',
      isFavourite: true,
      rating: 4,
      verdict: 'kept',
      tags: ['rain', 'Roof'],
    })
    changeSounds(db, [ids[0]!], { verdict: null, removeTags: ['ROOF'], note: 'dry', name: 'Drip' })
    expect(getRow(db, ids[0]!)).toMatchObject({
      name: 'Drip',
      verdict: null,
      tags: ['rain'],
      isFavourite: true,
    })
    expect(getDetailFacts(db, ids[0]!)).toMatchObject({ note: 'dry', relativePath: '2026/11/sound 1.wav' })
    expect(tagsLike(db, 'RA', 10)).toEqual([{ tag: 'rain', count: 2 }])
  })

  it('changes none where one value breaks a bound', () => {
    const ids = insertSounds(db, [sound(1), sound(2)])
    expect(() => changeSounds(db, ids, { name: 'X', rating: 6 })).toThrow(/CHECK/)
    expect(getRow(db, ids[0]!)?.name).toBe('Sound 1')
  })

  it('finds no tags of what lies in the trash, and all of them again when it comes back', () => {
    const id = insertOne(1, { tags: ['rain', 'wet floor'] })
    markTrashed(db, [id], 5)
    changeSounds(db, [id], { addTags: ['roof'] })
    expect(tagsLike(db, '', 10)).toEqual([])
    markTrashed(db, [id], null)
    expect(tagsLike(db, '', 10).map(({ tag }) => tag)).toEqual(['rain', 'roof', 'wet floor'])
  })

  it('keeps tags to one line, one spelling and a length', () => {
    expect(normaliseTags([' wet  floor ', 'Wet Floor', '', 'a\nb', 'x'.repeat(99)])).toEqual([
      'wet floor',
      'a b',
      'x'.repeat(60),
    ])
  })
})

describe('facts, missing files and the trash', () => {
  const facts = {
    loudnessLufs: -23.4,
    truePeakDb: -1.5,
    headSilenceMs: 10.4,
    tailSilenceMs: 0,
    durationMs: 1000,
    descriptors: { vector: new Uint8Array(32), tempoBpm: 120, pitchHz: null },
    overview: new Uint8Array(512).fill(7),
  }

  it('stores facts once and keeps the reason where there are none', () => {
    const [first, second] = insertSounds(db, [sound(1), sound(2)]) as [number, number]
    expect(soundsWithoutFacts(db, 10)).toEqual([
      { id: first, uid: 'uid-1', relativePath: '2026/11/sound 1.wav' },
      { id: second, uid: 'uid-2', relativePath: '2026/11/sound 2.wav' },
    ])
    setFacts(db, first, facts, 5)
    setFactsError(db, second, 'not_audio', 6)
    expect(soundsWithoutFacts(db, 10)).toEqual([])
    expect(getRow(db, first)).toMatchObject({ hasFacts: true, loudnessLufs: -23.4, truePeakDb: -1.5 })
    expect(getRow(db, second)).toMatchObject({ hasFacts: false })
    expect(getDetailFacts(db, first)).toMatchObject({ headSilenceMs: 10, tailSilenceMs: 0, pitchHz: null })
    const descriptors = { vector: new Uint8Array(32), tempoBpm: 120, pitchHz: 440.1 }
    setFacts(db, first, { ...facts, descriptors }, 7)
    expect(getDetailFacts(db, first)).toMatchObject({ tempoBpm: 120, pitchHz: 440.1 })
    expect(new Uint8Array(getOverview(db, first)!)).toEqual(facts.overview)
    expect(getOverview(db, second)).toBeNull()
  })

  it('counts what is not in the trash, and counts each change of the library', () => {
    const ids = insertSounds(db, [sound(1), sound(2), sound(3)])
    const before = libraryRevision(db)
    expect(markTrashed(db, ids.slice(0, 2), 77)).toBe(2)
    expect(markTrashed(db, ids.slice(0, 2), 78)).toBe(0)
    expect(libraryStats(db)).toEqual({ count: 1, bytes: 1003 })
    expect(markTrashed(db, [ids[0]!], null)).toBe(1)
    expect(libraryStats(db)).toEqual({ count: 2, bytes: 2004 })
    expect(libraryRevision(db)).toBeGreaterThan(before)
  })

  it('counts the kinds of sounds through every change', () => {
    const kind = { type: 'sfx', category: 'Doors', catId: '', model: 'sfx-1.6' }
    const ids = insertSounds(db, [
      sound(1, kind),
      sound(2, kind),
      sound(3, { ...kind, type: 'music', category: null }),
    ])
    changeSounds(db, [ids[0]!], { isFavourite: true })
    const music = { type: 'music', category: '', catId: '', model: 'sfx-1.6', sounds: 1, favourites: 0 }
    expect(readKinds(db)).toEqual([music, { ...kind, sounds: 2, favourites: 1 }])
    markTrashed(db, [ids[0]!], 5)
    expect(readKinds(db)).toEqual([music, { ...kind, sounds: 1, favourites: 0 }])
    markTrashed(db, [ids[0]!], null)
    setCatId(db, [ids[1]!], 'DOORWood')
    expect(readKinds(db)).toEqual([
      music,
      { ...kind, sounds: 1, favourites: 1 },
      { ...kind, catId: 'DOORWood', sounds: 1, favourites: 0 },
    ])
    setCatId(db, [ids[1]!], '')
    db.statement('DELETE FROM sounds WHERE id = ?').run([ids[2]!])
    expect(readKinds(db)).toEqual([{ ...kind, sounds: 2, favourites: 1 }])
  })

  it('marks a missing file and takes the mark away', () => {
    const id = insertOne(1)
    markMissing(db, id, 5)
    expect(getRow(db, id)?.isMissing).toBe(true)
    markMissing(db, id, null)
    expect(getRow(db, id)?.isMissing).toBe(false)
  })

  it('finds a sound by content, and knows a taken path whatever its case', () => {
    const id = insertOne(1)
    expect(findByContent(db, sound(1).sha256)?.id).toBe(id)
    expect(findByContent(db, sound(2).sha256)).toBeNull()
    expect(isPathTaken(db, '2026/11/SOUND 1.WAV')).toBe(true)
    expect(isPathTaken(db, '2026/11/sound 2.wav')).toBe(false)
  })

  it('knows the path of a transcription’s file as taken, whatever its case', () => {
    addGeneration(db, 'a-transcription')
    insertTranscriptionFiles(db, [
      {
        generationId: 'a-transcription',
        index: 0,
        kind: 'midi',
        part: null,
        name: 'song',
        relativePath: '2026/11/song.mid',
        bytes: 14,
        sha256: 'a'.repeat(64),
      },
    ])
    expect(isPathTaken(db, '2026/11/Song.MID')).toBe(true)
    expect(isPathTaken(db, '2026/11/song 2.mid')).toBe(false)
  })
})
