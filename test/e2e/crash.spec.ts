// Parts that crash while the app runs: the window, the engine's process, a decoder. Each comes back, and the person is told.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { tone } from '../unit/media/wav-fixture.ts'
import { expect, test } from './launch.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { generate, jobRow, omnibar, useBuiltInEngine } from './the-app.ts'

/** Runs text in the page by way of the main process: a page that crashed is lost to Playwright, not to the app. */
const inWindow = (app: ElectronApplication, code: string): Promise<unknown> =>
  app.evaluate(
    ({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text),
    code,
  )
const shownText = (app: ElectronApplication): Promise<string> =>
  inWindow(app, 'document.body.innerText').then(String, () => '')

test('94 a window that crashes is opened again and says so, while its job goes on and is charged once', async ({
  app,
  page,
}) => {
  test.setTimeout(120_000)
  const sandbox: Sandbox = await startSandbox()
  try {
    await page.getByLabel('Address').fill(sandbox.baseUrl)
    await page.getByLabel('Key').fill(sandbox.apiKey)
    await page
      .getByRole('form', { name: 'Connect to a service' })
      .getByRole('button', { name: /Connect/ })
      .click()
    await sandbox.call('POST', 'jobs', { hold: true })
    await omnibar(page).fill('church bell far away')
    await expect(page.getByRole('button', { name: /^Generate/ })).toBeEnabled()
    await omnibar(page).press('Control+Enter')
    await expect(jobRow(page, 'church bell far away')).toBeVisible()

    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    )
    await expect.poll(() => shownText(app)).toContain('The window crashed and was opened again.')
    expect(await shownText(app)).toMatch(/church bell far away/i)
    await sandbox.call('POST', 'jobs', { hold: false })
    // The next poll comes when the service asked for it, at most 30 s later.
    const sounds = () =>
      inWindow(app, 'foleyroom.app.state().then((reply) => (reply.ok ? reply.value.soundCount : null))')
    await expect.poll(sounds, { timeout: 40_000 }).toBe(4)
    expect((await sandbox.ledger()).entries).toHaveLength(1)
  } finally {
    await sandbox.stop()
  }
})

test('the engine that is killed is started again, and the person is told', async ({ app, page }) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(app.process().pid)], {
    encoding: 'utf8',
  })
  const engine = children.split('\n').find((line) => line.includes('local-service')) ?? ''
  process.kill(Number.parseInt(engine, 10), 'SIGKILL')
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText(
    'The built-in engine stopped and is being started again.',
  )
  await expect(page.getByRole('img', { name: 'online' })).toBeVisible()
  await generate(page, 'church bell', 2)
})

test('a file whose analysis crashes costs its waveform only, and the person is told', async ({
  app,
  page,
  home,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  await generate(page, 'church bell', 2)
  // A decoder that dies takes its thread along: the next thread that is given work ends as if by that.
  await app.evaluate(() => {
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function crashOnce(...args: Parameters<typeof postMessage>) {
      // Only work on a file has a path.
      const message: unknown = args[0]
      const isWork = typeof message === 'object' && message !== null && 'path' in message
      if (!isWork) return postMessage.apply(this, args)
      Worker.prototype.postMessage = postMessage
      void this.terminate()
    }
  })
  const path = join(home.folder, 'tone.wav')
  writeFileSync(path, tone(440, 1))
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, path)
  await page.evaluate(() => window.foleyroom.imports.choose({ what: 'files' }))
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('A file crashed its analysis.')
  // What comes after it is analysed as before.
  await generate(page, 'glass breaks', 2)
})
