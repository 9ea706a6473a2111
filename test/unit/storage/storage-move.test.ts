// Moving the library's folder: nothing is deleted before it is copied and compared, and every interruption can be taken up again.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failed, succeeded } from '../../../src-main/media/outcome.ts'
import type { StoredMove } from '../../../src-main/shell/storage-move.ts'
import { createStorageMover } from '../../../src-main/shell/storage-move.ts'
import { type TemporaryFolder, temporaryFolder } from '../library/library-fixture.ts'

const FILES = {
  '2026/10/Door slam.wav': 'door'.repeat(40_000),
  '2026/11/Rain.wav': 'rain'.repeat(10),
  '.trash/2026/11/Old.wav': 'old',
}

let folder: TemporaryFolder
let from: string
let to: string
beforeEach(() => {
  folder = temporaryFolder()
  from = join(folder.path, 'old')
  to = join(folder.path, 'disk/new')
  for (const [path, content] of Object.entries(FILES)) write(join(from, path), content)
})
afterEach(() => folder.remove())

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
const below = (root: string): Record<string, string> => {
  const names = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    names.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(root.length + 1), readFileSync(path, 'utf8')]
    }),
  )
}

/** The mover over a settings row; `crashAt` throws away everything at that change, as a killed process does. */
function moving(memory: { stored: StoredMove | null; used: string }, onUse: () => void = () => {}) {
  const told: string[] = []
  const mover = createStorageMover({
    load: () => memory.stored,
    store: (move) => {
      memory.stored = move
    },
    use: (root) => {
      onUse()
      memory.used = root
      return succeeded(null)
    },
    changed: () => void told.push(mover.state().kind),
    now: () => told.length * 1_000,
    log: () => {},
  })
  return { mover, told }
}
const ended = async ({ mover }: ReturnType<typeof moving>): Promise<void> => {
  while (
    mover.state().kind === 'copying' ||
    mover.state().kind === 'deleting' ||
    mover.state().kind === 'none'
  )
    await new Promise((resolve) => setImmediate(resolve))
}

describe('a move of the library', () => {
  it('carries every file over, uses the new folder, and then empties the old one', async () => {
    const memory = { stored: null, used: from }
    const made = moving(memory)
    expect(await made.mover.start(from, to)).toEqual({ ok: true, value: null })
    await ended(made)
    expect(made.mover.state()).toEqual({ kind: 'done', folderName: 'new', leftBehind: 0 })
    expect(below(to)).toEqual(FILES)
    expect(memory).toEqual({ stored: null, used: to })
    expect(() => readdirSync(from)).toThrow()
    expect(made.told).toEqual(expect.arrayContaining(['copying', 'deleting', 'done']))
  })

  it('keeps every file in the old folder until all are copied', async () => {
    const made = moving({ stored: null, used: from }, () => {
      expect(below(from)).toEqual(FILES)
      expect(below(to)).toEqual(FILES)
    })
    await made.mover.start(from, to)
    await ended(made)
    expect(made.mover.state().kind).toBe('done')
  })

  it('goes on after a crash while copying, and mends a copy that was cut short', async () => {
    write(join(to, '2026/10/Door slam.wav'), 'door')
    write(join(to, '2026/11/Rain.wav.foleyroom-moving'), 'ra')
    const memory: { stored: StoredMove | null; used: string } = {
      stored: { from, to, phase: 'copying' },
      used: from,
    }
    const made = moving(memory)
    expect(made.mover.state()).toMatchObject({ kind: 'stopped', error: { code: 'move_interrupted' } })
    made.mover.resume()
    await ended({ ...made })
    while (made.mover.state().kind === 'stopped') await new Promise((resolve) => setImmediate(resolve))
    await ended(made)
    expect(below(to)).toEqual(FILES)
    expect(memory.used).toBe(to)
  })

  it('takes no link to a sound for a copy of it', async () => {
    mkdirSync(join(to, '2026/11'), { recursive: true })
    symlinkSync(join(from, '2026/11/Rain.wav'), join(to, '2026/11/Rain.wav'))
    const memory: { stored: StoredMove | null; used: string } = {
      stored: { from, to, phase: 'copying' },
      used: from,
    }
    moving(memory).mover.resume()
    while (memory.stored !== null) await new Promise((resolve) => setImmediate(resolve))
    expect(below(to)).toEqual(FILES)
  })

  it('goes on after a crash while deleting, with a sound that was finished in between', async () => {
    for (const [path, content] of Object.entries(FILES)) write(join(to, path), content)
    write(join(from, '2026/11/Late.wav'), 'late')
    const memory: { stored: StoredMove | null; used: string } = {
      stored: { from, to, phase: 'deleting' },
      used: to,
    }
    const made = moving(memory)
    made.mover.resume()
    while (memory.stored !== null) await new Promise((resolve) => setImmediate(resolve))
    expect(below(to)).toEqual({ ...FILES, '2026/11/Late.wav': 'late' })
    expect(() => readdirSync(from)).toThrow()
  })

  it('stops where the new folder is refused, deletes nothing, and can be canceled', async () => {
    const memory: { stored: StoredMove | null } = { stored: null }
    const mover = createStorageMover({
      load: () => memory.stored,
      store: (move) => {
        memory.stored = move
      },
      use: () => failed('sounds_elsewhere', 'Not there.'),
      changed: () => {},
      now: () => 0,
      log: () => {},
    })
    await mover.start(from, to)
    while (mover.state().kind !== 'stopped') await new Promise((resolve) => setImmediate(resolve))
    expect(mover.state()).toMatchObject({ error: { code: 'sounds_elsewhere' } })
    expect(below(from)).toEqual(FILES)
    expect(await mover.cancel()).toEqual({ ok: true, value: null })
    expect(mover.state()).toEqual({ kind: 'none' })
    expect(() => readdirSync(to)).toThrow()
    expect(below(from)).toEqual(FILES)
  })

  it('leaves links and what is not a file behind, and says how many', async () => {
    symlinkSync('/etc/hostname', join(from, 'link.wav'))
    const made = moving({ stored: null, used: from })
    await made.mover.start(from, to)
    await ended(made)
    expect(made.mover.state()).toEqual({ kind: 'done', folderName: 'new', leftBehind: 1 })
    expect(below(to)).toEqual(FILES)
  })

  it.each([
    ['a folder that holds something', () => write(join(to, 'mine.txt'), 'x')],
    [
      'a folder inside the old one',
      () => {
        to = join(from, 'inside')
      },
    ],
    [
      'the old one itself',
      () => {
        to = from
      },
    ],
    [
      'a folder that holds the old one',
      () => {
        to = folder.path
      },
    ],
  ])('refuses %s', async (_name, arrange) => {
    arrange()
    const { mover } = moving({ stored: null, used: from })
    expect(await mover.start(from, to)).toMatchObject({ ok: false, error: { code: 'folder_refused' } })
    expect(below(from)).toMatchObject(FILES)
  })
})
