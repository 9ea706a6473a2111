// One story, from the first start to the next one: the main job as a person does it.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { expect, test } from './launch.ts'
import { generate, levelDb, omnibar, soundRows, table, useBuiltInEngine } from './the-app.ts'

const PROMPT = 'heavy oak door slams in a stone hall'

test('first run, four takes, listening, dragging out, quitting, and all of it there again', async ({
  app,
  page,
  home,
  relaunch,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)

  await test.step('type, see the quote, generate, watch it become rows', async () => {
    await omnibar(page).fill(PROMPT)
    await expect(page.getByText(`Generate “${PROMPT}”`)).toBeVisible()
    await expect(page.getByText(/Powered by/)).toBeVisible()
    await generate(page, PROMPT, 4)
  })

  await test.step('selecting is hearing', async () => {
    await table(page)
      .getByRole('row', { name: /take 1/ })
      .getByText(/take 1|Heavy oak/)
      .first()
      .click()
    await expect
      .poll(() => levelDb(page), { message: 'the analyser hears it', intervals: [50] })
      .toBeGreaterThan(-50)
    await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('procedural-1')
  })

  const dragged = await test.step('a drag hands over the finished file', async () => {
    await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      if (window === undefined) throw new Error('no window')
      const drags: string[][] = []
      Object.assign(globalThis, { drags })
      window.webContents.startDrag = (item) => void drags.push(item.files ?? [item.file])
    })
    const handle = page
      .getByRole('complementary', { name: 'Inspector' })
      .getByText('Drag', { exact: false })
      .first()
    await handle.dispatchEvent('dragstart', {
      dataTransfer: await page.evaluateHandle(() => new DataTransfer()),
    })
    const files = () => app.evaluate(() => (globalThis as unknown as { drags: string[][] }).drags.flat())
    await expect.poll(files).toHaveLength(1)
    return (await files())[0] ?? ''
  })
  expect(existsSync(dragged)).toBe(true)
  expect(basename(dragged)).toBe('Heavy oak door slams in a stone hall, take 1.wav')
  expect(dragged.startsWith(home.music)).toBe(true)

  await test.step('the file is what other programs call a sound of this length', () => {
    const probe = execFileSync('ffprobe', [
      '-v',
      'error',
      '-of',
      'json',
      '-show_streams',
      '-show_format',
      dragged,
    ])
    const { streams, format } = JSON.parse(probe.toString('utf8'))
    expect(streams).toMatchObject([{ codec_name: 'pcm_s16le', sample_rate: '44100', channels: 1 }])
    expect(Number(format.duration)).toBeCloseTo(4, 3)
    expect(format.tags).toMatchObject({ comment: PROMPT, encoder: 'Foleyroom' })
  })
  const bytes = readFileSync(dragged)

  const next = await relaunch()
  await test.step('after the next start it is still there, and plays with the engine gone', async () => {
    await expect(soundRows(next.page, /Heavy oak door slams/)).toHaveCount(4)
    const wake = await stopEngine(next.app)
    await table(next.page)
      .getByRole('row', { name: /take 1/ })
      .getByText(/take 1|Heavy oak/)
      .first()
      .click()
    await expect.poll(() => levelDb(next.page), { intervals: [50] }).toBeGreaterThan(-50)
    wake()
  })
  expect(readFileSync(dragged).equals(bytes)).toBe(true)
  expect(statSync(dragged).size).toBe(bytes.length)
})

/** Stops the local service in its tracks: it is there and answers nothing, which is worse than gone. Gives what wakes it. */
async function stopEngine(app: ElectronApplication): Promise<() => void> {
  const pid = String(app.process().pid)
  const engines = (): number[] =>
    execFileSync('ps', ['-o', 'pid=,args=', '--ppid', pid], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('local-service'))
      .map((line) => Number.parseInt(line, 10))
  await expect.poll(engines).not.toHaveLength(0)
  const stopped = engines()
  for (const engine of stopped) process.kill(engine, 'SIGSTOP')
  return () => {
    for (const engine of stopped) process.kill(engine, 'SIGCONT')
  }
}
