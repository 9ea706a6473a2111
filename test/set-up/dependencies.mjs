// node_modules: `npm ci` when it does not hold what package-lock.json says, and a second chance for keytar.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { recall, remember } from './memory.mjs'
import { MODULES, NODE, programPath, ROOT } from './places.mjs'
import { runQuietly } from './run.mjs'
import { SetUpError, say } from './say.mjs'
import { hasLibsecret } from './system-packages.mjs'

const KEYTAR = join(MODULES, 'keytar/build/Release/keytar.node')

/** Native keytar is there, and with it the system's keychain. */
export const hasKeytar = () => existsSync(KEYTAR)

/** @typedef {Record<string, { version?: string, optional?: boolean }>} Packages */

/** @param {string} file @returns {Packages | undefined} */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * npm writes node_modules/.package-lock.json last, so it tells a finished install from one that was cut short. Optional
 * packages may be missing: they are for other systems, or could not be built here.
 * @param {Packages} wanted of package-lock.json
 * @param {Packages | undefined} installed
 */
export function isInstalled(wanted, installed) {
  if (!installed) return false
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true
    const found = installed[path]
    return found ? found.version === version : optional === true
  })
}

/** @throws {SetUpError} with npm's own words when it fails */
export async function ensureDependencies() {
  const wanted = readLock(join(ROOT, 'package-lock.json'))
  if (!wanted) throw new SetUpError('package-lock.json is missing or cannot be read: is this a whole clone?')
  if (!isInstalled(wanted, readLock(join(MODULES, '.package-lock.json'))) || !existsSync(NODE)) {
    say('Installing the npm packages of package-lock.json (npm ci)')
    const { code, output } = await npm('ci')
    if (code !== 0) throw new SetUpError(`npm ci failed (code ${code}):`, npmsReason(output))
  }
  await ensureKeytar(wanted['node_modules/keytar']?.version)
}

/** What npm says before it prints its whole usage. @param {string} output */
function npmsReason(output) {
  const lines = output.split('\n').filter((line) => line.startsWith('npm error'))
  const usageAt = lines.findIndex((line) => line.endsWith('Clean install a project'))
  const reason = usageAt === -1 ? lines : lines.slice(0, usageAt)
  return (reason.length > 0 ? reason.join('\n') : output).trimEnd()
}

/** keytar is optional: what cannot be built is said once, and tried again when the lock or libsecret changes. */
async function ensureKeytar(/** @type {string | undefined} */ version) {
  if (hasKeytar()) return
  const circumstances = `${version} ${hasLibsecret() ? 'with' : 'without'} libsecret`
  if (recall('keytarFailed') === circumstances) return
  if (hasLibsecret()) {
    say('Building keytar, which keeps keys in the keyring of the system')
    // npm takes an optional package that could not be built out of node_modules again.
    const isThere = existsSync(join(MODULES, 'keytar/package.json'))
    if (isThere) await npm('rebuild', 'keytar')
    else await npm('install', '--no-save', '--no-package-lock', `keytar@${version}`)
  }
  if (hasKeytar()) return
  remember('keytarFailed', circumstances)
  say('keytar could not be built: keys are kept for one session only, never on disk')
}

/** @param {...string} args */
const npm = (...args) => runQuietly('npm', [...args, '--no-audit', '--no-fund'], { env: npmEnvironment() })

/**
 * npm on the Node that the person has, not on the one inside the node_modules that it is about to replace. Where that
 * Node's headers lie beside it, node-gyp takes them from there, and nothing has to be fetched to build keytar.
 */
function npmEnvironment() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const PATH = folders.filter((folder) => !folder.endsWith(join('node_modules', '.bin'))).join(delimiter)
  const node = programPath('node', PATH)
  const prefix = node === undefined ? undefined : dirname(dirname(realpathSync(node)))
  const hasHeaders = prefix !== undefined && existsSync(join(prefix, 'include/node/node_api.h'))
  return { ...process.env, PATH, ...(hasHeaders ? { npm_config_nodedir: prefix } : {}) }
}
