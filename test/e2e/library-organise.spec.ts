// Finding one's way in the library: menus that filter, and what can be done with a row, by pointer and by keyboard.
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import Database from 'better-sqlite3'
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
  await expect(table(page)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(table(page).getByRole('img', { name: 'Favourite' })).toHaveCount(0)
})

test('of sounds with the same content one is kept, and undo brings the others back', async ({
  page,
  home,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, 'steady rain on a tin roof', 2)
  const openDuplicates = async (): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('find duplicates')
    await page.keyboard.press('Enter')
  }
  await openDuplicates()
  const dialog = page.getByRole('dialog', { name: 'Duplicates' })
  await expect(dialog).toContainText('No two sounds have the same content.')
  await page.keyboard.press('Escape')

  // An import refuses what is here already; a library of before that, or one put together, may hold the same file twice.
  const db = new Database(join(home.userData, 'library.db'))
  db.exec('UPDATE sounds SET sha256 = (SELECT min(sha256) FROM sounds)')
  db.close()
  await page.reload()
  await expect(soundRows(page, /Steady rain/)).toHaveCount(2)
  await openDuplicates()
  await expect(dialog).toContainText('2 sounds with the same content')
  const axe = await new AxeBuilder({ page }).setLegacyMode(true).include('[role=dialog]').analyze()
  expect(axe.violations).toEqual([])
  await dialog.getByRole('button', { name: /^Keep .*take 2/ }).click()
  await expect(dialog).toContainText('No two sounds have the same content.')
  // The button that had the focus is gone with its row.
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(soundRows(page, /Steady rain/)).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(soundRows(page, /Steady rain/)).toHaveCount(2)
})

test('tiles show the same sounds, the arrows walk them in two dimensions, and the layout is remembered', async ({
  page,
  relaunch,
}) => {
  test.setTimeout(180_000)
  await useBuiltInEngine(page)
  await generate(page, 'steady rain on a tin roof', 4)
  await generate(page, 'heavy oak door slams', 4)
  await page.getByRole('radio', { name: 'Waveform tiles' }).click()
  const tiles = (in_ = page) => table(in_).locator('[data-sound]')
  await expect(tiles()).toHaveCount(8)
  const columns = await table(page)
    .getByRole('row')
    .filter({ has: page.locator('[data-sound]') })
    .first()
    .locator('[data-sound]')
    .count()
  expect(columns).toBeGreaterThan(1)
  const idOf = (index: number) => tiles().nth(index).getAttribute('id')
  const active = (): Promise<string | null> => table(page).getAttribute('aria-activedescendant')

  await omnibar(page).focus()
  await page.keyboard.press('ArrowDown')
  expect(await active()).toBe(await idOf(0))
  await page.keyboard.press('ArrowRight')
  expect(await active()).toBe(await idOf(1))
  await page.keyboard.press('ArrowDown')
  expect(await active()).toBe(await idOf(1 + columns))
  await expect(page.getByRole('region', { name: 'Player' })).toHaveAttribute('data-status', 'playing')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(table(page).getByRole('gridcell', { selected: true })).toHaveCount(2)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu', { name: '2 sounds' })).toBeVisible()
  await page.keyboard.press('Escape')
  const axe = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  expect(axe.violations).toEqual([])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(omnibar(page)).toBeFocused()

  const again = await relaunch()
  await expect(again.page.getByRole('radio', { name: 'Waveform tiles' })).toBeChecked()
  await expect(tiles(again.page)).toHaveCount(8)
})

test('tags are completed from the library, reach the whole selection, and a note is undone in its field', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, 'steady rain on a tin roof', 2)
  const name = (row: number) =>
    soundRows(page, /Steady rain/)
      .nth(row)
      .getByRole('gridcell')
      .nth(2)
  await name(0).click()
  await page.getByRole('combobox', { name: 'Add a tag' }).fill('weather bed')
  await page.keyboard.press('Enter')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector.getByRole('button', { name: 'Remove the tag weather bed' })).toBeVisible()

  await name(1).click()
  await page.keyboard.press('Shift+ArrowUp')
  const field = page.getByRole('combobox', { name: 'Add a tag to 2 sounds' })
  await field.click()
  await page.keyboard.type('wea')
  const options = page.getByRole('listbox', { name: 'Tags of the library' })
  await expect(options.getByRole('option', { name: /^weather bed/ })).toBeVisible()
  const axe = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .include('aside[aria-label=Inspector]')
    .include('[role=listbox]')
    .analyze()
  expect(axe.violations).toEqual([])
  // It stays beside its field where the inspector is scrolled.
  const gap = async () => {
    const [list, box] = [await options.boundingBox(), await field.boundingBox()]
    return list === null || box === null ? null : Math.round(box.y - list.y - list.height)
  }
  await expect.poll(gap).toBe(4)
  await field.evaluate((element) => {
    const scrolled = element.closest('aside')?.firstElementChild
    if (scrolled) scrolled.scrollTop += scrolled.scrollTop > 20 ? -20 : 20
  })
  await expect.poll(gap).toBe(4)
  await page.keyboard.type('t')
  await expect(options.getByRole('option', { name: /^weather bed/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(options.getByRole('option', { selected: true })).toHaveText(/^weather bed/)
  await page.keyboard.press('Enter')
  await expect(options).toHaveCount(0)
  await omnibar(page).fill('tag:"weather bed"')
  await expect(soundRows(page, /Steady rain/)).toHaveCount(2)
  await field.focus()
  await page.keyboard.press('Backspace')
  await expect(soundRows(page, /Steady rain/)).toHaveCount(0)
  await omnibar(page).fill('')

  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('for the second act')
  await table(page).focus()
  await expect(note).toHaveValue('for the second act')
  await page.keyboard.press('Control+z')
  await expect(note).toHaveValue('')
})

test('rating, tags and note are given by the keyboard alone, seen, and undone; what was measured is told', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, 'a single bell, struck once', 2)
  await table(page).focus()
  await page.keyboard.press('ArrowDown')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector).toContainText('Lineage')
  await expect(inspector).toContainText(/Silence[0-9.]+ s behind/)

  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Alt+3')
  const rated = table(page).getByRole('img', { name: 'Rated 3 of 5' })
  await expect(rated).toHaveCount(2)
  await expect(inspector.getByRole('button', { name: 'No rating' })).toHaveAttribute('aria-pressed', 'true')

  await page.keyboard.press('t')
  await page.keyboard.type('church')
  await page.keyboard.press('Enter')
  await expect(inspector.getByRole('button', { name: /^Remove the tag church/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(table(page)).toBeFocused()
  await page.keyboard.press('n')
  await page.keyboard.type('for the morning scene')
  await page.keyboard.press('Escape')
  await expect(table(page)).toBeFocused()
  await omnibar(page).fill('morning')
  await expect(table(page).locator('[data-sound]').first()).toBeVisible()
  await omnibar(page).fill('')

  await table(page).focus()
  for (const gone of ['note', 'tag', 'rating']) {
    await page.keyboard.press('Control+z')
    if (gone === 'note') await expect(inspector.getByRole('textbox', { name: 'Note' })).toHaveValue('')
    if (gone === 'tag')
      await expect(inspector.getByRole('button', { name: /^Remove the tag/ })).toHaveCount(0)
  }
  await expect(rated).toHaveCount(0)
})
