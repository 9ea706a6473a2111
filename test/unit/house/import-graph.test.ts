// Draws the import graph of src-main and src-renderer: a lower room never imports a higher one, and there is no cycle.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
/** Lower rooms first; rooms of one line may use each other where no cycle comes of it. */
const FLOORS: readonly (readonly string[])[] = [
  ['contract', 'bridge', 'decode'],
  ['service-client', 'media', 'library', 'connections'],
  ['generations', 'transcriptions'],
  ['agents', 'shell'],
]
const floorOf = (room: string): number => FLOORS.findIndex((rooms) => rooms.includes(room))
/** The composition root stands above all rooms. */
const ROOTS = [
  'index.ts',
  'main.ts',
  'window-app.ts',
  'window-requests.ts',
  'services.ts',
  'news.ts',
  'preload.ts',
]

interface Import {
  readonly from: string
  readonly to: string
  readonly isTypeOnly: boolean
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name).split(sep).join('/'))
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const pattern = /^(?:import|export)\s+(type\s)?[^'"]*?from\s+['"](\.[^'"]+)['"]/gm
  return [...text.matchAll(pattern)].map(([, type, specifier = '']) => ({
    from: file,
    to: relative(root, resolve(root, dirname(file), specifier))
      .split(sep)
      .join('/'),
    isTypeOnly: type !== undefined,
  }))
}

const main = sources('src-main').flatMap(importsOf)
const window = sources('src-renderer').flatMap(importsOf)
const roomOf = (file: string): string => file.split('/')[1] ?? ''

/** What lower floors may take from higher ones or the service from elsewhere: nothing. */
function breach({ from, to }: Import): string | null {
  const [source, target] = [roomOf(from), roomOf(to)]
  const told = `${from} -> ${to}`
  if (ROOTS.includes(source)) return null
  if (ROOTS.includes(target)) return told
  if (source === 'local-service')
    return ['local-service', 'contract', 'decode'].includes(target) ? null : told
  if (target === 'local-service') return told
  if (floorOf(source) < 0 || floorOf(target) < 0) return `${told} (a room that stands on no floor)`
  return floorOf(target) <= floorOf(source) ? null : told
}

function cycles(graph: readonly Import[]): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of graph) next.set(from, [...(next.get(from) ?? []), to])
  const found: string[] = []
  const done = new Set<string>()
  const walk = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) {
      found.push([...path.slice(at), file].join(' -> '))
      return
    }
    if (done.has(file)) return
    for (const to of next.get(file) ?? []) walk(to, [...path, file])
    done.add(file)
  }
  for (const file of next.keys()) walk(file, [])
  return found
}

describe('the house', () => {
  it('finds the imports it judges', () => {
    expect(main.length).toBeGreaterThan(100)
    expect(main).toContainEqual({
      from: 'src-main/main.ts',
      to: 'src-main/services.ts',
      isTypeOnly: false,
    })
  })

  it('has no import from a lower room to a higher one', () => {
    expect(main.flatMap((found) => breach(found) ?? [])).toEqual([])
  })

  it('tells a breach when it sees one', () => {
    const wrong = { from: 'src-main/library/a.ts', to: 'src-main/shell/b.ts', isTypeOnly: false }
    expect(breach(wrong)).toBe('src-main/library/a.ts -> src-main/shell/b.ts')
    const service = { from: 'src-main/local-service/a.ts', to: 'src-main/media/b.ts', isTypeOnly: true }
    expect(breach(service)).not.toBeNull()
  })

  it('has no cycle', () => {
    expect(cycles(main.filter(({ isTypeOnly }) => !isTypeOnly))).toEqual([])
    expect(cycles(window.filter(({ isTypeOnly }) => !isTypeOnly))).toEqual([])
    expect(cycles([importOf('a', 'b'), importOf('b', 'a')])).toEqual(['a -> b -> a'])
  })

  it('lets the window import the bridge alone', () => {
    const foreign = window.filter(
      ({ to }) => to.startsWith('src-main/') && !to.startsWith('src-main/bridge/'),
    )
    expect(foreign).toEqual([])
  })

  it('imports the stand-in from nowhere in the app', () => {
    expect([...main, ...window].filter(({ to }) => to.startsWith('test/'))).toEqual([])
  })

  it('speaks to Electron in the shell, the root and the preload alone', () => {
    const speakers = sources('src-main').filter((file) =>
      /from 'electron'/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(speakers.filter((file) => roomOf(file) !== 'shell' && !ROOTS.includes(roomOf(file)))).toEqual([])
  })
})

const importOf = (from: string, to: string): Import => ({ from, to, isTypeOnly: false })
