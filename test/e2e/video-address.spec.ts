// A clip that lies at an address: shown as far as the app can read it, made by the service without an upload.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './launch.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { omnibar, useBuiltInEngine } from './the-app.ts'

let sandbox: Sandbox
test.beforeAll(async () => {
  sandbox = await startSandbox()
})
test.afterAll(() => sandbox.stop())

/** A web server with one clip: `/ball.webm` by parts, too, `/whole.webm` only at once. */
async function serveBall(folder: string): Promise<{ readonly base: string; readonly server: Server }> {
  const path = join(folder, 'ball.webm')
  const ball =
    "color=black:s=320x180:r=25:d=4[b];color=white:s=24x24:r=25:d=4[w];[b][w]overlay=x=148:y='156-156*abs(sin(PI*t))'"
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', ball, '-c:v', 'libvpx-vp9', '-deadline', 'realtime'],
    ...['-b:v', '1M', path],
  ])
  const bytes = readFileSync(path)
  const server = createServer(({ url, headers }, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    if (from === undefined || url !== '/ball.webm')
      return void response.writeHead(200, { 'content-type': 'video/webm' }).end(bytes)
    const start = Number(from)
    const end = Math.min(bytes.length - 1, to === '' ? bytes.length - 1 : Number(to))
    const range = `bytes ${start}-${end}/${bytes.length}`
    response.writeHead(206, { 'content-type': 'video/webm', 'content-range': range })
    response.end(bytes.subarray(start, end + 1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of its own.
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function connect(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Connect to a service' })
  await form.getByLabel('Address').fill(sandbox.baseUrl)
  await form.getByLabel('Key').fill(sandbox.apiKey)
  await form.getByRole('button', { name: /Connect/ }).click()
  await expect(omnibar(page)).toBeVisible()
}
async function giveAddress(page: Page, address: string): Promise<void> {
  await page.keyboard.press('Control+2')
  await page.getByRole('textbox', { name: 'Address of a clip' }).fill(address)
  await page.getByRole('button', { name: 'Use this address' }).click()
}

test('a clip at an address is shown, planned and made; nothing is uploaded', async ({ page, home }) => {
  test.setTimeout(180_000)
  const { base, server } = await serveBall(home.folder)
  await connect(page)
  await giveAddress(page, `${base}/ball.webm`)
  const view = page.getByRole('main', { name: 'Video ball.webm' })
  await expect(
    view.getByText(/at 127\.0\.0\.1:\d+ · 320 × 180 · 25 fps · 00:00:04:00 · silent/),
  ).toBeVisible()

  await test.step('its picture plays, and its frames stand along its time', async () => {
    await expect.poll(() => page.evaluate(() => document.querySelector('video')?.videoWidth)).toBe(320)
    await expect(view.locator('canvas[data-frames]')).not.toHaveAttribute('data-frames', '0')
  })
  await test.step('its sounds are found and made where it lies', async () => {
    await view.getByRole('radio', { name: /Separated stems/ }).click()
    await view.getByRole('button', { name: 'Find sounds' }).click()
    await expect(view.getByText(/\d sounds? found, nothing charged yet/)).toBeVisible({ timeout: 60_000 })
    await view.getByRole('button', { name: 'Generate' }).click()
    await expect(view.getByRole('button', { name: /^Solo / }).first()).toBeVisible({ timeout: 90_000 })
  })
  await test.step('it is found again, with what was made for it', async () => {
    await page.keyboard.press('Control+1')
    await page.keyboard.press('Control+2')
    await expect(view.getByRole('button', { name: /^Solo / }).first()).toBeVisible()
    await view.getByRole('button', { name: /^Export/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Aligned stems, full length' })).toBeVisible()
    // Its picture is not on this machine.
    await expect(page.getByRole('menuitem', { name: 'Clip with its new sound' })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })
  server.close()
})

test('a clip that only the service can read says so, asks for its length, and is made all the same', async ({
  app,
  page,
  home,
}) => {
  test.setTimeout(180_000)
  const { base, server } = await serveBall(home.folder)
  const exports = join(home.folder, 'exports')
  mkdirSync(exports)
  await connect(page)
  await giveAddress(page, `${base}/whole.webm`)
  const view = page.getByRole('main', { name: 'Video whole.webm' })
  await expect(view.getByRole('heading', { name: 'The picture cannot be shown here' })).toBeVisible()
  await expect(view).toContainText('its server gives whole files only, no parts of them')
  await expect(view.getByRole('button', { name: /^Generate/ })).toBeDisabled()
  await view.getByRole('textbox', { name: 'Length of the clip' }).fill('4')
  await page.keyboard.press('Enter')
  await expect(view.getByRole('radio', { name: /One mix.*40 credits/ })).toBeVisible()
  await view.getByRole('button', { name: /^Generate/ }).click()
  await expect(view.getByRole('button', { name: /^Mute / })).toBeVisible({ timeout: 90_000 })
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, exports)
  await view.getByRole('button', { name: /^Export/ }).click()
  await page.getByRole('menuitem', { name: 'The mix as heard' }).click()
  await expect.poll(() => readdirSync(exports)).toEqual(['whole, mix.wav'])
  server.close()
})

test('an address that leads inside, or is not encrypted, is refused with the built-in engine', async ({
  page,
}) => {
  await useBuiltInEngine(page)
  for (const [address, why] of [
    ['http://127.0.0.1:9/a.mp4', 'not encrypted'],
    ['https://127.0.0.1/a.mp4', 'leads to 127.0.0.1'],
  ] as const) {
    await giveAddress(page, address)
    await expect(page.getByText(new RegExp(`This address cannot be used: .*${why}`))).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Drop a clip to make its sound' })).toBeVisible()
})
