// Hours of work without a mouse: find, hear, choose, throw away, command.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './launch.ts'
import { generate, levelDb, omnibar, soundRows, table, useBuiltInEngine } from './the-app.ts'

test('arrows move and audition, Space plays and stops, L loops, F marks, Delete throws away', async ({
  page,
  home,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, 'steady rain on a tin roof', 3)
  const player = page.getByRole('region', { name: 'Player' })

  await table(page)
    .getByRole('row', { name: /take 3/ })
    .getByText(/Steady rain/)
    .first()
    .click()
  await page.keyboard.press('ArrowDown')
  await expect(player).toContainText('take 2')
  await expect.poll(() => levelDb(page), { intervals: [50] }).toBeGreaterThan(-60)
  await page.keyboard.press('Space')
  await expect(player).not.toHaveAttribute('data-status', 'playing')
  await page.keyboard.press('l')
  await expect(player.getByRole('button', { name: 'Loop' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Space')
  await expect(player).toHaveAttribute('data-status', 'playing')
  await page.keyboard.press('Space')

  await page.keyboard.press('f')
  await omnibar(page).fill('fav')
  await expect(soundRows(page, /take 2/).first()).toBeVisible()
  await omnibar(page).fill('')

  await table(page)
    .getByRole('row', { name: /take 2/ })
    .getByText(/Steady rain/)
    .first()
    .click()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
  await expect(soundRows(page, /Steady rain/)).toHaveCount(2)
  const trash = join(home.music, 'Foleyroom/.trash')
  await expect
    .poll(() => (existsSync(trash) ? readdirSync(trash, { recursive: true, encoding: 'utf8' }) : []))
    .toContainEqual(expect.stringMatching(/Steady rain on a tin roof, take 2\.wav$/))
})

test('every action is in the palette, and ? lists the keys', async ({ page }) => {
  await useBuiltInEngine(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await expect(palette).toBeVisible()
  await page.keyboard.type('activity')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog')).toContainText(/Loop/)
})

test('a prompt that is not understood is answered in place with what is known', async ({ page }) => {
  await useBuiltInEngine(page)
  await omnibar(page).fill('qwxz blorf')
  await expect(page.getByRole('alert')).toContainText(/Not understood.*“blorf”.*Nearest: \w+/)
  await expect(page.getByRole('button', { name: /^Generate/ })).toHaveCount(0)
})

test('the first letter of a search shows nothing of the one before', async ({ page }) => {
  await useBuiltInEngine(page)
  await generate(page, 'steady rain on a tin roof', 1)
  await generate(page, 'wooden door creaks open', 1)
  const near = (name: RegExp) => page.locator('#sounds [id^=row-near-]').filter({ hasText: name })
  await omnibar(page).fill('rain')
  await expect(near(/Steady rain/)).toBeVisible()
  await omnibar(page).fill('')
  await expect(near(/./)).toHaveCount(0)
  // What is in the page at each change of it, from the next letter on.
  const shown = await page.evaluateHandle(() => {
    const names = new Set<string>()
    const look = (): void => {
      for (const row of document.querySelectorAll('#sounds [id^=row-near-]')) names.add(row.textContent ?? '')
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    return names
  })
  await omnibar(page).pressSequentially('wooden')
  await expect(near(/Wooden door/)).toBeVisible()
  expect(await shown.evaluate((names) => [...names].filter((name) => name.includes('Steady rain')))).toEqual(
    [],
  )
})
