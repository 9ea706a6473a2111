// npm run dist:check: packages the app as `dist` would, around the stand-in instead of Electron, and judges the result: contents, sizes, fuses,
// integrity, licences; then installs it outside of the working tree and does the main job there. `-- --write` renews the notices and README's table.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getCurrentFuseWire } from '@electron/fuses'
import { FUSES } from '../../resources/fuses.mjs'
import { ensureBuild } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import {
  breaches,
  falseHashes,
  listAsar,
  packagesInside,
  sizesOf,
  sizeTable,
  tellingPaths,
  unnamed,
} from './dist-inside.mjs'
import { runInstalled } from './dist-installed.mjs'
import { licensed, NOTICES, noticesOf } from './dist-notices.mjs'
import { shippedInWindow } from './dist-packages.mjs'
import { makeElectronShape } from './dist-stand-in.mjs'
import { ROOT, tool } from './places.mjs'
import { runQuietly } from './run.mjs'
import { main, SetUpError, say } from './say.mjs'

const README = join(ROOT, 'README.md')
const TABLE = /(<!-- sizes: npm run dist:check -- --write -->\n)[\s\S]*?(<!-- end of sizes -->)/

await main(async () => {
  if (process.platform !== 'linux')
    throw new SetUpError(
      'dist:check packages around the stand-in, which needs Linux with Chromium. Here, use npm run dist.',
    )
  const isWriting = process.argv.includes('--write')
  await ensureDependencies()
  await ensureBuild()
  const folder = mkdtempSync(join(tmpdir(), 'foleyroom-dist-'))
  try {
    const problems = [...checkLicences(isWriting), ...(await checkPackage(folder, isWriting))]
    for (const problem of problems) say(`WRONG: ${problem}`)
    say(problems.length === 0 ? 'The package is as it should be' : `${problems.length} things are wrong`)
    return problems.length === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

/** @param {boolean} isWriting */
function checkLicences(isWriting) {
  const packages = licensed()
  const notices = noticesOf(packages)
  if (isWriting) writeFileSync(NOTICES, notices)
  const inWindow = new Set(shippedInWindow().map(({ name }) => name))
  const problems = packages.flatMap(({ name, version, licence, verdict }) => {
    if (verdict === 'refused')
      return [`${name} ${version} is under ${licence ?? 'no licence that it names'}: it may not be shipped`]
    return verdict === 'apart' && inWindow.has(name)
      ? [`${name} (${licence}) is bundled into the window's script`]
      : []
  })
  say(
    `Licences: ${packages.length} packages, ${packages.filter(({ verdict }) => verdict === 'apart').length} under the LGPL kept apart`,
  )
  const isFresh = existsSync(NOTICES) && readFileSync(NOTICES, 'utf8') === notices
  return isFresh
    ? problems
    : [...problems, 'resources/THIRD-PARTY-NOTICES.txt is stale: npm run dist:check -- --write']
}

/** @param {string} folder @param {boolean} isWriting */
async function checkPackage(folder, isWriting) {
  const packaged = await packageInto(folder)
  const asar = join(packaged, 'resources/app.asar')
  const files = listAsar(asar)
  const table = sizeTable(sizesOf(files))
  say(
    `app.asar: ${files.length} files, ${files.filter(({ isUnpacked }) => isUnpacked).length} of them unpacked\n\n${table}`,
  )
  const readme = readFileSync(README, 'utf8')
  if (isWriting)
    writeFileSync(
      README,
      readme.replace(TABLE, (_, head, foot) => `${head}\n${table}\n${foot}`),
    )
  const beside = ['icon.png', 'drag.png', 'THIRD-PARTY-NOTICES.txt', 'LICENSE.txt'].filter(
    (name) => !existsSync(join(packaged, 'resources/resources', name)),
  )
  return [
    ...breaches(files),
    ...falseHashes(asar, files),
    ...tellingPaths(asar, files, ROOT),
    ...unnamed(packagesInside(asar, files), licensed()),
    ...beside.map((name) => `resources/${name} is missing`),
    ...(await falseFuses(join(packaged, 'foleyroom'))),
    ...(await runInstalled(packaged, join(folder, 'home'))),
  ]
}

/** @param {string} folder @returns {Promise<string>} the app's folder, as the deb and the AppImage would hold it */
async function packageInto(folder) {
  const electronDist = join(folder, 'electron')
  makeElectronShape(electronDist)
  const config = join(folder, 'electron-builder.mjs')
  const own = pathToFileURL(join(ROOT, 'resources/electron-builder.mjs')).href
  const directories = { output: join(folder, 'dist'), buildResources: join(ROOT, 'resources') }
  writeFileSync(
    config,
    `import own from ${JSON.stringify(own)}\nexport default { ...own, ...${JSON.stringify({ electronDist, directories })} }\n`,
  )
  say('Packaging around the stand-in (electron-builder --linux --dir)')
  const { code, output } = await runQuietly(tool('electron-builder'), [
    '--linux',
    '--dir',
    '--publish',
    'never',
    '--config',
    config,
  ])
  if (code !== 0) throw new SetUpError(`electron-builder failed (code ${code}):`, output.trimEnd())
  return join(folder, 'dist/linux-unpacked')
}

/** @param {string} program */
async function falseFuses(program) {
  /** @type {Record<string, unknown>} */
  const wire = { ...(await getCurrentFuseWire(program)) }
  const ON = '1'.charCodeAt(0)
  const wrong = Object.entries(FUSES).filter(([, { index, isOn }]) => (wire[index] === ON) !== isOn)
  say(
    `Fuses: ${Object.entries(FUSES)
      .map(([name, { isOn }]) => `${name} ${isOn ? 'on' : 'off'}`)
      .join(', ')}`,
  )
  return wrong.map(
    ([name, { isOn }]) => `the fuse ${name} is not ${isOn ? 'on' : 'off'} in the packaged program`,
  )
}
