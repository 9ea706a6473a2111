// Settings as a person uses it: every section by keyboard and clean for axe, the library moved, the cache emptied, everything deleted.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { ElectronApplication, Page } from '@playwright/test'
import Database from 'better-sqlite3'
import type { UpdateState } from '../../src-main/bridge/updates.ts'
import { expect, type Home, test } from './launch.ts'
import { generate, soundRows, useBuiltInEngine } from './the-app.ts'

const SECTIONS = [
  'Connections',
  'Library and storage',
  'Names of files',
  'Playback',
  'Budget',
  'Agents',
  'Appearance',
  'Keyboard',
  'Updates',
  'Diagnostics',
  'About',
] as const

const tab = (page: Page, name: (typeof SECTIONS)[number]) => page.getByRole('tab', { name })
const panel = (page: Page) => page.getByRole('tabpanel')
async function openSection(page: Page, name: (typeof SECTIONS)[number]): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible()
  await page.keyboard.press('Control+,')
  await tab(page, name).click()
  await expect(panel(page).getByRole('heading', { level: 2, name })).toBeVisible()
}
/** The next dialog that asks for a folder answers with this one. */
const answerFolder = (app: ElectronApplication, path: string): Promise<void> => answerFolders(app, [path])
/** One dialog after the other, the last one from then on. */
const answerFolders = (app: ElectronApplication, paths: readonly string[]): Promise<void> =>
  app.evaluate(({ dialog }, folders) => {
    let asked = 0
    dialog.showOpenDialog = async () => {
      const folder = folders[Math.min(asked, folders.length - 1)] ?? ''
      asked += 1
      return { canceled: false, filePaths: [folder] }
    }
  }, paths)
const clipboard = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard: board }) => board.readText())
const soundFiles = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.wav'))
    : []
const libraryOf = (home: Home): string => join(home.music, 'Foleyroom')

async function findings(page: Page): Promise<readonly string[]> {
  // The legacy mode needs no second page, which this app refuses to open.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

for (const theme of ['Dark', 'Light'] as const) {
  test(`the arrows walk the sections, and axe finds nothing in any, ${theme.toLowerCase()}`, async ({
    page,
  }) => {
    test.setTimeout(240_000)
    await useBuiltInEngine(page)
    await openSection(page, 'Appearance')
    await panel(page).getByRole('radio', { name: theme, exact: true }).click()
    await openSection(page, 'Connections')
    await page.keyboard.press('Control+1')
    await page.keyboard.press('Control+,')
    for (const name of SECTIONS) {
      await expect(tab(page, name)).toBeFocused()
      await expect(panel(page).getByRole('heading', { level: 2, name })).toBeVisible()
      expect(await findings(page), name).toEqual([])
      await page.keyboard.press('ArrowDown')
    }
    // Past the last comes the first again.
    await expect(tab(page, 'Connections')).toBeFocused()
    await openSection(page, 'Agents')
    await panel(page)
      .getByRole('switch', { name: /look into the library/ })
      .click()
    await expect(panel(page).getByText(/127\.0\.0\.1/)).toBeVisible()
    expect(await findings(page), 'agents, on').toEqual([])
    await openSection(page, 'Library and storage')
    await panel(page).getByRole('button', { name: 'Delete everything…' }).click()
    expect(await findings(page), 'the question').toEqual([])
  })
}

test('the library moves with its progress told, and the cache is emptied', async ({ app, page, home }) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, 'church bell', 2)
  // The waveforms are the cache.
  const cacheBytes = () =>
    page.evaluate(async () => {
      const use = await window.foleyroom.storage.use()
      return use.ok ? use.value.cacheBytes : 0
    })
  await expect.poll(cacheBytes).toBeGreaterThan(0)
  await openSection(page, 'Library and storage')
  await expect(panel(page)).toContainText('2 sounds')
  await panel(page).getByRole('button', { name: 'Empty the cache' }).click()
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText(/kB freed|B freed/)
  await expect(panel(page).getByRole('button', { name: 'Empty the cache' })).toBeDisabled()

  const target = join(home.folder, 'elsewhere')
  await answerFolder(app, target)
  await panel(page).getByRole('button', { name: 'Move the library…' }).click()
  await expect(panel(page)).toContainText('The library is in elsewhere.')
  await expect(panel(page).getByRole('group', { name: 'Folder', exact: true })).toContainText('elsewhere')
  expect(soundFiles(target)).toHaveLength(2)
  expect(soundFiles(libraryOf(home))).toEqual([])

  // A folder that holds something is refused in a sentence, and nothing is moved.
  const full = join(home.folder, 'full')
  mkdirSync(full)
  writeFileSync(join(full, 'mine.txt'), 'mine')
  await answerFolder(app, full)
  await panel(page).getByRole('button', { name: 'Move the library…' }).click()
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText(/not empty/)
  expect(soundFiles(target)).toHaveLength(2)
})

