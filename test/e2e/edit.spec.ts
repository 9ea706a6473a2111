// Editing a sound as a person does it: a region made again, an end drawn out, before and after, the family tree.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from './launch.ts'
import { dropFile, generate, levelDb, omnibar, openView, table, useBuiltInEngine } from './the-app.ts'

const PROMPT = 'iron gate creaks then slams'

test('a region is repaired, the end extended, and the source stays as it was', async ({ page }) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await omnibar(page).fill(PROMPT)
  await generate(page, PROMPT, 4)
  await table(page)
    .getByRole('row', { name: /take 1/ })
    .getByText(/take 1/)
    .first()
    .click()
  await page.getByRole('complementary', { name: 'Inspector' }).getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('main', { name: /^Edit / })).toBeVisible()
  const wave = page.getByRole('region', { name: /^Waveform(,|$)/ })
  await expect(wave).toBeVisible()

  await test.step('a drag selects, and the model’s limits are held', async () => {
    const box = await wave.boundingBox()
    if (box === null) throw new Error('the waveform has no box')
    const drag = async (from: number, to: number): Promise<void> => {
      await page.mouse.move(box.x + box.width * from, box.y + 60)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * to, box.y + 60, { steps: 4 })
      await page.mouse.up()
    }
    await drag(0.02, 0.05)
    await expect(page.getByRole('alert').filter({ hasText: 'cannot be made again' })).toBeVisible()
    await page.getByRole('button', { name: 'Fit the region to the model’s limits' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'cannot be made again' })).toHaveCount(0)
    await drag(0.2, 0.42)
  })

  await test.step('the region is made again', async () => {
    await page.keyboard.press('Control+Enter')
    const variants = page.getByRole('region', { name: 'Variants' })
    await expect(variants.getByRole('button', { name: 'Listen to variant 2' })).toBeVisible({
      timeout: 60_000,
    })
    await page.keyboard.press('1')
    await expect.poll(() => levelDb(page), { intervals: [50] }).toBeGreaterThan(-60)
    await expect(variants.getByRole('button', { name: 'Listen to variant 1' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.keyboard.press('b')
    await expect(variants.getByRole('button', { name: 'Listen to before' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })

  await test.step('the end is drawn out by the keyboard, and extended', async () => {
    await page.keyboard.press('e')
    const handle = page.getByRole('slider', { name: 'Length to append' })
    await handle.focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect(handle).toHaveAttribute('aria-valuetext', '3.000 s')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Variants of the extension')).toBeVisible({ timeout: 60_000 })
  })

  await test.step('all of it stands in the library, children below their source', async () => {
    await page.keyboard.press('Control+1')
    await expect(table(page).locator('[data-sound]')).toHaveCount(8)
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await expect(inspector.getByRole('button', { name: /extended/ })).toHaveCount(2)
    await expect(inspector.getByRole('button', { name: /repaired/ })).toHaveCount(2)
  })
})

test('a file that is dropped onto the view opens there, and the next one takes its place', async ({
  page,
  home,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await openView(page, 'Edit')
  await expect(page.getByRole('heading', { name: 'Choose a sound to edit' })).toBeVisible()
  for (const [name, seconds] of [
    ['Wind outside', '3'],
    ['Wind inside', '4'],
  ] as const) {
    const path = join(home.folder, `${name}.wav`)
    execFileSync('sox', ['-n', '-r', '48000', '-c', '1', '-b', '16', path, 'synth', seconds, 'pinknoise'])
    await dropFile(page, path)
    await expect(page.getByRole('main', { name: `Edit ${name}` })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: /^Waveform(,|$)/ })).toBeVisible()
})
