// What a person sees of an account: what is free to spend, why nothing can be spent, and the way out of it.

import type { Page } from '@playwright/test'
import { expect, test } from './launch.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { omnibar } from './the-app.ts'

let sandbox: Sandbox
test.beforeAll(async () => {
  sandbox = await startSandbox()
})
test.afterAll(() => sandbox.stop())

const account = (page: Page) => page.getByRole('complementary', { name: 'Account' })
const generateButton = (page: Page) => page.getByRole('button', { name: /^Generate/ })

/** Connects with the key of a new account of this kind, and asks for four takes of a sound. */
async function askAs(page: Page, kind: object): Promise<void> {
  // The sandbox's own shape, documented beside its routes.
  const { api_key: key } = (await sandbox.call('POST', 'keys', kind)) as { api_key: string }
  const form = page.getByRole('form', { name: 'Connect to a service' })
  await form.getByLabel('Address').fill(sandbox.baseUrl)
  await form.getByLabel('Key').fill(key)
  await form.getByRole('button', { name: /Connect/ }).click()
  await omnibar(page).fill('rain on a tin roof')
}

test('says how many credits are missing and what would fit, and offers the way to more', async ({ page }) => {
  await askAs(page, { credits: 30, overage: 0 })
  await expect(account(page)).toContainText('30')
  await expect(page.getByRole('alert')).toContainText(/credits short\..* 30 are free to spend/)
  await expect(page.getByText(/would fit/)).toBeVisible()
  await expect(generateButton(page)).toBeHidden()

  // The sandbox speaks http, and its account's address is no exception to what may leave for the browser.
  await page.getByRole('button', { name: 'Enable overage' }).click()
  await expect(page.getByText('Only https addresses are opened, not http:')).toBeVisible()
})

test('tells credits that are being set up from an account that cannot spend', async ({ page }) => {
  await askAs(page, { provisioning_state: 'pending' })
  await expect(account(page)).toContainText('credits being set up')
  await expect(page.getByRole('alert')).toContainText('Credits are being set up.')
  await expect(page.getByText(/would fit/)).toBeHidden()
  await expect(generateButton(page)).toBeHidden()
})

test('an account whose set-up has stalled is led to its support', async ({ page }) => {
  await askAs(page, { provisioning_state: 'stalled' })
  await expect(account(page)).toContainText('cannot spend')
  await expect(page.getByRole('alert')).toContainText('has stalled')
  await expect(page.getByRole('button', { name: 'Contact support' })).toBeVisible()
})

test('an organization sees no credits, and may generate', async ({ page }) => {
  await askAs(page, { account_type: 'organization' })
  await expect(account(page)).toContainText('not metered')
  await expect(generateButton(page)).toBeEnabled()
})
