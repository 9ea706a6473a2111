// Collections by the keyboard: made, nested, filled, emptied again; tags renamed everywhere; each change undone.
import { expect, test } from './launch.ts'
import { generate, omnibar, soundRows, table, useBuiltInEngine } from './the-app.ts'

test('a collection is filled, looked into, emptied by a key, and nested into another', async ({ page }) => {
  test.setTimeout(300_000)
  await useBuiltInEngine(page)
  await generate(page, 'steady rain on a tin roof', 2)
  const nav = page.getByRole('region', { name: 'Collections' })
  const line = (name: string) => nav.getByRole('button', { name: new RegExp(`^${name}`) })
  for (const name of ['Film', 'Reel 3']) {
    await nav.getByRole('button', { name: 'New collection' }).click()
    await page.getByRole('textbox', { name: 'Name of the new collection' }).fill(name)
    await page.keyboard.press('Enter')
    await expect(line(name)).toBeVisible()
  }
  await soundRows(page, /Steady rain/)
    .first()
    .getByRole('gridcell')
    .nth(2)
    .click()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('2 sounds selected')
  await page.keyboard.press('c')
  await page.getByPlaceholder('Put 2 sounds into…').fill('Reel 3')
  await page.keyboard.press('Enter')
  await expect(line('Reel 3')).toContainText('2')

  await test.step('a key takes one out of the collection that is looked into, undo puts it back', async () => {
    await line('Reel 3').click()
    await expect(omnibar(page)).toHaveValue('in:"Reel 3"')
    await soundRows(page, /Steady rain/)
      .first()
      .getByRole('gridcell')
      .nth(2)
      .click()
    await page.keyboard.press('Shift+Delete')
    await expect(soundRows(page, /Steady rain/)).toHaveCount(1)
    await table(page).focus()
    await page.keyboard.press('Control+z')
    await expect(soundRows(page, /Steady rain/)).toHaveCount(2)
  })

  await test.step('it is moved into the one above it, and out again', async () => {
    await nav.getByRole('button', { name: 'Actions of Reel 3' }).click()
    await page.getByRole('menuitem', { name: 'Move into Film' }).click()
    await expect(nav.getByTitle('Film / Reel 3')).toBeVisible()
    await nav.getByRole('button', { name: 'Actions of Reel 3' }).click()
    await page.getByRole('menuitem', { name: 'Move out, one level up' }).click()
    await expect(nav.getByTitle('Film / Reel 3')).toHaveCount(0)
    await expect(line('Reel 3')).toContainText('2')
  })

  await test.step('a tag is renamed on every sound that wears it', async () => {
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await soundRows(page, /Steady rain/)
      .first()
      .getByRole('gridcell')
      .nth(2)
      .click()
    await page.keyboard.press('Shift+ArrowDown')
    await inspector.getByRole('combobox', { name: 'Add a tag to 2 sounds' }).fill('wether')
    await page.keyboard.press('Enter')
    await inspector.getByRole('button', { name: 'Rename the tag wether everywhere' }).click()
    await inspector.getByRole('textbox', { name: 'Rename the tag wether everywhere' }).fill('weather')
    await page.keyboard.press('Enter')
    await expect(inspector.getByRole('button', { name: 'Rename the tag weather everywhere' })).toBeVisible()
    await omnibar(page).fill('tag:=weather')
    await expect(soundRows(page, /Steady rain/)).toHaveCount(2)
  })
})

