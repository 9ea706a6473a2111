// What lies in a package: every file of the asar and beside it, its sizes by package, and the rules it has to keep. Pure over a listing but for reading it.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractFile, getRawHeader } from '@electron/asar'
import { KEPT_APART } from './dist-licences.mjs'

/**
 * @typedef {object} Packed
 * @property {string} path inside the asar, with forward slashes
 * @property {number} bytes
 * @property {boolean} isUnpacked lies in app.asar.unpacked
 * @property {string} [sha256] as the asar's header says
 *
 * @typedef {{ files?: Record<string, Entry>, size?: number, unpacked?: boolean, integrity?: { hash: string } }} Entry
 */

/** Every file. @param {string} asar @returns {Packed[]} */
export function listAsar(asar) {
  /** @type {Packed[]} */
  const found = []
  const walk = (/** @type {Entry} */ entry, /** @type {string} */ path) => {
    if (entry.files === undefined) {
      found.push({
        path,
        bytes: entry.size ?? 0,
        isUnpacked: entry.unpacked === true,
        sha256: entry.integrity?.hash,
      })
      return
    }
    for (const [name, inner] of Object.entries(entry.files))
      walk(inner, path === '' ? name : `${path}/${name}`)
  }
  walk(/** @type {Entry} */ (getRawHeader(asar).header), '')
  return found
}

/** Bytes by package, the app's own code under its first two folders; the largest first. @param {readonly Packed[]} files */
export function sizesOf(files) {
  /** @type {Map<string, number>} */
  const sizes = new Map()
  for (const { path, bytes } of files) {
    const name =
      /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path.split('/').slice(0, 2).join('/')
    sizes.set(name, (sizes.get(name) ?? 0) + bytes)
  }
  return [...sizes]
    .map(([name, bytes]) => ({ name, bytes }))
    .sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1))
}

/** What may not be in a package, one sentence each; none when all is well. @param {readonly Packed[]} files */
export function breaches(files) {
  return files.flatMap(({ path, isUnpacked }) => {
    const isOwn = !path.startsWith('node_modules/')
    const kept = KEPT_APART.some((name) => path.includes(`node_modules/${name}/`))
    return [
      ...(isOwn && !/^(out\/(main|preload|renderer)\/|package\.json$)/.test(path)
        ? [`${path} is not the built app`]
        : []),
      ...(/\.(map|ts|tsx|mts)$/.test(path) ? [`${path} is no code that runs`] : []),
      ...(/(^|\/)(tests?|__tests__|examples?|coverage)\//.test(path)
        ? [`${path} is a test of its authors`]
        : []),
      ...(/(^|\/)\.(?!env$|npmrc$)/.test(path) ? [`${path} is a tool of its authors`] : []),
      ...(/(^|\/)(\.env|\.npmrc|[^/]*\.(pem|p12|pfx|key))$/.test(path)
        ? [`${path} looks like a secret`]
        : []),
      ...((/\.(node|wasm)$/.test(path) || kept) && !isUnpacked ? [`${path} has to be unpacked`] : []),
    ]
  })
}

/** Files whose content is not what the header says. @param {string} asar @param {readonly Packed[]} files */
export function falseHashes(asar, files) {
  return files.flatMap((file) => {
    const { path, isUnpacked, sha256 } = file
    if (isUnpacked && !existsSync(join(`${asar}.unpacked`, path)))
      return [`${path} is missing beside the asar`]
    const hash = createHash('sha256').update(contentOf(asar, file)).digest('hex')
    return hash === sha256 ? [] : [`${path} is not what the asar's header says`]
  })
}

/**
 * Packages that lie inside and are not among those that were judged and named in the notices, by name and version.
 * @param {readonly { name: string, version: string }[]} inside @param {readonly { name: string, version: string }[]} named
 */
export function unnamed(inside, named) {
  const known = new Set(named.map(({ name, version }) => `${name} ${version}`))
  return inside
    .map(({ name, version }) => `${name} ${version}`)
    .filter((each) => !known.has(each))
    .map((each) => `${each} is inside, and the notices do not name it`)
}

/** The packages whose folders lie inside, as they name themselves. @param {string} asar @param {readonly Packed[]} files */
export function packagesInside(asar, files) {
  const manifests = files.filter(({ path }) =>
    /(^|\/)node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(path),
  )
  return manifests.map((file) => {
    /** @type {{ name: string, version: string }} */
    const { name, version } = JSON.parse(contentOf(asar, file).toString('utf8'))
    return { name, version }
  })
}

/** Files that name a folder of the machine the package was built on. @param {string} asar @param {readonly Packed[]} files @param {string} root */
export function tellingPaths(asar, files, root) {
  return files
    .filter((file) => contentOf(asar, file).includes(root))
    .map(({ path }) => `${path} names ${root}`)
}

/** @param {string} asar @param {Pick<Packed, 'path' | 'isUnpacked'>} file */
const contentOf = (asar, { path, isUnpacked }) =>
  isUnpacked ? readFileSync(join(`${asar}.unpacked`, path)) : extractFile(asar, path)

/** The size table in Markdown: packages above 200 kB, the rest in one line. @param {readonly { name: string, bytes: number }[]} sizes */
export function sizeTable(sizes) {
  const SHOWN_FROM = 200_000
  const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1)
  const small = sizes.filter(({ bytes }) => bytes < SHOWN_FROM)
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const rows = [
    ...sizes
      .filter(({ bytes }) => bytes >= SHOWN_FROM)
      .map(({ name, bytes }) => `| ${name} | ${megabytes(bytes)} |`),
    `| ${small.length} smaller ones | ${megabytes(small.reduce((sum, { bytes }) => sum + bytes, 0))} |`,
    `| **all, without Electron** | **${megabytes(total)}** |`,
  ]
  return `| Package (Linux, x64) | MB |\n| --- | ---: |\n${rows.join('\n')}\n`
}
