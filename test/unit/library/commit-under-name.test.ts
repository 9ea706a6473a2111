import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { commitUnderName } from '../../../src-main/library/commit-under-name.ts'
import { createLibraryFolder, type LibraryFolder } from '../../../src-main/library/folder.ts'
import { type TemporaryFolder, temporaryFolder } from './library-fixture.ts'

let temporary: TemporaryFolder
let root: string
let folder: LibraryFolder
/** Puts a file of another program under each of the first names, between plan and commit. */
const withRivals = (rivals: number): LibraryFolder => {
  let left = rivals
  return {
    ...folder,
    commit: (key, path) => {
      if (left-- > 0) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        writeFileSync(join(root, path), 'rival')
      }
      return folder.commit(key, path)
    },
  }
}
const naming = {
  planned: { name: 'Rain', extension: 'wav', createdAtMs: new Date(2026, 10, 15).getTime() },
  isTaken: () => false,
}
const content = (path: string): string => readFileSync(join(root, path), 'utf8')

beforeEach(async () => {
  temporary = temporaryFolder()
  root = join(temporary.path, 'Sounds')
  folder = createLibraryFolder({ root })
  await folder.writePartial('work', [Buffer.from('ours')])
})
afterEach(() => temporary.remove())

it('takes the next name where somebody was first, and leaves theirs as it is', async () => {
  const seen: string[] = []
  const path = await commitUnderName(withRivals(2), 'work', {
    ...naming,
    onPlan: (each) => {
      expect(existsSync(join(root, each))).toBe(false)
      seen.push(each)
    },
  })
  expect(path).toEqual({ ok: true, value: '2026/11/Rain 3.wav' })
  expect(seen).toEqual(['2026/11/Rain.wav', '2026/11/Rain 2.wav', '2026/11/Rain 3.wav'])
  expect(seen.map(content)).toEqual(['rival', 'rival', 'ours'])
})

it('begins with the path that is known, and tells of those only that it plans itself', async () => {
  const seen: string[] = []
  const first = '2025/01/Old.wav'
  const onPlan = (each: string): void => void seen.push(each)
  expect(await commitUnderName(folder, 'work', { ...naming, first, onPlan })).toEqual({
    ok: true,
    value: first,
  })
  expect(seen).toEqual([])
  await folder.writePartial('work', [Buffer.from('ours')])
  expect(await commitUnderName(folder, 'work', { ...naming, first, onPlan })).toEqual({
    ok: true,
    value: '2026/11/Rain.wav',
  })
  expect(seen).toEqual(['2026/11/Rain.wav'])
})

it('gives up where every name is taken, and keeps the unfinished file', async () => {
  const path = await commitUnderName(withRivals(Number.POSITIVE_INFINITY), 'work', naming)
  expect(path).toMatchObject({ ok: false, error: { code: 'file_exists', retryable: true } })
  expect(await folder.leftovers()).toMatchObject({ value: [{ key: 'work' }] })
})

it('tries no other name where the disk says something else', async () => {
  expect(await commitUnderName(folder, 'no-such-work', naming)).toMatchObject({
    ok: false,
    error: { code: 'file_missing' },
  })
  expect(await folder.plan(naming.planned, naming.isTaken)).toMatchObject({ value: '2026/11/Rain 2.wav' })
})
