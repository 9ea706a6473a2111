import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import * as files from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { createLibraryFolder, type FilesPort, type LibraryFolder } from '../../../src-main/library/folder.ts'
import { type TemporaryFolder, temporaryFolder } from './library-fixture.ts'

let place: TemporaryFolder
let root: string
let folder: LibraryFolder
beforeEach(() => {
  place = temporaryFolder()
  root = join(place.path, 'Sounds')
  folder = createLibraryFolder({ root })
})
afterEach(() => place.remove())

const november = new Date(2026, 10, 15).getTime()
const free = () => false
async function value<T>(
  outcome: Promise<{ ok: true; value: T } | { ok: false; error: { message: string } }>,
): Promise<T> {
  const settled = await outcome
  if (!settled.ok) throw new Error(settled.error.message)
  return settled.value
}
const plan = (name: string, isTaken: (path: string) => boolean = free) =>
  value(folder.plan({ name, extension: 'wav', createdAtMs: november }, isTaken))
async function put(name: string, content = name): Promise<string> {
  const path = await plan(name)
  await value(folder.writePartial('work', [Buffer.from(content)]))
  await value(folder.commit('work', path))
  return path
}
const failing = (changes: Partial<Record<keyof FilesPort, string>>): LibraryFolder => {
  const fail = (errno: string) => () => Promise.reject(Object.assign(new Error(errno), { code: errno }))
  const broken = Object.fromEntries(Object.entries(changes).map(([name, errno]) => [name, fail(errno)]))
  // The failing functions never answer, so their result types do not matter.
  return createLibraryFolder({ root, files: { ...files, ...broken } as FilesPort })
}

describe('planning a name', () => {
  it('gives a readable path by year and month', async () => {
    expect(await plan('Heavy oak door slams')).toBe('2026/11/Heavy oak door slams.wav')
  })

  it('gives no name twice: not of a file, not of a row, not of another plan, whatever the case', async () => {
    await put('Rain')
    writeFileSync(join(root, '2026/11/RAIN 2.WAV'), '')
    expect(await plan('rain', (path) => path === '2026/11/rain 3.wav')).toBe('2026/11/rain 4.wav')
    expect(await plan('RAIN', (path) => path === '2026/11/RAIN 3.wav')).toBe('2026/11/RAIN 5.wav')
  })

  it('plans many of one name at once, all different', async () => {
    const paths = await Promise.all(Array.from({ length: 50 }, () => plan('Take')))
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(50)
  })
})

describe('writing a file', () => {
  it('is whole under its name, with nothing left over', async () => {
    const path = await put('Door', 'content')
    expect(readFileSync(join(root, path), 'utf8')).toBe('content')
    expect(readdirSync(join(root, '.partial'))).toEqual([])
    expect(await value(folder.stat(path))).toMatchObject({ bytes: 7 })
    expect(await value(folder.sha256(path))).toBe(createHash('sha256').update('content').digest('hex'))
    expect(await value(folder.resolve(path))).toBe(join(root, path))
  })

  it('never replaces a file that came in between', async () => {
    const path = await plan('Door')
    await value(folder.writePartial('work', [Buffer.from('new')]))
    mkdirSync(join(root, '2026/11'), { recursive: true })
    writeFileSync(join(root, path), 'old')
    expect(await folder.commit('work', path)).toMatchObject({ ok: false, error: { code: 'file_exists' } })
    expect(readFileSync(join(root, path), 'utf8')).toBe('old')
    expect((await value(folder.leftovers())).map((left) => left.key)).toEqual(['work'])
    const other = await plan('Door')
    expect(other).toBe('2026/11/Door 2.wav')
    await value(folder.commit('work', other))
  })

  it('works on a disk without hard links, where it does not replace either', async () => {
    folder = failing({ link: 'EPERM' })
    const path = await put('Door', 'first')
    await value(folder.writePartial('again', [Buffer.from('second')]))
    expect(await folder.commit('again', path)).toMatchObject({ ok: false, error: { code: 'file_exists' } })
    expect(readFileSync(join(root, path), 'utf8')).toBe('first')
  })

  test.each<[string, Partial<Record<keyof FilesPort, string>>, string, boolean]>([
    ['a full disk at the folder (fault 44)', { mkdir: 'ENOSPC' }, 'disk_full', true],
    ['a full disk at the name (fault 44)', { link: 'ENOSPC' }, 'disk_full', true],
    ['another device (fault 48)', { link: 'EXDEV' }, 'other_device', false],
    ['a read-only folder (fault 48)', { link: 'EROFS' }, 'read_only', false],
    ['no access', { link: 'EACCES' }, 'no_access', false],
    ['a disk error (fault 45)', { link: 'EIO' }, 'io_error', true],
  ])('names %s and keeps the partial file', async (_, changes, code, retryable) => {
    await value(folder.writePartial('work', [Buffer.from('paid for')]))
    const broken = failing(changes)
    expect(await broken.commit('work', '2026/11/x.wav')).toMatchObject({
      ok: false,
      error: { code, retryable },
    })
    expect(existsSync(join(root, '2026/11/x.wav'))).toBe(false)
    expect(await value(folder.leftovers())).toMatchObject([{ key: 'work', bytes: 8 }])
  })

  it('reports an fsync that fails as not saved (fault 45)', async () => {
    const lying: FilesPort = {
      ...files,
      open: async (...args: Parameters<typeof files.open>) => {
        const handle = await files.open(...args)
        handle.sync = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
        return handle
      },
    }
    const broken = createLibraryFolder({ root, files: lying })
    expect(await broken.writePartial('work', [Buffer.from('x')])).toMatchObject({
      ok: false,
      error: { code: 'io_error' },
    })
    expect(await broken.commit('work', '2026/11/x.wav')).toMatchObject({
      ok: false,
      error: { code: 'io_error' },
    })
    expect(existsSync(join(root, '2026/11/x.wav'))).toBe(false)
  })

  it('throws what is a bug and no answer of a disk', async () => {
    await expect(folder.partialPath('../x')).rejects.toThrow(TypeError)
  })

  it('checks whether it can write, and makes the folder', async () => {
    await value(folder.check())
    expect(readdirSync(join(root, '.partial'))).toEqual([])
    expect(await failing({ mkdir: 'EROFS' }).check()).toMatchObject({
      ok: false,
      error: { code: 'read_only' },
    })
    writeFileSync(join(place.path, 'file'), '')
    const onFile = createLibraryFolder({ root: join(place.path, 'file') })
    expect(await onFile.check()).toMatchObject({ ok: false, error: { code: 'not_a_file' } })
  })

  it.skipIf(process.getuid?.() === 0)('names a folder without access', async () => {
    mkdirSync(root)
    chmodSync(root, 0o500)
    expect(await folder.check()).toMatchObject({ ok: false, error: { code: 'no_access' } })
  })
})