test('the whole library is exported, imported elsewhere, and opened from there at the next start', async ({
  app,
  page,
  home,
  relaunch,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, 'church bell', 2)
  await openSection(page, 'Library and storage')
  const archives = join(home.folder, 'archives')
  mkdirSync(archives)
  await answerFolder(app, archives)
  await panel(page).getByRole('button', { name: 'Export the library…' }).click()
  await expect(panel(page)).toContainText(/2 files exported to /)
  const [archive = ''] = readdirSync(archives)
  expect(soundFiles(join(archives, archive))).toHaveLength(2)

  // A folder that is no exported library is refused in a sentence.
  const target = join(home.folder, 'imported')
  mkdirSync(target)
  await answerFolder(app, target)
  await panel(page).getByRole('button', { name: 'Import a library…' }).click()
  await expect(panel(page).getByRole('alert')).toBeVisible()

  await answerFolders(app, [join(archives, archive), target])
  await panel(page).getByRole('button', { name: 'Import a library…' }).click()
  await expect(panel(page)).toContainText(/2 files imported\. Close Foleyroom and open it again/)
  expect(soundFiles(libraryOf(home))).toHaveLength(2)

  const next = await relaunch()
  await openSection(next.page, 'Library and storage')
  await expect(panel(next.page).getByRole('group', { name: 'Folder', exact: true })).toContainText('imported')
  await expect(panel(next.page)).toContainText('2 sounds')
  expect(await next.page.evaluate(async () => (await fetch('./audio/1')).status)).toBe(200)
})

test('a move that a crash cut short is offered again, and finished', async ({
  app,
  page,
  home,
  relaunch,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, 'church bell', 2)
  const target = join(home.folder, 'elsewhere')
  await app.close()
  // What the app had written down before it died: the move, with nothing copied yet.
  const db = new Database(join(home.userData, 'library.db'))
  const move = JSON.stringify({ from: libraryOf(home), to: target, phase: 'copying' })
  db.prepare("INSERT INTO settings (key, value_json) VALUES ('library-move', ?)").run(move)
  db.close()

  const next = await relaunch()
  await openSection(next.page, 'Library and storage')
  await expect(panel(next.page).getByRole('alert')).toContainText(/interrupted/)
  await panel(next.page).getByRole('button', { name: 'Resume' }).click()
  await expect(panel(next.page)).toContainText('The library is in elsewhere.')
  expect(soundFiles(target)).toHaveLength(2)
})

for (const withSounds of [false, true]) {
  test(`everything is deleted after a typed word, the sounds’ files ${withSounds ? 'too' : 'not'}`, async ({
    launched: { page, ended },
    home,
  }) => {
    test.setTimeout(120_000)
    await useBuiltInEngine(page)
    await generate(page, 'church bell', 2)
    await openSection(page, 'Library and storage')
    await panel(page).getByRole('button', { name: 'Delete everything…' }).click()
    const dialog = page.getByRole('dialog')
    const action = dialog.getByRole('button', { name: 'Delete everything' })
    if (withSounds) await dialog.getByRole('radio', { name: 'Delete, too' }).click()
    await expect(action).toBeDisabled()
    const word = dialog.getByRole('textbox', { name: /Type/ })
    await word.fill('delet')
    await expect(action).toBeDisabled()
    await word.fill('delete')
    await action.click()
    expect(await ended).toBe(0)
    for (const gone of ['library.db', 'cache', 'engine', 'backups', 'logs'])
      expect(existsSync(join(home.userData, gone)), gone).toBe(false)
    expect(soundFiles(libraryOf(home))).toHaveLength(withSounds ? 0 : 2)
  })
}

