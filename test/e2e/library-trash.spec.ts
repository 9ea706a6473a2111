// What is thrown away: it waits in the library's trash until that is emptied, then it lies in the system's.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './launch.ts'
import { generate, soundRows, table, useBuiltInEngine } from './the-app.ts'

test('by the keyboard alone a sound is thrown away and the trash emptied', async ({ page, home }) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, 'steady rain on a tin roof', 2)
  await page.getByRole('combobox', { name: 'Describe a sound, or search' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('Steady rain')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
  await page.getByRole('button', { name: 'Move to trash' }).press('Enter')
  await expect(soundRows(page, /Steady rain/)).toHaveCount(1)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('look into the trash')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /trash/i }).first()
  await expect(dialog).toContainText('Steady rain')
  await dialog.getByRole('button', { name: 'Empty the trash…' }).press('Enter')
  await page.getByRole('button', { name: 'Empty the trash', exact: true }).press('Enter')
  await expect(dialog).not.toContainText('Steady rain')
  // The button that asked is off now.
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect.poll(() => readdirSync(join(home.data, 'Trash/files')).length).toBe(1)
})

/** Makes so many takes of rain, and throws all of them away. */
async function throwAway(page: Page, takes: number): Promise<void> {
  await generate(page, 'steady rain on a tin roof', takes)
  await table(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+a')
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText(
    `${takes} sounds selected`,
  )
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Move to trash' }).press('Enter')
}

test('a library that was emptied by one key is filled again by another', async ({ page }) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await throwAway(page, 2)
  await expect(page.getByText('Nothing here yet')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(soundRows(page, /Steady rain/)).toHaveCount(2)
})

test('sounds are restored one after the other without reaching for the pointer', async ({ page }) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await throwAway(page, 3)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('look into the trash')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /trash/i })
  const restores = dialog.getByRole('button', { name: /^Restore/ })
  await expect(restores).toHaveCount(3)
  await restores.nth(1).focus()
  for (const left of [2, 1, 0]) {
    await page.keyboard.press('Enter')
    await expect(restores).toHaveCount(left)
    if (left > 0) await expect(restores.last()).toBeFocused()
  }
  await expect(soundRows(page, /Steady rain/)).toHaveCount(3)
})
