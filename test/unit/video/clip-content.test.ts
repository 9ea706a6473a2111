// What a clip holds is read once and remembered for as long as its file looks the same: prices are asked for by it.
import { createHash, randomUUID } from 'node:crypto'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSourceFiles, type SourceFiles } from '../../../src-main/generations/source-files.ts'
import type { WritableDatabase } from '../../../src-main/library/database.ts'
import { hashContent } from '../../../src-main/media/hash-file.ts'
import { openTemporaryLibrary, type TemporaryFolder, temporaryFolder } from '../library/library-fixture.ts'

let place: TemporaryFolder
let db: WritableDatabase
let files: SourceFiles
let path: string
beforeEach(() => {
  place = temporaryFolder()
  db = openTemporaryLibrary(place)
  files = createSourceFiles({
    db,
    readyPath: () => null,
    hashLong: hashContent,
    newId: randomUUID,
    now: () => 0,
  })
  path = join(place.path, 'ball.mp4')
  writeFileSync(path, 'a picture')
})
afterEach(() => {
  db.close()
  place.remove()
})

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')
async function register(): Promise<string> {
  const registered = await files.registerClip(path)
  if (!registered.ok) throw new Error(registered.error.message)
  return registered.value.id
}
async function read(clipId: string): Promise<string> {
  const file = files.find({ soundId: null, clipId })
  if (!file.ok) throw new Error(file.error.message)
  const content = await files.hash(file.value)
  if (!content.ok) throw new Error(content.error.message)
  return content.value
}

describe('The content of a clip', () => {
  it('is known without reading after it was read once, also when the same file is chosen again', async () => {
    const clipId = await register()
    expect(await files.knownHash({ kind: 'clip', clipId })).toBeNull()
    expect(await read(clipId)).toBe(sha256Of('a picture'))
    expect(await files.knownHash({ kind: 'clip', clipId })).toBe(sha256Of('a picture'))
    expect(await register()).toBe(clipId)
    expect(await files.knownHash({ kind: 'clip', clipId })).toBe(sha256Of('a picture'))
  })

  it('is not believed of a file that was written since, and read anew', async () => {
    const clipId = await register()
    await read(clipId)
    writeFileSync(path, 'b picture')
    utimesSync(path, 1_000, 1_000)
    expect(await files.knownHash({ kind: 'clip', clipId })).toBeNull()
    expect(await read(clipId)).toBe(sha256Of('b picture'))
    expect(await files.knownHash({ kind: 'clip', clipId })).toBe(sha256Of('b picture'))
    utimesSync(path, 2_000, 2_000)
    await register()
    expect(await files.knownHash({ kind: 'clip', clipId })).toBeNull()
  })
})
