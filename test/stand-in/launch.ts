// Does what Electron's executable does: reads its arguments, answers `electron` with the stand-in, runs the app.
import { readFileSync, statSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AppFacts } from './app-facts.ts'

const STAND_IN_URL = pathToFileURL(join(import.meta.dirname, 'electron.ts')).href
const ELECTRON_MODULES = ['electron', 'electron/main', 'electron/common']

interface Arguments {
  readonly switches: ReadonlyMap<string, string>
  /** Files of `-r`, which run before the app (Playwright's loader is one). */
  readonly required: readonly string[]
  readonly entry: string
}

/** Reads Electron's command line: `[switches] [-r file] <folder or file> [the app's own arguments]`. */
function readArguments(args: readonly string[]): Arguments {
  const switches = new Map<string, string>()
  const required: string[] = []
  let entry: string | undefined
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!
    if (entry === undefined && (argument === '-r' || argument === '--require')) required.push(args[++i] ?? '')
    else if (argument.startsWith('--')) {
      // Chromium reads switches wherever they stand, before or after the app's folder.
      const [name, ...value] = argument.slice(2).split('=')
      switches.set(name!, value.join('='))
    } else if (!argument.startsWith('-')) entry ??= argument
  }
  if (entry === undefined) {
    process.stderr.write('usage: electron [switches] <folder or file of the app> [arguments of the app]\n')
    process.exit(2)
  }
  return { switches, required, entry }
}

/** What package.json says of the app in a folder; a single file is an app without a name. */
function readApp(entry: string): Pick<AppFacts, 'name' | 'version' | 'appPath'> & { readonly main: string } {
  const path = resolve(entry)
  if (!statSync(path).isDirectory()) {
    return { main: path, name: 'Electron', version: process.versions.node, appPath: dirname(path) }
  }
  const text = readFileSync(join(path, 'package.json'), 'utf8')
  // package.json is the app's own: npm and electron-vite have read it before.
  const manifest = JSON.parse(text) as {
    main?: string
    name?: string
    productName?: string
    version?: string
  }
  return {
    main: resolve(path, manifest.main ?? 'index.js'),
    name: manifest.productName ?? manifest.name ?? 'Electron',
    version: manifest.version ?? '0.0.0',
    appPath: path,
  }
}

registerHooks({
  resolve: (specifier, context, next) =>
    ELECTRON_MODULES.includes(specifier)
      ? { url: STAND_IN_URL, shortCircuit: true }
      : next(specifier, context),
})

// A packaged app's executable says where its resources are; its app is the one in there, and every argument is the app's own.
const packagedResources = process.env.STAND_IN_RESOURCES
// process.argv as Electron gives it: the executable, then everything that was typed.
const executable = join(import.meta.dirname, 'bin/electron')
process.argv.splice(0, 2, executable)
const packagedEntry = packagedResources === undefined ? [] : [join(packagedResources, 'app.asar')]
const { switches, required, entry } = readArguments([...packagedEntry, ...process.argv.slice(1)])
const { main, ...app } = readApp(entry)
const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string }
Object.defineProperty(process.versions, 'electron', { value: `${version}-stand-in`, enumerable: true })
Object.assign(process, {
  type: 'browser',
  defaultApp: packagedResources === undefined ? true : undefined,
  resourcesPath: packagedResources ?? join(import.meta.dirname, 'bin/resources'),
})

const { configureApp } = await import('./app-facts.ts')
configureApp({ switches, executable, isPackaged: packagedResources !== undefined, ...app })
const { startApp } = await import('./start.ts')
const require = createRequire(join(process.cwd(), 'electron.js'))
for (const file of required) require(file)
await import(pathToFileURL(main).href)
startApp()
