// Listening: the speed of the player, and what is cut at it.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from './launch.ts'
import { generate, soundRows, useBuiltInEngine } from './the-app.ts'

test('the speed is heard, shown, cut into what is dragged, and put back by a double click', async ({
  page,
  home,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, 'steady rain on a tin roof', 1)
  await soundRows(page, /Steady rain/)
    .first()
    .getByRole('gridcell')
    .nth(2)
    .click()
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player).toHaveAttribute('data-status', 'playing')
  await player.getByRole('slider', { name: 'Speed' }).fill('50')
  await expect(player).toContainText('50 %')
  const handle = page.getByText('Drag file, 50 %')
  await expect(handle).toBeVisible()

  await handle.dispatchEvent('pointerdown')
  const db = new Database(join(home.userData, 'library.db'), { readonly: true })
  const durations = () => db.prepare('SELECT duration_ms FROM sounds ORDER BY id').pluck().all()
  await expect.poll(durations).toHaveLength(2)
  const [whole, cut] = durations()
  db.close()
  expect(Math.abs(Number(cut) - 2 * Number(whole))).toBeLessThanOrEqual(2)

  await player.getByRole('slider', { name: 'Speed' }).dblclick()
  await expect(player).toContainText('100 %')
  await expect(handle).toHaveCount(0)
})
