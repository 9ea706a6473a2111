// Makes a machine ready for one purpose: system packages, npm packages, runtime, build; quick when nothing is missing.
import { ensureBuild } from './build.mjs'
import { ensureDependencies, hasKeytar } from './dependencies.mjs'
import { hasDisplay } from './display.mjs'
import { chooseRuntime } from './runtime.mjs'
import {
  CHROMIUM,
  ensurePackages,
  KEYCHAIN,
  librariesOf,
  TEST_TOOLS,
  TYPEFACE,
  VIRTUAL_DISPLAY,
} from './system-packages.mjs'

/** Before npm builds it: keytar wants libsecret and a compiler, but the app runs without either. */
async function ensureNodeModules() {
  await ensurePackages([], hasKeytar() ? [] : KEYCHAIN)
  await ensureDependencies()
}

/** For tools alone: types, lint, benches, the service on its own. */
export async function setUpTools() {
  await ensureNodeModules()
}

/** For the app's command-line mode: no window, so neither Chromium nor a display on the stand-in. */
export async function setUpCommand() {
  await ensureNodeModules()
  const runtime = await chooseRuntime()
  if (runtime.kind === 'electron') {
    await ensurePackages([
      ...(await librariesOf(runtime.executable)),
      ...(hasDisplay() ? [] : VIRTUAL_DISPLAY),
    ])
  }
  await ensureBuild()
  return runtime
}

/** For the app with its window. */
export async function setUpWindow() {
  await ensureNodeModules()
  const runtime = await chooseRuntime()
  const browser = runtime.kind === 'electron' ? await librariesOf(runtime.executable) : [CHROMIUM]
  await ensurePackages([...browser, ...(hasDisplay() ? [] : VIRTUAL_DISPLAY)], [TYPEFACE])
  await ensureBuild()
  return runtime
}

/** For every test; the stand-in has tests of its own, so its browser is wanted on Electron too. */
export async function setUpTests() {
  await ensureNodeModules()
  const runtime = await chooseRuntime()
  const libraries = runtime.kind === 'electron' ? await librariesOf(runtime.executable) : []
  await ensurePackages([...libraries, CHROMIUM, ...VIRTUAL_DISPLAY, ...TEST_TOOLS], [TYPEFACE])
  await ensureBuild()
  return runtime
}
