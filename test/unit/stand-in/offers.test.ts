// Every name that the app takes from `electron` is one that the stand-in has; the stand-in stays out of the app.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as standIn from '../../stand-in/electron.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** What a sandboxed preload has, from page/world-preload.js, which runs in the page alone. */
const PRELOAD_NAMES = ['contextBridge', 'ipcRenderer', 'webFrame', 'webUtils']

const sourcesOf = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx)$/.test(file))
    .map((file) => ({ file: join(folder, file), text: readFileSync(join(ROOT, folder, file), 'utf8') }))

/** Names of value imports; `import type { … }` and `{ type X }` are gone before anything runs. */
function importedNames(text: string): string[] {
  const lists = [
    ...text.matchAll(/import\s+(?!type\b)(?:\w+\s*,\s*)?\{([^}]*)\}\s+from\s+'electron(?:\/\w+)?'/g),
  ]
  return lists
    .flatMap(([, list]) => list!.split(','))
    .map((name) => name.trim().split(/\s+as\s+/)[0]!)
    .filter((name) => name !== '' && !name.startsWith('type '))
}

test('the scan finds value imports and no types', () => {
  const text =
    "import { app, type Session, shell as desktop } from 'electron'\nimport type { Menu } from 'electron'"
  expect(importedNames(text)).toEqual(['app', 'shell'])
})

test('every name that the main process imports from electron is offered', () => {
  const offered = new Set([...Object.keys(standIn), ...PRELOAD_NAMES])
  const missing = sourcesOf('src-main').flatMap(({ file, text }) =>
    importedNames(text)
      .filter((name) => !offered.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('every name is imported as a name, so that the scan sees it', () => {
  const hidden = sourcesOf('src-main').filter(({ text }) =>
    /import\s+(?!type\b)(\*\s+as\s+)?\w+\s+from\s+'electron['/]|(require|import)\(\s*'electron['/]/.test(
      text,
    ),
  )
  expect(hidden.map(({ file }) => file)).toEqual([])
})

test('the app never imports the stand-in', () => {
  const breaches = [...sourcesOf('src-main'), ...sourcesOf('src-renderer')].filter(({ text }) =>
    /from\s+'[^']*stand-in/.test(text),
  )
  expect(breaches.map(({ file }) => file)).toEqual([])
})
