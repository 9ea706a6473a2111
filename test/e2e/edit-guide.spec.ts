// Editing along a picture, as a person does it: a clip is chosen, what must not be heard is said, and the end is extended.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from './launch.ts'
import { generate, omnibar, soundRows, useBuiltInEngine } from './the-app.ts'

const PROMPT = 'footsteps on gravel'

/** A ball bounces once a second, white on black, 25 pictures a second. */
function recordBall(folder: string): string {
  const path = join(folder, 'Ball.webm')
  const ball =
    "color=black:s=320x180:r=25:d=4[b];color=white:s=24x24:r=25:d=4[w];[b][w]overlay=x=148:y='156-156*abs(sin(PI*t))'"
  const codec = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-b:v', '1M']
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', ball, ...codec, path])
  return path
}

test('an extension follows a clip, without what is not to be heard', async ({ app, page, home }) => {
  test.setTimeout(240_000)
  await useBuiltInEngine(page)
  const clip = recordBall(home.folder)
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, clip)
  await omnibar(page).fill(PROMPT)
  await generate(page, PROMPT, 1)
  const edit = page
    .getByRole('complementary', { name: 'Inspector' })
    .getByRole('button', { name: 'Edit', exact: true })
  await expect(async () => {
    await soundRows(page, /footsteps on gravel/i)
      .getByRole('gridcell', { name: 'Footsteps on gravel', exact: true })
      .click()
    await expect(edit).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
  await edit.click()
  const tool = page.getByRole('region', { name: 'Extend the end' })
  await expect(tool).toBeVisible()

  await test.step('a clip is chosen, and a loop is not offered with it', async () => {
    await tool.getByRole('button', { name: 'no picture' }).click()
    const dialog = page.getByRole('dialog', { name: 'Follow a picture' })
    await dialog.getByRole('button', { name: 'Choose a clip…' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(tool.getByRole('button', { name: 'Ball.webm' })).toBeVisible()
    await expect(tool.getByText('not with a picture')).toBeVisible()
    await expect(tool.getByRole('textbox', { name: 'Where in the clip to begin' })).toBeVisible()
  })

  await test.step('what must not be heard is said, and the extension is made', async () => {
    await tool.getByRole('textbox', { name: 'Without, extension' }).fill('reverb, wind')
    await expect(tool.getByRole('button', { name: 'Extend', exact: false }).last()).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    const variants = page.getByRole('region', { name: 'Variants' })
    await expect(variants.getByRole('button', { name: 'Listen to variant 2' })).toBeVisible({
      timeout: 120_000,
    })
  })

  await test.step('another clip may be taken, or none', async () => {
    await tool.getByRole('button', { name: 'Ball.webm' }).click()
    const dialog = page.getByRole('dialog', { name: 'Follow a picture' })
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Ball.webm' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Follow no picture' }).click()
    await expect(tool.getByRole('button', { name: 'no picture' })).toBeVisible()
    await expect(tool.getByText('seamless')).toBeVisible()
  })
})
