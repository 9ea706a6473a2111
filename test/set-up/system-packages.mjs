// What the machine itself must have: found by its programs and files, installed with apt-get where that is possible.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { programPath } from './places.mjs'
import { runQuietly } from './run.mjs'
import { SetUpError, say } from './say.mjs'

/**
 * @typedef {object} Need
 * @property {string} debianPackage
 * @property {string} purpose in words, for systems without Debian's packages
 * @property {() => boolean} isThere
 */

/** @param {string} debianPackage @param {string} program @param {string} purpose @returns {Need} */
const program = (debianPackage, program, purpose) => ({
  debianPackage,
  purpose: `${program} (${purpose})`,
  isThere: () => programPath(program) !== undefined,
})

/** @type {Need} */
export const CHROMIUM = {
  debianPackage: 'chromium',
  purpose: "Chromium (the window, where Electron's binary is not here)",
  isThere: () => existsSync(process.env.STAND_IN_CHROMIUM ?? '/usr/bin/chromium'),
}

/** A display for machines without one. */
export const VIRTUAL_DISPLAY = [
  program('xvfb', 'Xvfb', 'a virtual display'),
  program('xauth', 'xauth', 'access to the virtual display'),
]

/** The window's typeface; without it another is taken. @type {Need} */
export const TYPEFACE = {
  debianPackage: 'fonts-inter',
  purpose: "Inter (the window's typeface)",
  isThere: () => ['opentype', 'truetype'].some((kind) => existsSync(`/usr/share/fonts/${kind}/inter`)),
}

/** @type {Need} */
const LIBSECRET = {
  debianPackage: 'libsecret-1-dev',
  purpose: "libsecret with its headers (keeps keys in the desktop's keyring)",
  isThere: () => existsSync('/usr/include/libsecret-1/libsecret/secret.h'),
}

/** What keytar is built with, and for. */
export const KEYCHAIN = [
  LIBSECRET,
  program('pkg-config', 'pkg-config', 'to build keytar'),
  program('python3', 'python3', 'to build keytar'),
  program('make', 'make', 'to build keytar'),
  program('g++', 'g++', 'to build keytar'),
]

/** What the tests measure with, and the keyring that they keep keys in. */
export const TEST_TOOLS = [
  program('dbus', 'dbus-run-session', 'a session bus of its own for the tests'),
  program('gnome-keyring', 'gnome-keyring-daemon', 'a keyring of its own for the tests'),
  program('ffmpeg', 'ffmpeg', 'measures sounds in tests'),
  program('sqlite3', 'sqlite3', 'reads databases in tests'),
  program('mediainfo', 'mediainfo', 'reads tags in tests'),
  program('sox', 'sox', 'measures sounds in tests'),
  {
    debianPackage: 'libsox-fmt-mp3',
    purpose: 'MP3 in sox (measures sounds in tests)',
    isThere: () => / mp3 /.test(spawnSync('sox', ['--help'], { encoding: 'utf8' }).stdout ?? ''),
  },
  program('aubio-tools', 'aubioonset', 'finds onsets in tests'),
  program('strace', 'strace', 'ends processes at a chosen call in the crash sweep'),
  program('libimage-exiftool-perl', 'exiftool', 'reads tags in tests'),
  program('poppler-utils', 'pdftoppm', 'renders score PDFs in tests'),
  program('libxml2-utils', 'xmllint', 'validates MusicXML in tests'),
  program('fluidsynth', 'fluidsynth', 'plays MIDI in tests'),
  {
    debianPackage: 'timgm6mb-soundfont',
    purpose: 'a sound font (MIDI is played with it in tests)',
    isThere: () => existsSync('/usr/share/sounds/sf2/TimGM6mb.sf2'),
  },
  program('espeak-ng', 'espeak-ng', 'speaks in tests'),
]

/** Libraries of the system that Electron's binary is linked against; asked for when `ldd` misses one. */
const ELECTRON_LIBRARIES = ['libgtk-3-0', 'libnss3', 'libgbm1', 'libasound2', 'libnotify4']

/** @param {string} binary @returns {Promise<readonly Need[]>} */
export async function librariesOf(binary) {
  if (process.platform !== 'linux') return []
  const { code, output } = await runQuietly('ldd', [binary])
  if (code !== 0 || !output.includes('not found')) return []
  const purpose = 'a library of the system that Electron is linked against'
  return ELECTRON_LIBRARIES.map((debianPackage) => ({ debianPackage, purpose, isThere: () => false }))
}

/** True where keytar can be built and loaded. */
export const hasLibsecret = () => LIBSECRET.isThere()

/** @param {readonly Need[]} needs */
const missing = (needs) => needs.filter((need) => !need.isThere())

/** @typedef {{ isRoot: boolean, apt: string | undefined, platform: NodeJS.Platform }} Machine */

/** @returns {Machine} */
function thisMachine() {
  return { isRoot: process.getuid?.() === 0, apt: programPath('apt-get'), platform: process.platform }
}

/**
 * Sees to it that these are there; says what it installs.
 * @param {readonly Need[]} needs without these there is no going on
 * @param {readonly Need[]} [wishes] without these there is, and the caller says what is then missing
 * @throws {SetUpError} naming what a person has to install
 */
export async function ensurePackages(needs, wishes = []) {
  const wanted = missing([...needs, ...wishes])
  if (wanted.length === 0) return
  const { isRoot, apt, platform } = thisMachine()
  if (apt && isRoot) await install(apt, wanted)
  const stillNeeded = missing(needs.filter((need) => wanted.includes(need)))
  if (stillNeeded.length > 0) throw new SetUpError(...whatToInstall(stillNeeded, { isRoot, apt, platform }))
}

/** @param {string} apt @param {readonly Need[]} needs */
async function install(apt, needs) {
  const packages = needs.map((need) => need.debianPackage)
  say(`Installing from Debian: ${packages.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runQuietly(apt, ['update', '-q'], { env }) // an old list may do: the install is what counts
  const { code, output } = await runQuietly(
    apt,
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
    { env },
  )
  if (code !== 0) say(`apt-get could not install them (code ${code}):\n${output.trimEnd()}`)
}

/** @param {readonly Need[]} needs @param {Machine} machine @returns {string[]} */
export function whatToInstall(needs, { isRoot, apt, platform }) {
  const packages = needs.map((need) => need.debianPackage).join(' ')
  if (apt) {
    return [
      `Missing Debian packages: ${packages}`,
      ...(isRoot ? ['Install them with:'] : ['Installing them needs root. Run:']),
      `  ${isRoot ? '' : 'sudo '}apt-get update && ${isRoot ? '' : 'sudo '}apt-get install --no-install-recommends ${packages}`,
    ]
  }
  const how =
    platform === 'linux'
      ? "Install them with your system's package manager; Debian calls them"
      : 'They are made for Linux; Debian calls them'
  return ['Missing on this machine:', ...needs.map((need) => `  ${need.purpose}`), `${how}: ${packages}`]
}

/** What a person without root, or without apt-get, should know of wishes that stay unfulfilled. @param {readonly Need[]} wishes */
export function unfulfilled(wishes) {
  return missing(wishes).map((need) => need.debianPackage)
}
