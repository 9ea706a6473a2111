// Finding one's way in the library: menus that filter, and what can be done with a row, by pointer and by keyboard.
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './launch.ts'
import { generate, omnibar, soundRows, table, useBuiltInEngine } from './the-app.ts'

test('menus filter by several values, chips take them out again', async ({ page }) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, 'steady rain on a tin roof', 2)
  await soundRows(page, /take 2/)
    .first()
    .getByRole('gridcell')
    .nth(2)
    .click()
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('take 2')
  await page.keyboard.press('Alt+4')

  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('menuitem', { name: 'Rating' }).hover()
  await page.getByRole('menuitemcheckbox', { name: /★★★★/ }).click()
  await expect(omnibar(page)).toHaveValue('rating:4')
  await expect(soundRows(page, /Steady rain/)).toHaveCount(1)
  await page.getByRole('menuitemcheckbox', { name: /Not rated/ }).click()
  await expect(omnibar(page)).toHaveValue(/^rating:(4\|0|0\|4)$/)
  await expect(soundRows(page, /Steady rain/)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  const used = page.getByRole('list', { name: 'Filters in use' })
  await expect(used).toContainText('Rating')
  const axe = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  expect(axe.violations).toEqual([])
  await used.getByRole('button', { name: /^Take out Rating/ }).click()
  await expect(used).toHaveCount(0)
  await expect(omnibar(page)).toHaveValue('')
})

test('the menu of a row opens by pointer and by keyboard, and reaches the whole selection', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, 'steady rain on a tin roof', 3)
  const name = (row: number) =>
    soundRows(page, /Steady rain/)
      .nth(row)
      .getByRole('gridcell')
      .nth(2)
  await name(0).click({ button: 'right' })
  const menu = page.getByRole('menu').first()
  await expect(menu).toBeVisible()
  const axe = await new AxeBuilder({ page }).setLegacyMode(true).include('[role=menu]').analyze()
  expect(axe.violations).toEqual([])
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(table(page)).toBeFocused()

  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu', { name: '2 sounds' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Make it a favourite' }).click()
  await expect(table(page).getByRole('img', { name: 'Favourite' })).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(table(page).getByRole('img', { name: 'Favourite' })).toHaveCount(0)
})
