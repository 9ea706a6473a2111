// out/: built again when a source, the configuration or the lock has changed since.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { recall, remember } from './memory.mjs'
import { ROOT, tool } from './places.mjs'
import { runQuietly } from './run.mjs'
import { SetUpError, say } from './say.mjs'

const INPUTS = [
  'src-main',
  'src-renderer',
  'resources',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
const OUTPUTS = [
  'out/main/index.js',
  'out/main/main.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/renderer/picture-decoder/index.html',
]

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)))
}

/** Path, size and time of every input: a change of any shows, and nothing has to be read. @param {string} root */
export function fingerprint(root) {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap((input) => filesUnder(join(root, input))).sort()) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** @throws {SetUpError} with the builder's own words when it fails */
export async function ensureBuild() {
  const inputs = fingerprint(ROOT)
  const isBuilt = OUTPUTS.every((output) => existsSync(join(ROOT, output)))
  if (isBuilt && recall('builtFrom') === inputs) return
  say('Building the app (electron-vite build)')
  const { code, output } = await runQuietly(tool('electron-vite'), ['build'])
  if (code !== 0) throw new SetUpError(`The build failed (code ${code}):`, output.trimEnd())
  remember('builtFrom', inputs)
}
