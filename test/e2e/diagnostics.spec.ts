// Diagnostics in the running app: a canary key and a canary prompt are searched for in everything that it writes and copies.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './launch.ts'
import { generate, useBuiltInEngine } from './the-app.ts'

const KEY = 'sk-canary-0a1b2c3d4e5f'
const PROMPT = 'church bell canary'

/** Every file below a folder, but the sounds' own and the database, where a prompt belongs. */
function textsBelow(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n')
}

/** The window is there and its page does not load again. */
const shown = (page: Page) =>
  expect(page.getByRole('button', { name: 'Use the built-in engine' })).toBeVisible()
/** No generation is under way any more. */
async function settled(page: Page): Promise<void> {
  const current = () => page.evaluate(() => window.foleyroom.generations.current())
  await expect.poll(current).toEqual({ ok: true, value: [] })
}

test('what is copied tells the state of the app, and neither key nor prompt', async ({ app, page, home }) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, PROMPT, 1)
  await settled(page)
  await page.evaluate(
    (apiKey) =>
      window.foleyroom.connections.test({
        id: null,
        name: 'Canary',
        baseUrl: 'http://127.0.0.1:9/v1',
        headerPrefix: 'X',
        apiKey,
      }),
    KEY,
  )
  expect(
    await page.evaluate(() => window.foleyroom.diagnostics.copy({ includePrompts: false })),
  ).toMatchObject({ ok: true })
  const copied = await app.evaluate(({ clipboard }) => clipboard.readText())
  expect(copied).toContain('Library: 1 sounds')
  expect(copied).toContain('Generations: 1 done')
  expect(copied.toLowerCase()).not.toContain('canary')
  expect(textsBelow(home.userData)).not.toContain(KEY)
  expect(textsBelow(join(home.userData, 'logs')).toLowerCase()).not.toContain('canary')

  await page.evaluate(() => window.foleyroom.diagnostics.copy({ includePrompts: true }))
  const chosen = await app.evaluate(({ clipboard }) => clipboard.readText())
  expect(chosen).toContain(PROMPT)
  expect(chosen).not.toContain(KEY)
})

test('the licences of everything inside can be read, page by page', async ({ page }) => {
  await shown(page)
  const reply = await page.evaluate(() => window.foleyroom.diagnostics.notices({ fromLine: 0 }))
  expect(reply).toMatchObject({
    ok: true,
    value: { lines: expect.arrayContaining([expect.stringContaining('Foleyroom')]) },
  })
})

test('this installation says that it does not update itself, and asks no server', async ({ page }) => {
  await shown(page)
  expect(await page.evaluate(() => window.foleyroom.updates.allow({ isAllowed: true }))).toMatchObject({
    ok: true,
    value: { kind: 'unavailable', reason: expect.stringContaining('sources') },
  })
})

test('the library moves to another folder while the app runs, and its sounds still play from there', async ({
  app,
  page,
  home,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, 'church bell', 2)
  await settled(page)
  const target = join(home.folder, 'elsewhere')
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
  }, target)
  await page.evaluate(() => window.foleyroom.storage.startMove())
  await expect
    .poll(() => page.evaluate(async () => await window.foleyroom.storage.move()))
    .toMatchObject({ ok: true, value: { kind: 'done', folderName: 'elsewhere', leftBehind: 0 } })
  const sounds = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.wav'),
  )
  expect(sounds).toHaveLength(2)
  const status = await page.evaluate(async () => (await fetch('./audio/1')).status)
  expect(status).toBe(200)
})