describe('after a crash', () => {
  it('in the partial file, it is found again (fault 55)', async () => {
    await value(folder.writePartial('gen-0-1', [Buffer.from('half of it')]))
    const next = createLibraryFolder({ root })
    expect(await value(next.leftovers())).toMatchObject([{ key: 'gen-0-1', bytes: 10 }])
    await value(next.discardPartial('gen-0-1'))
    await value(next.discardPartial('gen-0-1'))
    expect(await value(next.leftovers())).toEqual([])
  })

  it('after fsync and before the rename, the same commit finishes it (fault 56)', async () => {
    await value(folder.writePartial('gen-0-1', [Buffer.from('all of it')]))
    const next = createLibraryFolder({ root })
    await value(next.commit('gen-0-1', '2026/11/Rain.wav'))
    expect(readFileSync(join(root, '2026/11/Rain.wav'), 'utf8')).toBe('all of it')
  })

  it('between link and unlink, the file is known by its hash (fault 57)', async () => {
    await value(folder.writePartial('gen-0-1', [Buffer.from('all of it')]))
    const crashing = failing({ unlink: 'EIO' })
    expect((await crashing.commit('gen-0-1', '2026/11/Rain.wav')).ok).toBe(false)
    expect(await value(folder.sha256('2026/11/Rain.wav'))).toBe(
      createHash('sha256').update('all of it').digest('hex'),
    )
  })

  it('of a folder that was never made, there is nothing', async () => {
    expect(await value(folder.leftovers())).toEqual([])
  })
})

describe('reaching a file', () => {
  test.each([
    '../x.wav',
    '/etc/passwd',
    '2026/../../x',
    '',
    '.',
    '2026//x',
    'a\\..\\b',
    'C:/x',
    'a\0b',
    '2026/11/..',
  ])('refuses %j', async (path) => {
    mkdirSync(root)
    for (const work of [
      folder.resolve(path),
      folder.stat(path),
      folder.sha256(path),
      folder.commit('work', path),
    ]) {
      const outcome = await work
      expect(outcome.ok).toBe(false)
      if (!outcome.ok && path !== '')
        expect(['outside_library', 'file_missing']).toContain(outcome.error.code)
    }
  })

  it('follows no link out of the folder', async () => {
    const path = await put('Inside')
    writeFileSync(join(place.path, 'secret.txt'), 'secret')
    symlinkSync(join(place.path, 'secret.txt'), join(root, 'link.wav'))
    symlinkSync(place.path, join(root, 'up'))
    symlinkSync(join(root, path), join(root, 'alias.wav'))
    symlinkSync('loop', join(root, 'loop'))
    expect(await folder.resolve('link.wav')).toMatchObject({ ok: false, error: { code: 'outside_library' } })
    expect(await folder.resolve('up/secret.txt')).toMatchObject({
      ok: false,
      error: { code: 'outside_library' },
    })
    expect(await folder.resolve('up/Sounds/2026')).toMatchObject({ ok: false, error: { code: 'not_a_file' } })
    expect(await folder.resolve('loop')).toMatchObject({ ok: false, error: { code: 'not_a_file' } })
    expect((await folder.resolve('alias.wav')).ok).toBe(true)
  })

  it('says that a file which was moved is missing (fault 50)', async () => {
    const path = await put('Rain')
    rmSync(join(root, path))
    expect(await folder.resolve(path)).toMatchObject({ ok: false, error: { code: 'file_missing' } })
    rmSync(root, { recursive: true })
    expect(await folder.stat(path)).toMatchObject({ ok: false, error: { code: 'file_missing' } })
  })
})
