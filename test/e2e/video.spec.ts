// Sound for a clip, as a person makes it on the built-in engine: in sync, as a mix and as stems, and out again.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './launch.ts'
import { useBuiltInEngine } from './the-app.ts'

/** A ball bounces once a second, white on black, 25 pictures a second, with a click at each bounce. VP9, which every Chromium plays. */
function recordBall(folder: string): string {
  const path = join(folder, 'Ball.webm')
  const ball =
    "color=black:s=320x180:r=25:d=4[b];color=white:s=24x24:r=25:d=4[w];[b][w]overlay=x=148:y='156-156*abs(sin(PI*t))'"
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    ball,
    '-f',
    'lavfi',
    '-i',
    "aevalsrc='if(lt(mod(t,1),0.03),0.6*sin(2*PI*900*t),0)':d=4",
    '-c:v',
    'libvpx-vp9',
    '-deadline',
    'realtime',
    '-b:v',
    '1M',
    '-c:a',
    'libopus',
    '-shortest',
    path,
  ])
  return path
}
const pictureHash = (path: string): string =>
  execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v', '-c', 'copy', '-f', 'md5', '-'], {
    encoding: 'utf8',
  })
const main = (page: Page) => page.getByRole('main', { name: 'Video Ball.webm' })
const levelDb = async (page: Page): Promise<number> =>
  Number((await main(page).getAttribute('data-level-db')) ?? Number.NEGATIVE_INFINITY)

