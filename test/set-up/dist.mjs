// npm run dist [-- --linux --win --mac]: packages of this app by electron-builder, where Electron's binary can be had.
import { ensureBuild } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { tool } from './places.mjs'
import { runVisibly } from './run.mjs'
import { chooseRuntime } from './runtime.mjs'
import { main, SetUpError, say } from './say.mjs'

const TARGETS = new Set(['--linux', '--win', '--mac', '--dir', '--x64', '--arm64'])

await main(async () => {
  const args = process.argv.slice(2)
  const unknown = args.find((arg) => !TARGETS.has(arg))
  if (unknown !== undefined)
    throw new SetUpError(
      `dist takes ${[...TARGETS].join(', ')}; not ${unknown}. Signing and notarisation are read from the environment, see README.md.`,
    )
  await ensureDependencies()
  await needElectron()
  await ensureBuild()
  return runVisibly(tool('electron-builder'), [
    '--config',
    'resources/electron-builder.mjs',
    '--publish',
    'never',
    ...args,
  ])
})

/** @throws {SetUpError} with what is missing and where it would come from */
async function needElectron() {
  const asked = process.env.FOLEYROOM_RUNTIME
  process.env.FOLEYROOM_RUNTIME = 'electron'
  try {
    const { sentence } = await chooseRuntime()
    say(sentence.replace('Running on', 'Packaging'))
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error
    throw new SetUpError(
      'A package needs Electron’s own binary, and electron-builder’s tools for AppImage, deb and nsis, which it fetches from the same place.',
      error.message,
      'What can be checked without it: npm run dist:check',
    )
  } finally {
    if (asked === undefined) delete process.env.FOLEYROOM_RUNTIME
    else process.env.FOLEYROOM_RUNTIME = asked
  }
}
