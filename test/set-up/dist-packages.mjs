// Which packages the app ships: what the sources import, walked through the lock. The package's exclusions, the notices and the size table read it.
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { ROOT } from './places.mjs'

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {string} [license]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 *
 * @typedef {object} Package
 * @property {string} path its folder below the root, such as node_modules/hono
 * @property {string} name
 * @property {string} version
 */

/** keytar names them for its own installation: a prebuilt or built .node file needs neither. */
const FOR_INSTALLING = new Set(['prebuild-install', 'node-addon-api'])
/** Read for their files alone: what their code would need is not needed. */
const DATA_ALONE = new Set(['@spotify/basic-pitch'])
const RUNTIME = new Set(['electron', ...builtinModules])
/** Static, dynamic and `resolve` imports of a package; a type's import vanishes when types are stripped. */
const IMPORTS =
  /(?:^\s*(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?\s*|\bimport\(\s*|\bresolve\(\s*|\brequire\(\s*)'((?:@[a-z][^'/]*\/)?[a-z][^'/:]*)(\/[^']*)?'/gm

/** Packages imported below a folder of the root, sorted; `specifiers` as they are written. @param {string} folder */
export function importsBelow(folder, root = ROOT) {
  const names = new Set()
  const specifiers = new Set()
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue
    for (const [whole, name = '', rest = ''] of readFileSync(join(root, folder, file), 'utf8').matchAll(
      IMPORTS,
    )) {
      // `resolve('…')` is a promise's unless it names a file of a package.
      if (RUNTIME.has(name) || (rest === '' && whole.startsWith('resolve'))) continue
      names.add(name)
      specifiers.add(name + rest)
    }
  }
  return { names: [...names].sort(), specifiers: [...specifiers].sort() }
}

/** @returns {Record<string, LockEntry>} */
export function readLock(root = ROOT) {
  // npm wrote it; its shape is lockfileVersion 3.
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
}

/**
 * The packages that the named ones need, themselves included, each where Node would find it. Sorted by folder.
 * `isWhole` counts in what npm installs and the app never loads.
 * @param {Record<string, LockEntry>} lock @param {readonly string[]} names @returns {Package[]}
 */
export function closureOf(lock, names, isWhole = false) {
  /** @type {Map<string, Package>} */
  const found = new Map()
  const walk = (/** @type {string} */ from, /** @type {string} */ name) => {
    const path = placeOf(lock, from, name)
    if (path === undefined || found.has(path)) return
    const entry = lock[path] ?? {}
    found.set(path, { path, name, version: entry.version ?? '' })
    if (DATA_ALONE.has(name) && !isWhole) return
    const needed = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies }
    for (const each of Object.keys(needed)) if (isWhole || !FOR_INSTALLING.has(each)) walk(path, each)
  }
  for (const name of names) walk('', name)
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Node's own search: beside the dependent, then in each folder above. @param {Record<string, LockEntry>} lock @param {string} from @param {string} name */
function placeOf(lock, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules') - 1))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lock[path] !== undefined) return path
    if (folder === '') return undefined // an optional one that is not installed anywhere
  }
}

/** What lies in the package's node_modules. */
export const shippedInMain = (root = ROOT, lock = readLock(root)) =>
  closureOf(lock, importsBelow('src-main', root).names)

/** What vite has put into the window's script. */
export const shippedInWindow = (root = ROOT, lock = readLock(root)) =>
  closureOf(lock, importsBelow('src-renderer', root).names)

/** Names of packages that the packager would take along and that nothing in the main process reaches: they stay out. */
export function leftOut(root = ROOT) {
  const lock = readLock(root)
  const { dependencies, optionalDependencies } = lock[''] ?? {}
  const all = closureOf(lock, Object.keys({ ...dependencies, ...optionalDependencies }), true)
  const shipped = new Set(shippedInMain(root, lock).map(({ name }) => name))
  return [...new Set(all.map(({ name }) => name))].filter((name) => !shipped.has(name)).sort()
}