test('a clip gets a mix and stems, seen before they are made, heard in sync, handed over with the picture untouched', async ({
  app,
  page,
  home,
}) => {
  test.setTimeout(240_000)
  await useBuiltInEngine(page)
  const clip = recordBall(home.folder)
  const exports = join(home.folder, 'exports')
  mkdirSync(exports)
  const answerDialogs = (path: string) =>
    app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
    }, path)
  const view = main(page)

  await test.step('the clip is chosen, and its facts are told', async () => {
    await page.getByRole('navigation', { name: 'Views' }).getByText('Video').click()
    await expect(page.getByRole('heading', { name: 'Drop a clip to make its sound' })).toBeVisible()
    // Its line stands at the top of the window, as that of every view.
    expect((await page.getByRole('heading', { name: 'Video' }).boundingBox())?.y).toBeLessThan(40)
    await answerDialogs(clip)
    await page.getByRole('button', { name: 'Choose a clip…' }).click()
    await expect(view.getByText(/320 × 180 · 25 fps · 00:00:04:00 · with sound/)).toBeVisible()
  })

  await test.step('frames are stepped, in and out are set by keys', async () => {
    await page.keyboard.press('.')
    await page.keyboard.press('.')
    await expect(view.getByText('00:00:00:02 · frame 2')).toBeVisible()
    await page.keyboard.press('i')
    await expect(view.getByRole('textbox', { name: 'In point' })).toHaveValue('00:00:00:02')
    await page.keyboard.press('Escape')
    await expect(view.getByRole('textbox', { name: 'In point' })).toHaveValue('00:00:00:00')
  })

  await test.step('an edge that is passed is let go, and the selection is told as timecode', async () => {
    await page.keyboard.press('o')
    await expect(view.getByRole('textbox', { name: 'Out point' })).toHaveValue('00:00:00:02')
    await expect(view.getByTitle('Length of the selection')).toHaveText('Selected: 00:00:00:02')
    await page.keyboard.press('.')
    await page.keyboard.press('i')
    await expect(view.getByRole('textbox', { name: 'In point' })).toHaveValue('00:00:00:03')
    await expect(view.getByRole('textbox', { name: 'Out point' })).toHaveValue('00:00:04:00')
    await page.keyboard.press('Escape')
  })

  await test.step('the clip’s own sound is drawn in its lane', async () => {
    await expect
      .poll(() => view.locator('[data-category="speech"] canvas').count(), { timeout: 15_000 })
      .toBe(1)
  })

  await test.step('frames of the clip stand along its time, more of them when one zooms', async () => {
    const lane = view.locator('canvas[data-frames]')
    const frames = async (): Promise<number> => Number(await lane.getAttribute('data-frames'))
    await expect.poll(frames).toBeGreaterThan(5)
    const before = await frames()
    await view.getByRole('heading', { name: 'Tracks' }).click()
    // One step may show the same frames larger; three are four times as large.
    for (let step = 0; step < 3; step++) await page.keyboard.press('=')
    await expect.poll(frames).toBeGreaterThan(before)
    await page.keyboard.press('Shift+Z')
  })

  await test.step('the player’s bar says and plays the picture', async () => {
    const bar = page.getByRole('region', { name: 'Player' })
    await expect(bar.getByText('Ball.webm')).toBeVisible()
    await bar.getByRole('button', { name: 'Play' }).click()
    await expect(view.getByRole('button', { name: 'Pause the picture' })).toBeVisible()
    await bar.getByRole('button', { name: 'Pause' }).click()
    await bar.getByRole('button', { name: 'To the start' }).click()
    await expect(view.getByText('00:00:00:00 · frame 0')).toBeVisible()
  })

  await test.step('one mix is made, and heard with the picture', async () => {
    await view.getByRole('textbox', { name: 'What should be heard' }).fill('a rubber ball bounces on wood')
    await expect(view.getByRole('radio', { name: /One mix.*not metered/ })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(view.getByRole('button', { name: /^Mute (?!the clip)/ })).toBeVisible({ timeout: 90_000 })
    await view.getByRole('button', { name: 'Mute the clip’s own sound' }).click()
    await view.getByRole('heading', { name: 'Tracks' }).click()
    await page.keyboard.press('Space')
    await expect.poll(() => levelDb(page), { intervals: [50], timeout: 10_000 }).toBeGreaterThan(-50)
    // The picture runs with its sound.
    const drift = await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 800))
      const video = document.querySelector('video')
      const shown = document.querySelector('[role="slider"][aria-label="Position in the clip"]')
      return Math.abs((video?.currentTime ?? 99) - Number(shown?.getAttribute('aria-valuenow')))
    })
    expect(drift).toBeLessThan(0.1)
    await page.keyboard.press('Space')
  })

  await test.step('stems are planned for nothing, then made', async () => {
    await view.getByRole('radio', { name: /Separated stems/ }).click()
    await view.getByRole('button', { name: 'Find sounds' }).click()
    await expect(view.getByText(/\d sounds? found, nothing charged yet/)).toBeVisible({ timeout: 60_000 })
    await expect(view.getByText(/^planned 00:00:0/).first()).toBeVisible()
    await view.getByRole('button', { name: 'Generate' }).click()
    await expect(view.getByRole('button', { name: /^Solo / }).first()).toBeVisible({ timeout: 90_000 })
  })

  await test.step('axe finds nothing', async () => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
  })

  await test.step('stems, the clip and an edit list are handed over', async () => {
    await answerDialogs(exports)
    for (const what of ['Aligned stems', 'Clip with its new sound', 'Sounds with XML, OTIO and EDL']) {
      await view.getByRole('button', { name: /^Export/ }).click()
      await page.getByRole('menuitem', { name: what }).click()
      await expect(page.getByText(/files? written into exports/).last()).toBeVisible({ timeout: 30_000 })
    }
    await expect.poll(() => readdirSync(exports).filter((name) => name.endsWith('.edl'))).toHaveLength(1)
    const names = readdirSync(exports)
    const lengths = names
      .filter((name) => name.endsWith('.wav'))
      .map((name) => Number(execFileSync('soxi', ['-D', join(exports, name)], { encoding: 'utf8' })))
    // Aligned stems are as long as the clip, the sounds of the edit list as long as they are.
    expect(lengths.filter((length) => Math.abs(length - 4) < 0.05).length).toBeGreaterThan(0)
    const made = join(exports, names.find((name) => name.endsWith('.webm')) ?? '')
    expect(pictureHash(made)).toBe(pictureHash(clip))
    expect(readFileSync(join(exports, names.find((name) => name.endsWith('.otio')) ?? ''), 'utf8')).toContain(
      'Timeline.1',
    )
  })
})

test('what is no video is named, and nothing is sent', async ({ app, page, home }) => {
  test.setTimeout(60_000)
  await useBuiltInEngine(page)
  const wrong = join(home.folder, 'Sound alone.mp4')
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=220:duration=1', '-c:a', 'aac', wrong])
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, wrong)
  await page.keyboard.press('Control+2')
  await page.getByRole('button', { name: 'Choose a clip…' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'There is no picture in this file. Nothing was sent or charged.',
  )
})
