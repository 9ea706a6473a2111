// The fixture of every end-to-end test: the built app in a home folder of its own, on either runtime.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test'
import { makeTemporaryFolder } from '../temporary-folder.ts'

export { expect } from '@playwright/test'

const ROOT = join(import.meta.dirname, '../..')

/** Where one test's app lives: nothing of the person who runs the tests is read or written. */
export interface Home {
  readonly folder: string
  readonly userData: string
  /** XDG_DATA_HOME, with the trash in it. */
  readonly data: string
  /** What `app.getPath('music')` gives. */
  readonly music: string
}

export interface Launched {
  readonly app: ElectronApplication
  /** The first window. */
  readonly page: Page
  /** The app's exit code once it has ended, however it ended. */
  readonly ended: Promise<number | null>
}

interface Options {
  /** The app's own arguments, after its folder. */
  appArgs: readonly string[]
  /** What the app's environment has besides. */
  appEnv: Readonly<Record<string, string>>
}

interface Fixtures {
  home: Home
  launched: Launched
  app: ElectronApplication
  page: Page
  /** Ends the app as a person would, starts it in the same home, and gives the new app and window. */
  relaunch: () => Promise<Launched>
  /** Every app of the test so far, the running one last. */
  launches: Launched[]
}

/** `test('…', async ({ app, page, home, relaunch }) => …)`; an app starts with the first of app, page and relaunch. */
export const test = base.extend<Fixtures & Options>({
  appArgs: [[], { option: true }],
  appEnv: [{}, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
  home: async ({}, use) => {
    const home = makeHome()
    await use(home)
    rmSync(home.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  launches: async ({}, use) => {
    const launches: Launched[] = []
    await use(launches)
    await closeLast(launches)
  },

  launched: async ({ home, appArgs, appEnv, launches }, use) => {
    launches.push(await launch(home, appArgs, appEnv))
    await use(launches[0]!)
  },

  app: async ({ launched }, use) => use(launched.app),

  page: async ({ launched }, use) => use(launched.page),

  relaunch: async ({ home, appArgs, appEnv, launches, launched: _first }, use) => {
    await use(async () => {
      await closeLast(launches)
      const next = await launch(home, appArgs, appEnv)
      launches.push(next)
      return next
    })
  },
})

function makeHome(): Home {
  const folder = makeTemporaryFolder('e2e')
  const home = {
    folder,
    userData: join(folder, 'user-data'),
    data: join(folder, '.local/share'),
    music: join(folder, 'Music'),
  }
  for (const made of [home.data, home.music]) mkdirSync(made, { recursive: true })
  return home
}

async function launch(
  home: Home,
  appArgs: readonly string[],
  appEnv: Readonly<Record<string, string>>,
): Promise<Launched> {
  const app = await _electron.launch({
    args: [`--user-data-dir=${home.userData}`, '.', ...appArgs],
    cwd: ROOT,
    env: {
      ...definedEnvironment(),
      HOME: home.folder,
      XDG_CONFIG_HOME: join(home.folder, '.config'),
      XDG_DATA_HOME: home.data,
      XDG_CACHE_HOME: join(home.folder, '.cache'),
      ...appEnv,
    },
  })
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  app.process().once('exit', resolve)
  return { app, page: await app.firstWindow(), ended }
}

async function closeLast(launches: readonly Launched[]): Promise<void> {
  const last = launches.at(-1)
  if (last === undefined) return
  await last.app.close() // at once when it has ended already
  await last.ended
}

function definedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
