// Finding sounds for a clip: its upload is seen, can be stopped for good, and begins anew by another ticket.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { createServer, request as forward, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from './launch.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { omnibar } from './the-app.ts'

let sandbox: Sandbox
test.beforeAll(async () => {
  sandbox = await startSandbox()
})
test.afterAll(() => sandbox.stop())

/** More than the sockets of this machine take in without being read. */
const PADDING_BYTES = 48_000_000

/** A ball that bounces, in a file that takes a while to upload. */
function recordLargeBall(folder: string): string {
  const path = join(folder, 'Ball.webm')
  const ball =
    "color=black:s=320x180:r=25:d=4[b];color=white:s=24x24:r=25:d=4[w];[b][w]overlay=x=148:y='156-156*abs(sin(PI*t))'"
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', ball, '-c:v', 'libvpx-vp9', '-deadline', 'realtime'],
    ...['-b:v', '1M', path],
  ])
  // A Void element (RFC 8794, section 11.3.2): readers pass over it.
  const padding = Buffer.alloc(PADDING_BYTES)
  padding.set([0xec, 0x01])
  padding.writeUIntBE(PADDING_BYTES - 9, 3, 6)
  appendFileSync(path, padding)
  return path
}

interface Narrows {
  readonly baseUrl: string
  /** Uploads that came by; those that stand still are not read. */
  readonly uploads: readonly IncomingMessage[]
  tickets(): number
  /** From now on uploads pass. */
  open(): void
  close(): void
}

/** The way to the sandbox, on which uploads stand still until it is opened. */
async function openNarrows(): Promise<Narrows> {
  const uploads: IncomingMessage[] = []
  let tickets = 0
  let isOpen = false
  let ownUrl = ''
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming
    if (method === 'POST' && url === '/v3/assets') tickets++
    if (method === 'POST' && url.startsWith('/storage/')) {
      uploads.push(incoming)
      if (!isOpen) {
        // Its first part is taken, as by a slow line, and then no more.
        incoming.once('data', () => incoming.pause())
        incoming.on('error', () => {})
        return
      }
    }
    const { host } = new URL(sandbox.baseUrl)
    const to = { method, headers: { ...headers, host }, agent: false }
    const passed = forward(new URL(url, sandbox.baseUrl), to, async (answer) => {
      const { 'content-length': _, ...kept } = answer.headers
      // Whom it names by its own address is found this way, too.
      const text = (await buffer(answer)).toString('latin1').replaceAll(sandbox.baseUrl, ownUrl)
      outgoing.writeHead(answer.statusCode ?? 502, kept).end(text, 'latin1')
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of its own.
  ownUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseUrl: ownUrl,
    uploads,
    tickets: () => tickets,
    open: () => {
      isOpen = true
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('the upload before sounds are found is seen in bytes, stopped by Cancel, and begun anew', async ({
  app,
  page,
  home,
}) => {
  test.setTimeout(180_000)
  const narrows = await openNarrows()
  const form = page.getByRole('form', { name: 'Connect to a service' })
  await form.getByLabel('Address').fill(narrows.baseUrl)
  await form.getByLabel('Key').fill(sandbox.apiKey)
  await form.getByRole('button', { name: /Connect/ }).click()
  await expect(omnibar(page)).toBeVisible()
  await page.keyboard.press('Control+2')
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, recordLargeBall(home.folder))
  await page.getByRole('button', { name: 'Choose a clip…' }).click()
  const view = page.getByRole('main', { name: 'Video Ball.webm' })
  await view.getByRole('radio', { name: /Separated stems/ }).click()
  const find = view.getByRole('button', { name: 'Find sounds' })
  const line = view.getByRole('progressbar', { name: 'Upload of the clip' })

  await test.step('what is uploaded is told in bytes and percent, also after a look elsewhere', async () => {
    await find.click()
    await expect(view.getByText(/^Uploading the clip: [\d.]+ [kM]B of 48\.\d MB, \d+ %$/)).toBeVisible()
    await page.keyboard.press('Control+1')
    await page.keyboard.press('Control+2')
    await expect(line).toBeVisible()
    expect(Number(await line.getAttribute('aria-valuenow'))).toBeLessThan(100)
  })
  await test.step('Cancel ends it: the connection is let go, nothing is detected, nothing is an error', async () => {
    const [upload] = narrows.uploads
    const isGone = new Promise((resolve) => upload?.socket.once('close', resolve))
    await view.getByRole('button', { name: 'Cancel' }).click()
    await expect(line).toHaveCount(0)
    // A socket that is not read does not see its end.
    upload?.resume()
    await isGone
    expect(upload?.complete).toBe(false)
    await expect(find).toBeEnabled()
    await expect(view.getByRole('alert')).toHaveCount(0)
  })
  await test.step('asked again it takes a new ticket, and the sounds are found', async () => {
    narrows.open()
    await find.click()
    await expect(view.getByText(/\d sounds? found, nothing charged yet/)).toBeVisible({ timeout: 60_000 })
    expect(narrows.tickets()).toBe(2)
    expect((await sandbox.ledger()).entries).toEqual([])
  })
  narrows.close()
})
