// Activity as a person uses it: what was spent, what is asked before a bound is passed, what failed and is tried again after a restart.
import { expect, test } from './launch.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { generate, omnibar, openView } from './the-app.ts'

let sandbox: Sandbox
test.beforeAll(async () => {
  sandbox = await startSandbox()
})
test.afterAll(() => sandbox.stop())

test('the ledger is the service’s, a bound asks first, a failure is tried again after a restart', async ({
  page,
  relaunch,
}) => {
  test.setTimeout(180_000)
  const form = page.getByRole('form', { name: 'Connect to a service' })
  await form.getByLabel('Address').fill(sandbox.baseUrl)
  await form.getByLabel('Key').fill(sandbox.apiKey)
  await form.getByRole('button', { name: /Connect/ }).click()
  await expect(omnibar(page)).toBeVisible()
  await generate(page, 'heavy oak door slams', 4)
  const credits = page.getByRole('complementary', { name: 'Credits' })

  await test.step('what was charged stands in the ledger, as the service has it', async () => {
    await openView(page, 'Activity')
    const { entries } = await sandbox.ledger()
    const charged = entries.reduce((sum, entry) => sum + entry.credits, 0)
    await expect(credits).toContainText(`${charged} credits spent today`)
    await expect(
      credits.getByRole('region', { name: /Nov|Dec|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct/ }),
    ).toContainText('heavy oak door slams')
  })

  await test.step('above a bound the person is asked, in the place where they act', async () => {
    await credits.getByRole('button', { name: 'Change' }).click()
    const bound = credits.getByLabel('Ask above so many credits an action')
    await bound.fill('50')
    await bound.press('Enter')
    await expect(credits).toContainText('50 an action')
    await page.keyboard.press('Control+1')
    await omnibar(page).fill('rain on leaves')
    await expect(page.getByText('Generate “rain on leaves”')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    const allow = page.getByRole('button', { name: /Allow once, 160 credits/ })
    await expect(allow).toBeVisible()
    expect((await sandbox.ledger()).entries).toHaveLength(1)
    await allow.click()
    await expect.poll(async () => (await sandbox.ledger()).entries.length, { timeout: 30_000 }).toBe(2)
  })

  await test.step('a failure is tried again, also by another window, as new work', async () => {
    await sandbox.call('POST', 'faults', {
      match: { family: 'text-to-sfx' },
      fault: { kind: 'failed', retryable: true },
      times: 1,
    })
    await omnibar(page).fill('three knocks on wood')
    await expect(page.getByText('Generate “three knocks on wood”')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: /Allow once/ }).click()
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible({ timeout: 30_000 })
    const next = await relaunch()
    await openView(next.page, 'Activity')
    const failed = next.page.getByRole('region', { name: 'Failed' })
    await failed.getByRole('button', { name: 'Try again' }).click()
    await failed.getByRole('button', { name: /Allow once/ }).click()
    await expect(next.page.getByRole('region', { name: 'Done today' })).toContainText(
      'three knocks on wood',
      {
        timeout: 30_000,
      },
    )
    const charges = (await sandbox.ledger()).entries.filter(({ kind }) => kind === 'debit')
    expect(charges).toHaveLength(3)
  })
})

test('what was sent and never answered waits for a decision, with what is known of it', async ({ page }) => {
  test.setTimeout(120_000)
  const form = page.getByRole('form', { name: 'Connect to a service' })
  await form.getByLabel('Address').fill(sandbox.baseUrl)
  await form.getByLabel('Key').fill(sandbox.apiKey)
  await form.getByRole('button', { name: /Connect/ }).click()
  await expect(omnibar(page)).toBeVisible()
  // The create is taken and its answer lost; what is sent again is turned away before the service looks whether it knows it.
  const match = { method: 'POST', path: '/v3/text-to-sfx/generations' }
  await sandbox.call('POST', 'faults', { match, fault: { kind: 'reset_after' }, times: 1 })
  await sandbox.call('POST', 'faults', { match, fault: { kind: 'status', status: 403 }, times: 1 })
  const { entries, balance } = await sandbox.ledger()
  await omnibar(page).fill('rain on a tin roof')
  await expect(page.getByText('Generate “rain on a tin roof”')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await openView(page, 'Activity')
  const open = page.getByRole('region', { name: 'Needs a decision' })
  await expect(open).toContainText('rain on a tin roof', { timeout: 60_000 })
  const charged = (await sandbox.ledger()).entries.slice(entries.length)
  expect(charged).toHaveLength(1)
  const credits = charged[0]?.credits ?? 0
  await open.getByRole('button', { name: /look now/ }).click()
  const line = (name: string) => open.getByRole('term').filter({ hasText: name }).locator('..')
  await expect(line('Quote')).toContainText(`${credits} credits`)
  const grouped = (value: number): string => value.toLocaleString('en-US')
  await expect(line('Balance')).toContainText(
    `${grouped(balance ?? 0)} before and ${grouped((balance ?? 0) - credits)} after`,
  )
  await expect(open.getByRole('button', { name: /copy.*request id/i })).toBeVisible()
  await expect(
    open.getByRole('button', { name: new RegExp(`Send again, up to ${credits} more`) }),
  ).toBeVisible()
  // Nothing is sent again by itself.
  expect((await sandbox.ledger()).entries).toHaveLength(entries.length + 1)
  const panel = page.getByRole('complementary', { name: 'Credits' })
  for (const by of ['Model', 'Family']) {
    await panel.getByText(by, { exact: true }).click()
    await expect(panel).toContainText('Quoted')
  }
})
