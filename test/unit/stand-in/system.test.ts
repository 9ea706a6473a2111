// The parts of the stand-in that touch the system: trash, folders, lock, clipboard, storage.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ClipboardItem, clipboard } from '../../stand-in/system/clipboard.ts'
import { nativeTheme } from '../../stand-in/system/desktop.ts'
import { nativeImage } from '../../stand-in/system/native-image.ts'
import { getPath, setPath } from '../../stand-in/system/paths.ts'
import { safeStorage } from '../../stand-in/system/safe-storage.ts'
import { shell } from '../../stand-in/system/shell.ts'
import { takeLock } from '../../stand-in/system/single-instance.ts'

let home = ''

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stand-in-system-'))
  vi.stubEnv('HOME', home)
  vi.stubEnv('XDG_CONFIG_HOME', '')
  vi.stubEnv('XDG_DATA_HOME', join(home, 'data'))
  setPath('userData', join(home, 'user-data'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

describe('shell.trashItem', () => {
  const trash = () => join(home, 'data/Trash')

  test('moves a file into the home trash, with its origin and time beside it', async () => {
    const file = join(home, 'Ein Geräusch.wav')
    writeFileSync(file, 'sound')
    await shell.trashItem(file)
    expect(existsSync(file)).toBe(false)
    expect(readFileSync(join(trash(), 'files/Ein Geräusch.wav'), 'utf8')).toBe('sound')
    const info = readFileSync(join(trash(), 'info/Ein Geräusch.wav.trashinfo'), 'utf8')
    expect(info).toMatch(
      /^\[Trash Info\]\nPath=.*\/Ein%20Ger%C3%A4usch\.wav\nDeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\n$/,
    )
  })

  test('keeps two files of one name', async () => {
    for (const folder of ['one', 'two']) {
      mkdirSync(join(home, folder))
      writeFileSync(join(home, folder, 'rain.wav'), folder)
      await shell.trashItem(join(home, folder, 'rain.wav'))
    }
    expect(readdirSync(join(trash(), 'files')).sort()).toEqual(['rain.2.wav', 'rain.wav'])
    expect(readFileSync(join(trash(), 'files/rain.2.wav'), 'utf8')).toBe('two')
  })

  test('fails for a file that is not there, and writes nothing', async () => {
    await expect(shell.trashItem(join(home, 'nothing.wav'))).rejects.toThrow(/ENOENT/)
    expect(existsSync(trash())).toBe(false)
  })
})

describe('app.getPath', () => {
  test('gives the English folders of the home where the desktop states none', () => {
    expect(getPath('music')).toBe(join(home, 'Music'))
    expect(getPath('downloads')).toBe(join(home, 'Downloads'))
    expect(getPath('logs')).toBe(join(home, 'user-data/logs'))
  })

  test('gives the folders that xdg-user-dirs states', () => {
    mkdirSync(join(home, '.config'))
    writeFileSync(
      join(home, '.config/user-dirs.dirs'),
      'XDG_MUSIC_DIR="$HOME/Musik"\nXDG_DOWNLOAD_DIR="/srv/in"\n',
    )
    expect(getPath('music')).toBe(join(home, 'Musik'))
    expect(getPath('downloads')).toBe('/srv/in')
  })

  test('refuses a name that Electron does not know', () => {
    expect(() => getPath('sounds')).toThrow("does not offer app.getPath('sounds')")
  })
})

describe('the single-instance lock', () => {
  const nobody = { argv: [], workingDirectory: '/', additionalData: null }

  test('is free again once it is released', () => {
    const first = takeLock(home, nobody, () => {})
    expect(first.isHeld).toBe(true)
    if (first.isHeld) first.release()
    expect(readdirSync(home).filter((name) => name.endsWith('.lock'))).toEqual([])
  })

  test('removes what a crash has left, and nothing that is not its own', () => {
    const left = mkdtempSync(join(tmpdir(), 'stand-in-lock-'))
    writeFileSync(join(left, 's'), '')
    const other = join(home, 'other')
    mkdirSync(other)
    writeFileSync(join(other, 's'), '')
    for (const socket of [join(left, 's'), join(other, 's')]) {
      writeFileSync(join(home, 'stand-in.lock'), JSON.stringify({ pid: 2 ** 22 + 1, socket }))
      const lock = takeLock(home, nobody, () => {})
      if (lock.isHeld) lock.release()
    }
    expect([existsSync(left), existsSync(join(other, 's'))]).toEqual([false, true])
  })

  test.each([
    ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, socket: '/nowhere' })],
    ['a process that is another program', JSON.stringify({ pid: process.ppid, socket: '/nowhere' })],
    ['a crash that cut it short', '{"pid":'],
  ])('is taken over from %s', (_name, left) => {
    writeFileSync(join(home, 'stand-in.lock'), left)
    const lock = takeLock(home, nobody, () => {})
    expect(lock.isHeld).toBe(true)
    if (lock.isHeld) lock.release()
  })
})

test('the clipboard keeps text, and items of several types, in memory', async () => {
  await clipboard.writeText('seed 7')
  expect(await clipboard.readText()).toBe('seed 7')
  const files = new Blob(['file:///a.wav'], { type: 'text/uri-list' })
  await clipboard.write([new ClipboardItem({ 'text/plain': 'a.wav', 'text/uri-list': files })])
  expect([await clipboard.readText(), await clipboard.has('text/uri-list')]).toEqual(['a.wav', true])
  const [item] = await clipboard.read()
  expect(await (await item?.getType('text/uri-list'))?.text()).toBe('file:///a.wav')
  clipboard.clear()
  expect(await clipboard.read()).toEqual([])
})

test('safeStorage seals and opens, and what was sealed does not hold the text', () => {
  const sealed = safeStorage.encryptString('a key')
  expect(sealed.includes('a key')).toBe(false)
  expect(safeStorage.decryptString(sealed)).toBe('a key')
  sealed[sealed.length - 1]! ^= 1
  expect(() => safeStorage.decryptString(sealed)).toThrow()
})

test('nativeTheme says that it changed, once', () => {
  let updates = 0
  nativeTheme.on('updated', () => updates++)
  nativeTheme.themeSource = 'dark'
  nativeTheme.themeSource = 'dark'
  expect([nativeTheme.shouldUseDarkColors, updates]).toEqual([true, 1])
  nativeTheme.themeSource = 'system'
})

test('nativeImage reads the size that a PNG states, and is empty for anything else', () => {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452000000200000001008060000', 'hex')
  expect(nativeImage.createFromBuffer(header).getSize()).toEqual({ width: 32, height: 16 })
  expect(nativeImage.createFromBuffer(Buffer.from('not a picture')).isEmpty()).toBe(true)
  expect(nativeImage.createFromPath(join(home, 'nothing.png')).isEmpty()).toBe(true)
})
