import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WritableDatabase } from '../../../src-main/library/database.ts'
import { insertSounds } from '../../../src-main/library/sound-store.ts'
import { searchLibrary } from '../../../src-main/shell/library-search.ts'
import { openTemporaryLibrary, sound, temporaryFolder } from '../library/library-fixture.ts'

let folder: ReturnType<typeof temporaryFolder>
let db: WritableDatabase
let lines: string[]
let complaints: string[]
beforeEach(() => {
  folder = temporaryFolder()
  db = openTemporaryLibrary(folder)
  lines = []
  complaints = []
})
afterEach(() => {
  db.close()
  folder.remove()
})
const search = (text: string, isJson = true, limit = 200, path = join(folder.path, 'library.db')): number =>
  searchLibrary(
    { kind: 'library-search', text, isJson, limit },
    {
      databasePath: path,
      rootOf: () => '/sounds',
      print: (line) => lines.push(line),
      complain: (line) => complaints.push(line),
    },
  )

describe('library search', () => {
  it('reads what the app wrote a moment ago, while the app has it open', () => {
    insertSounds(db, [sound(1, { name: 'Rain' }), sound(2, { name: 'Wind' })])
    expect(search('rain')).toBe(0)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        name: 'Rain',
        uid: 'uid-1',
        relativePath: '2026/11/sound 1.wav',
        path: '/sounds/2026/11/sound 1.wav',
        durationMs: 1000,
        tempoBpm: null,
      },
    ])
    insertSounds(db, [sound(3, { name: 'More rain' })])
    lines = []
    search('rain', false)
    expect(lines).toEqual([
      '1.00\timport\tMore rain\t2026/11/sound 3.wav',
      '1.00\timport\tRain\t2026/11/sound 1.wav',
    ])
  })

  it('goes on over pages, as far as it is asked to', () => {
    insertSounds(
      db,
      Array.from({ length: 450 }, (_, n) => sound(n)),
    )
    search('', false, 1000)
    expect(new Set(lines).size).toBe(450)
    lines = []
    search('', false, 201)
    expect(lines).toHaveLength(201)
  })

  it('says where there is no library', () => {
    expect(search('x', true, 5, join(folder.path, 'none.db'))).toBe(1)
    expect(complaints[0]).toMatch(/There is no library/)
  })
})