test('the sounds of a collection are put in an order by keys, by the handle of a row, and by dropping rows', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await useBuiltInEngine(page)
  await generate(page, 'steady rain on a tin roof', 4)
  const nav = page.getByRole('region', { name: 'Collections' })
  await nav.getByRole('button', { name: 'New collection' }).click()
  await page.getByRole('textbox', { name: 'Name of the new collection' }).fill('Reel')
  await page.keyboard.press('Enter')
  const rows = soundRows(page, /Steady rain/)
  await rows.first().getByRole('gridcell').nth(2).click()
  await page.keyboard.press('Control+a')
  // All of a list are asked for: the keys that follow mean what is selected then.
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('4 sounds selected')
  await page.keyboard.press('c')
  await page.getByPlaceholder('Put 4 sounds into…').fill('Reel')
  await page.keyboard.press('Enter')
  await nav.getByRole('button', { name: /^Reel/ }).click()
  await expect(table(page).getByRole('columnheader', { name: 'Order in the collection' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  const names = () =>
    rows.evaluateAll((all) => all.map((row) => row.textContent?.match(/take (\d)/)?.[1]).join(''))
  const begun = await names()
  expect([...begun].toSorted().join('')).toBe('1234')
  const [a, b, c, d] = [...begun]
  const row = (take: string | undefined) => rows.filter({ hasText: `take ${take}` })
  const nameOf = (take: string | undefined) => row(take).getByTitle(/take/)

  await test.step('keys move one, or several together, and undo brings them back', async () => {
    await nameOf(a).click()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(names).toBe(`${b}${a}${c}${d}`)
    await expect(row(a)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(row(c)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Alt+End')
    await expect.poll(names).toBe(`${b}${d}${a}${c}`)
    await page.keyboard.press('Control+z')
    await expect.poll(names).toBe(`${b}${a}${c}${d}`)
    await page.keyboard.press('Control+z')
    await expect.poll(names).toBe(begun)
  })

  await test.step('a key that is held moves it step by step', async () => {
    await nameOf(d).click()
    await page.keyboard.down('Alt')
    for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down('ArrowUp')
    await expect.poll(names).toBe(`${d}${a}${b}${c}`)
    await page.keyboard.up('ArrowUp')
    await page.keyboard.up('Alt')
    for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z')
    await expect.poll(names).toBe(begun)
  })

  await test.step('the handle of a row drags it within the table; Escape lets it be', async () => {
    const handle = row(d).getByTitle('Drag to another place of the collection')
    await handle.hover()
    await page.mouse.down()
    const target = await row(a).boundingBox()
    if (target === null) throw new Error('the first row has no place')
    await page.mouse.move(target.x + 40, target.y + 3, { steps: 6 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await handle.hover()
    await page.mouse.down()
    await page.mouse.move(target.x + 40, target.y + 3, { steps: 6 })
    await page.mouse.up()
    await expect.poll(names).toBe(`${d}${a}${b}${c}`)
  })

  await test.step('rows that were dragged out and dropped in the table move there, too', async () => {
    const dataTransfer = await page.evaluateHandle(() => new DataTransfer())
    await nameOf(c).click()
    await row(c).dispatchEvent('dragstart', { dataTransfer })
    const target = await row(a).boundingBox()
    if (target === null) throw new Error('the second row has no place')
    const at = { dataTransfer, clientX: target.x + 200, clientY: target.y + 2 }
    await table(page).dispatchEvent('dragover', at)
    await table(page).dispatchEvent('drop', at)
    await expect.poll(names).toBe(`${d}${c}${a}${b}`)
  })

  await test.step('another column sorts, and the order is the same afterwards', async () => {
    await table(page).getByRole('button', { name: 'Name', exact: true }).click()
    await expect.poll(names).toBe('1234')
    await expect(row(a).getByTitle('Drag to another place of the collection')).toHaveCount(0)
    await table(page).getByRole('button', { name: 'Order in the collection' }).click()
    await expect.poll(names).toBe(`${d}${c}${a}${b}`)
  })

  await test.step('a tile is dragged by its number', async () => {
    await page.getByRole('radio', { name: 'Tiles' }).click()
    const tiles = table(page).getByRole('gridcell', { name: /take/ })
    const tileNames = () =>
      tiles.evaluateAll((all) => all.map((tile) => tile.textContent?.match(/take (\d)/)?.[1]).join(''))
    await expect.poll(tileNames).toBe(`${d}${c}${a}${b}`)
    const target = await tiles.filter({ hasText: `take ${d}` }).boundingBox()
    if (target === null) throw new Error('the first tile has no place')
    const number = tiles
      .filter({ hasText: `take ${a}` })
      .getByTitle('Drag to another place of the collection')
    await number.hover()
    await page.mouse.down()
    await page.mouse.move(target.x + target.width - 8, target.y + 20, { steps: 6 })
    await page.mouse.up()
    await expect.poll(tileNames).toBe(`${d}${a}${c}${b}`)
  })
})
