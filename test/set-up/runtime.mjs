// Which runtime the app runs on: Electron where its binary is here or can be fetched, else the stand-in; never silently.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { recall, remember } from './memory.mjs'
import { MODULES, NODE, STAND_IN_FOLDER, toolEnvironment } from './places.mjs'
import { runQuietly } from './run.mjs'
import { SetUpError, say } from './say.mjs'

const PACKAGE = join(MODULES, 'electron')
const PROBE_LIMIT_MS = 3000
const DOWNLOAD_LIMIT_MS = 15 * 60_000
/** How long "it cannot be fetched" is believed. */
const MEMORY_MS = 6 * 3_600_000

/**
 * @typedef {object} Runtime
 * @property {'electron' | 'stand-in'} kind
 * @property {string} executable
 * @property {NodeJS.ProcessEnv} env what makes the electron package and Playwright use it
 * @property {string} sentence for the person
 */

/**
 * What is here already; nothing is fetched.
 * @returns {Runtime}
 * @throws {SetUpError} when Electron is asked for and not here
 */
export function presentRuntime() {
  const wish = wishedKind()
  const binary = wish === 'stand-in' ? undefined : electronBinary()
  if (binary) return electron(binary)
  if (wish === 'electron') throw missing('It is not in node_modules/electron/dist.')
  return standIn(wish === 'stand-in' ? 'asked for by FOLEYROOM_RUNTIME' : "Electron's binary is not here")
}

/** The same, after Electron's package had the chance to fetch its binary. @returns {Promise<Runtime>} */
export async function chooseRuntime() {
  const wish = wishedKind()
  if (wish === 'stand-in' || electronBinary()) return presentRuntime()
  const failure = await fetchElectron(wish === 'electron')
  if (failure && wish === 'electron') throw missing(failure)
  return presentRuntime()
}

/** @returns {'electron' | 'stand-in' | undefined} */
function wishedKind() {
  const wish = process.env.FOLEYROOM_RUNTIME
  if (wish === undefined || wish === '') return undefined
  if (wish === 'electron' || wish === 'stand-in') return wish
  throw new SetUpError(`FOLEYROOM_RUNTIME is '${wish}'; it can be 'electron' or 'stand-in'`)
}

/** @param {string} detail */
function missing(detail) {
  return new SetUpError(
    `FOLEYROOM_RUNTIME asks for Electron, whose binary is not here. ${detail}`,
    'Fetch it with `npx install-electron`, behind a mirror with ELECTRON_MIRROR=https://…/, or point ELECTRON_OVERRIDE_DIST_PATH at the folder that holds it.',
  )
}

/** @returns {string | undefined} */
function electronBinary() {
  const elsewhere = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (elsewhere && elsewhere !== STAND_IN_FOLDER) {
    const path = join(elsewhere, process.platform === 'win32' ? 'electron.exe' : 'electron')
    return existsSync(path) ? path : undefined
  }
  const pathFile = join(PACKAGE, 'path.txt')
  if (!existsSync(pathFile)) return undefined
  const path = join(PACKAGE, 'dist', readFileSync(pathFile, 'utf8'))
  return existsSync(path) ? path : undefined
}

function packageVersion() {
  return JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version
}

/** @param {string} executable @returns {Runtime} */
function electron(executable) {
  const { ELECTRON_OVERRIDE_DIST_PATH: elsewhere, ...env } = process.env
  const isElsewhere = elsewhere && elsewhere !== STAND_IN_FOLDER
  return {
    kind: 'electron',
    executable,
    env: {
      ...env,
      ...(isElsewhere ? { ELECTRON_OVERRIDE_DIST_PATH: elsewhere } : {}),
      FOLEYROOM_RUNTIME: 'electron',
    },
    sentence: isElsewhere ? `Running on Electron (${executable})` : `Running on Electron ${packageVersion()}`,
  }
}

/** @param {string} reason @returns {Runtime} */
function standIn(reason) {
  return {
    kind: 'stand-in',
    executable: join(STAND_IN_FOLDER, 'electron'),
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: STAND_IN_FOLDER, FOLEYROOM_RUNTIME: 'stand-in' },
    sentence: `Running on the stand-in for Electron (${reason})`,
  }
}

/**
 * Lets the electron package fetch its binary, when its place answers within three seconds or a cache has it.
 * @param {boolean} isInsisted an earlier failure is then not believed
 * @returns {Promise<string | undefined>} why there is none
 */
async function fetchElectron(isInsisted) {
  const url = artifactUrl()
  const missedAtMs = recall('electronMissedAtMs')
  const isRecent = missedAtMs !== undefined && Date.now() - missedAtMs < MEMORY_MS
  if (isRecent && recall('electronMissedWhere') === url && !isInsisted)
    return 'It could not be fetched earlier.'
  const failure = isCached(url) || (await answers(url)) ? await install(url) : `${url} does not answer.`
  if (failure) {
    remember('electronMissedAtMs', Date.now())
    remember('electronMissedWhere', url)
  }
  return failure
}

/** Where @electron/get will look: its own rule, with the mirror that npm or the environment names. */
function artifactUrl() {
  const version = packageVersion()
  const mirror =
    process.env.npm_config_electron_mirror ||
    process.env.ELECTRON_MIRROR ||
    'https://github.com/electron/electron/releases/download/'
  const folder = process.env.ELECTRON_CUSTOM_DIR?.replace('{{ version }}', version) || `v${version}`
  return `${mirror}${folder}/electron-v${version}-${process.platform}-${process.arch}.zip`
}

/** @electron/get keeps archives in folders by hash of the address. @param {string} url */
function isCached(url) {
  const root =
    process.env.electron_config_cache ??
    { darwin: join(homedir(), 'Library/Caches/electron') }[/** @type {string} */ (process.platform)] ??
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'electron')
  const name = url.slice(url.lastIndexOf('/') + 1)
  return existsSync(root) && readdirSync(root).some((folder) => existsSync(join(root, folder, name)))
}

const PROBE = `
  const { ok } = await fetch(process.argv[1], { method: 'HEAD', signal: AbortSignal.timeout(${PROBE_LIMIT_MS}) })
  process.exit(ok ? 0 : 1)
`

/** @param {string} url */
async function answers(url) {
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1' } // Node 24 then asks through HTTPS_PROXY
  const { code } = await runQuietly(NODE, ['--input-type=module', '-e', PROBE, url], {
    env,
    limitMs: PROBE_LIMIT_MS + 500,
  })
  return code === 0
}

/** @param {string} url @returns {Promise<string | undefined>} */
async function install(url) {
  say(`Fetching Electron ${packageVersion()} (once, about 110 MB)`)
  const hasProxy = Object.keys(process.env).some((name) => /^https?_proxy$/i.test(name))
  const env = { ...toolEnvironment(), ...(hasProxy ? { ELECTRON_GET_USE_PROXY: '1' } : {}) }
  const { code, output } = await runQuietly(NODE, [join(PACKAGE, 'install.js')], {
    env,
    limitMs: DOWNLOAD_LIMIT_MS,
  })
  if (code === 0 && electronBinary()) return undefined
  say(`Electron could not be fetched from ${url}:\n${output.trimEnd()}`)
  return 'Its package could not fetch it.'
}