test('a template for names is tried on the newest sounds, kept, and used by an export', async ({
  page,
  relaunch,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await openSection(page, 'Names of files')
  await expect(panel(page)).toContainText('The library is empty')
  await page.keyboard.press('Control+1')
  await generate(page, 'wooden door slam', 1)
  await openSection(page, 'Names of files')
  const examples = panel(page).getByRole('list', { name: /would be called/ })
  await expect(examples).toContainText('Wooden door slam')
  await panel(page).getByRole('textbox', { name: 'Creator' }).fill('JDO')
  await panel(page).getByRole('textbox', { name: 'Source' }).fill('Night')
  const names = panel(page).getByRole('textbox', { name: 'Names' })
  await names.fill('{catid}_')
  await panel(page).getByRole('button', { name: 'Insert {fxname}' }).click()
  await expect(names).toHaveValue('{catid}_{fxname}')
  await names.fill('{catid}_{fxname}_{creator}_{source}')
  await expect(examples).toContainText(/^DOOR\w+_Wooden Door Slam.*_JDO_Night\.wav$/)
  // Kept also when the section is left in mid-typing.
  await page.keyboard.press('Control+1')
  await openSection(page, 'Names of files')
  await expect(names).toHaveValue('{catid}_{fxname}_{creator}_{source}')
  await names.fill('no field')
  await expect(panel(page)).toContainText('The names need a field in braces')

  const next = await relaunch()
  await openSection(next.page, 'Names of files')
  await expect(panel(next.page).getByRole('textbox', { name: 'Names' })).toHaveValue(
    '{catid}_{fxname}_{creator}_{source}',
  )
  await next.page.keyboard.press('Control+1')
  await soundRows(next.page, /Wooden door slam/)
    .getByText('Wooden door slam')
    .first()
    .click()
  await expect(next.page.getByRole('complementary', { name: 'Inspector' })).toContainText('Wooden door slam')
  await next.page.keyboard.press('Control+e')
  await expect(next.page.getByRole('dialog')).toContainText(/_JDO_Night\.wav/)
})

test('agents are let in, given their setup, and shut out again; the page never has the token', async ({
  app,
  page,
}) => {
  await useBuiltInEngine(page)
  await openSection(page, 'Agents')
  const access = panel(page).getByRole('switch', { name: /look into the library/ })
  await expect(access).toHaveAttribute('aria-checked', 'false')
  await access.click()
  await expect(panel(page).getByRole('switch', { name: /make sounds/ })).toHaveAttribute(
    'aria-checked',
    'false',
  )
  const setupOf = async (): Promise<string> => {
    await panel(page).getByRole('button', { name: 'Copy the setup' }).click()
    await expect(page.getByRole('status', { name: 'Notices' })).toContainText(/on the clipboard/)
    return clipboard(app)
  }
  const first = await setupOf()
  const token = /Bearer ([\w-]{20,})/.exec(first)?.[1] ?? 'none'
  const url = /http:\/\/127\.0\.0\.1:\d+\/\w+/.exec(first)?.[0] ?? 'none'
  expect(await page.content()).not.toContain(token)
  const knock = async (bearer: string): Promise<number> =>
    (await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${bearer}` } })).status
  expect(await knock('wrong')).toBe(401)
  expect(await knock(token)).not.toBe(401)
  await panel(page).getByRole('button', { name: 'Renew the token…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Renew' }).click()
  await expect.poll(() => knock(token)).toBe(401)
  await access.click()
  await expect(panel(page).getByRole('button', { name: 'Copy the setup' })).toHaveCount(0)
  await expect.poll(() => knock(token).catch(() => 'closed')).toBe('closed')
})

test('diagnostics are copied with prompts only when chosen, licences are searched, shortcuts are found', async ({
  app,
  page,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, 'church bell', 1)
  await openSection(page, 'Diagnostics')
  await panel(page).getByRole('button', { name: 'Copy diagnostics' }).click()
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText(/lines copied/)
  expect(await clipboard(app)).not.toMatch(/church bell/i)
  await panel(page)
    .getByRole('switch', { name: /prompts/ })
    .click()
  await panel(page).getByRole('button', { name: 'Copy diagnostics' }).click()
  await expect.poll(() => clipboard(app)).toMatch(/church bell/i)

  await openSection(page, 'Updates')
  await expect(panel(page)).toContainText('runs from its sources')

  await openSection(page, 'About')
  await panel(page)
    .getByRole('button', { name: /Licences/ })
    .click()
  const licences = page.getByRole('dialog')
  await licences.getByRole('searchbox').fill('react')
  await expect(licences.getByRole('status')).toHaveText(/^1 of \d+$/)
  await licences.getByRole('searchbox').press('Enter')
  await expect(licences.getByRole('status')).toHaveText(/^2 of \d+$/)
  await expect(licences.locator('mark')).toBeInViewport()
  await licences.getByRole('searchbox').fill('no such word in it')
  await expect(licences.getByRole('status')).toHaveText('not found')
  await page.keyboard.press('Escape')

  await openSection(page, 'Keyboard')
  await panel(page).getByRole('searchbox').fill('loop')
  await expect(panel(page).getByText('Loop the selection or the file')).toBeVisible()
  await expect(panel(page).getByText('Rename')).toHaveCount(0)
})

test('the bounds of the budget are set and cleared', async ({ page }) => {
  await useBuiltInEngine(page)
  await openSection(page, 'Budget')
  const day = panel(page).getByRole('textbox', { name: 'Ask above so many credits a day' })
  await expect(day).toHaveValue('10,000')
  await day.fill('1,500')
  await day.press('Enter')
  await expect(day).toHaveValue('1,500')
  const budget = () => page.evaluate(() => window.foleyroom.money.today())
  await expect.poll(budget).toMatchObject({ ok: true, value: { budget: { perDayCredits: 1_500 } } })
  await day.fill('')
  await day.press('Enter')
  await expect.poll(budget).toMatchObject({ ok: true, value: { budget: { perDayCredits: null } } })
  await expect(day).toHaveAttribute('placeholder', 'never asks')
})

test('updates are asked for only after a yes, and each state of one is told', async ({ app, page }) => {
  await useBuiltInEngine(page)
  // Only a packaged app has an updater: here its place is taken at the bridge, and what the window asks is written down.
  const become = (state: UpdateState): Promise<void> =>
    app.evaluate(({ ipcMain, BrowserWindow }, next) => {
      const noted = globalThis as unknown as { asked?: string[] }
      const asked = noted.asked ?? []
      noted.asked = asked
      for (const name of ['state', 'allow', 'check', 'install']) {
        ipcMain.removeHandler(`updates.${name}`)
        ipcMain.handle(`updates.${name}`, () => {
          asked.push(name)
          return { ok: true, value: next }
        })
      }
      for (const window of BrowserWindow.getAllWindows())
        window.webContents.send('changed', { topics: ['settings'] })
    }, state)
  const asked = (): Promise<readonly string[]> =>
    app.evaluate(() =>
      (globalThis as unknown as { asked: string[] }).asked.filter((name) => name !== 'state'),
    )

  await become({ kind: 'off' })
  await openSection(page, 'Updates')
  const consent = panel(page).getByRole('switch', { name: 'Look for updates once a day' })
  await expect(consent).toHaveAttribute('aria-checked', 'false')
  await expect(panel(page)).toContainText('No server is asked.')
  expect(await asked()).toEqual([])

  await become({ kind: 'current', checkedAtMs: null })
  await expect(consent).toHaveAttribute('aria-checked', 'true')
  await expect(panel(page)).toContainText('Not looked for yet.')
  await panel(page).getByRole('button', { name: 'Look now' }).click()
  await expect.poll(asked).toEqual(['check'])

  await become({ kind: 'downloading', version: '9.9.9', progress: 0.42 })
  await expect(panel(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42')
  expect(await findings(page), 'downloading').toEqual([])

  await become({
    kind: 'failed',
    error: { code: 'signature', message: 'the signature is another one', retryable: false },
  })
  await expect(panel(page)).toContainText('The signature is another one.')

  await become({ kind: 'ready', version: '9.9.9', isHeld: true })
  const install = panel(page).getByRole('button', { name: 'Restart and install' })
  await expect(install).toBeDisabled()
  await expect(panel(page)).toContainText('waits until the running jobs are done')
  await become({ kind: 'ready', version: '9.9.9', isHeld: false })
  expect(await findings(page), 'ready').toEqual([])
  await install.click()
  await expect.poll(asked).toEqual(['check', 'install'])

  await consent.click()
  await expect.poll(asked).toEqual(['check', 'install', 'allow'])
})
