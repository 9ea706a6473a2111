// Connecting to a service: each thing that can be wrong has its own words, nothing is kept before all is right.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './launch.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { generate, jobRow, omnibar, soundRows } from './the-app.ts'

let sandbox: Sandbox
let signIn: Server
test.beforeAll(async () => {
  sandbox = await startSandbox()
  signIn = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the hotel network</h1>')
  })
  await new Promise<void>((resolve) => signIn.listen(0, '127.0.0.1', resolve))
})
test.afterAll(async () => {
  await sandbox.stop()
  signIn.close()
})

const form = (page: Page) => page.getByRole('form', { name: 'Connect to a service' })
async function enter(page: Page, address: string, key: string): Promise<void> {
  await form(page).getByLabel('Address').fill(address)
  await form(page).getByLabel('Key').fill(key)
}

test('tells a wrong address, a closed port, a sign-in page and a wrong key apart', async ({ page }) => {
  // A server has no type of address but this one after listening on a port.
  const { port } = signIn.address() as AddressInfo
  const button = form(page).getByRole('button', { name: /Connect/ })
  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ['http://api.example.com', sandbox.apiKey, /http: would send the key readable/i],
    ['not an address', sandbox.apiKey, /is not an address/],
    ['http://127.0.0.1:1', sandbox.apiKey, /refused|reach|answer/i],
    [`http://127.0.0.1:${port}`, sandbox.apiKey, /web page|sign/i],
    [sandbox.baseUrl, 'sk-wrong', /doesn't accept this key/],
    [sandbox.baseUrl, 'two words', /blank or a line break inside/],
  ]
  const told = new Set<string>()
  for (const [address, key, words] of wrong) {
    await enter(page, address, key)
    await form(page).getByLabel('Key').press('Enter')
    await expect(form(page)).toContainText(words)
    told.add((await form(page).textContent())?.match(words)?.[0] ?? '')
    await expect(button).toBeVisible()
  }
  expect(told.size).toBe(wrong.length)
})

test('connects, shows the balance and the quote, generates, charges once and keeps the key out of every file', async ({
  page,
  home,
  relaunch,
}) => {
  test.setTimeout(120_000)
  await enter(page, sandbox.baseUrl, `  Bearer ${sandbox.apiKey}\n`)
  await expect(form(page)).toContainText(/Key accepted/)
  await form(page)
    .getByRole('button', { name: /Connect/ })
    .click()
  await expect(omnibar(page)).toBeVisible()
  const { balance } = await sandbox.ledger()
  if (balance === null) throw new Error('the sandbox key is metered')
  await expect(page.getByRole('complementary', { name: 'Account' })).toContainText(
    balance.toLocaleString('en-US'),
  )

  await generate(page, 'rain on a tin roof', 2)
  const { entries } = await sandbox.ledger()
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ kind: 'debit', credits: 80 })
  await expect(page.getByRole('complementary', { name: 'Account' })).toContainText(
    (balance - 80).toLocaleString('en-US'),
  )

  const next = await relaunch()
  await expect(soundRows(next.page, /Rain on a tin roof/)).toHaveCount(2)
  // The key came back from the keychain: the service answers to it.
  await expect(next.page.getByRole('img', { name: 'online' })).toBeVisible()
  await expect(next.page.getByRole('complementary', { name: 'Account' })).toContainText(
    (balance - 80).toLocaleString('en-US'),
  )
  for (const path of filesBelow(home.folder))
    expect(readFileSync(path, 'latin1'), path).not.toContain(sandbox.apiKey)
})

test('a job that is held goes on after the app was killed, charged once', async ({ app, page, relaunch }) => {
  test.setTimeout(120_000)
  await enter(page, sandbox.baseUrl, sandbox.apiKey)
  await form(page)
    .getByRole('button', { name: /Connect/ })
    .click()
  await expect(omnibar(page)).toBeVisible()
  const before = (await sandbox.ledger()).entries.length
  await sandbox.call('POST', 'jobs', { hold: true })
  await omnibar(page).fill('church bell far away')
  await expect(page.getByRole('button', { name: /^Generate/ })).toBeEnabled()
  // Both at once: on a busy machine the second would come too late to be the first one's echo.
  await Promise.all([omnibar(page).press('Control+Enter'), omnibar(page).press('Control+Enter')])
  await expect(jobRow(page, 'church bell far away')).toBeVisible()
  await expect.poll(() => sandbox.ledger().then(({ entries }) => entries.length)).toBe(before)
  app.process().kill('SIGKILL')

  const next = await relaunch()
  await expect(jobRow(next.page, 'church bell far away')).toBeVisible()
  await sandbox.call('POST', 'jobs', { hold: false })
  // The next poll comes when the service asked for it, at most 30 s later.
  await expect(soundRows(next.page, /Church bell far away, take/)).toHaveCount(4, { timeout: 40_000 })
  expect((await sandbox.ledger()).entries.length).toBe(before + 1)
})

test('asks before an action passes the budget, and sends it once when allowed', async ({ page }) => {
  await enter(page, sandbox.baseUrl, sandbox.apiKey)
  await form(page)
    .getByRole('button', { name: /Connect/ })
    .click()
  // Held: the bound counts what is not settled yet as well, and nothing has to be rendered.
  await sandbox.call('POST', 'jobs', { hold: true })
  // 4 takes of 60 s are 2,400 credits, under the 2,500 of one action: it is the day's 10,000 that the fifth passes.
  await omnibar(page).fill('steady rain')
  const duration = page.getByRole('textbox', { name: 'Duration' })
  await duration.fill('60')
  await duration.press('Tab')
  await expect(page.getByText('2,400 credits').first()).toBeVisible()
  const jobs = page.getByRole('grid', { name: 'Sounds' }).getByRole('row', { name: /2,400 quoted/ })
  for (let sent = 1; sent <= 4; sent++) {
    await page.getByRole('button', { name: /^Generate/ }).click()
    await expect(jobs).toHaveCount(sent)
    // A click so soon after the last one would be its echo.
    await page.waitForTimeout(700)
  }
  await page.getByRole('button', { name: /^Generate/ }).click()
  await expect(page.getByRole('alert')).toContainText(/asked above 10,?000 a day.*Nothing was charged/)
  await expect(jobs).toHaveCount(4)
  await page.getByRole('button', { name: 'Allow once, 2,400 credits' }).click()
  await expect(jobs).toHaveCount(5)
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
}
