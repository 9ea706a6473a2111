// Pictures without ffmpeg: the app's own hidden window decodes, finds what ffmpeg's frames show, and can do nothing else.
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createFfmpegFrames } from '../../src-main/local-service/picture/ffmpeg-frames.ts'
import { readPicture } from '../../src-main/local-service/picture/read-picture.ts'
import { detectedSounds } from '../../src-main/local-service/plans/plan-sounds.ts'
import { CONTENT_SECURITY_POLICY } from '../../src-main/shell/content-security-policy.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { bouncing, FFMPEG, lavfi, writeClip } from '../unit/local-service/picture/clips.ts'
import { planOf } from './clip-plan.ts'
import { expect, test } from './launch.ts'
import { useBuiltInEngine } from './the-app.ts'

/** Stands before the machine's programs on the app's path: both run, and fail. */
const broken = makeTemporaryFolder('no-ffmpeg')
for (const name of ['ffmpeg', 'ffprobe']) {
  writeFileSync(join(broken, name), '#!/bin/sh\nexit 1\n')
  chmodSync(join(broken, name), 0o755)
}
test.afterAll(() => rmSync(broken, { recursive: true, force: true }))
test.use({ appEnv: { PATH: `${broken}${delimiter}${process.env.PATH}` } })
// The clips are made by it: npm test installs it.
if (FFMPEG === null) throw new Error('There is no ffmpeg on PATH.')

const CLIP_MS = 4000
const RATE = 25
const FRAME_MS = 1000 / RATE
const signal = new AbortController().signal

/** What the service finds through the system's ffmpeg. */
async function soundsByFfmpeg(path: string) {
  if (FFMPEG === null) throw new Error('no ffmpeg')
  const source = createFfmpegFrames(FFMPEG)
  const inspection = await source.inspect(path, signal)
  if (!inspection.ok) throw new Error(inspection.message)
  const window = { startMs: 0, durationMs: CLIP_MS }
  return detectedSounds(await readPicture(source, path, inspection.facts, window, signal))
}

test('finds in a VP9 clip what ffmpeg’s frames show, within one frame', async ({ app, page, home }) => {
  test.setTimeout(120_000)
  const path = join(home.folder, 'ball.webm')
  const { heightAt, hitsMs } = bouncing({ heightPixels: 110, fallMs: 500, bounce: 0.8, durationMs: CLIP_MS })
  await writeClip(path, {
    framesPerSecond: RATE,
    durationMs: CLIP_MS,
    clicksMs: hitsMs,
    draw: (frame, atMs) => frame.scenery(2).disc(60 + atMs / 20, 150 - heightAt(atMs), 12),
  })
  const wanted = await soundsByFfmpeg(path)
  expect(wanted.length).toBeGreaterThan(0)

  await useBuiltInEngine(page)
  await app.evaluate(({ app }) => {
    const made: unknown[] = []
    Object.assign(globalThis, { made })
    app.on('browser-window-created', (_event, window) => {
      // Electron keeps what a window was made with; its types do not name it.
      const contents = window.webContents as unknown as {
        getLastWebPreferences(): import('electron').WebPreferences
      }
      const { sandbox, contextIsolation, nodeIntegration, preload } = contents.getLastWebPreferences()
      made.push({ sandbox, contextIsolation, nodeIntegration, preload, isVisible: window.isVisible() })
    })
  })
  const plan = await planOf(app, page, path, CLIP_MS)
  if (!plan.ok) throw new Error(`${plan.error.code}: ${plan.error.message}`)
  const found = plan.value.sounds
  expect(found.map(({ label, type }) => ({ label, type }))).toEqual(
    wanted.map(({ label, type }) => ({ label, type })),
  )
  for (const [index, sound] of wanted.entries()) {
    expect(Math.abs((found[index]?.soundStartMs ?? 0) - sound.soundStartMs)).toBeLessThanOrEqual(FRAME_MS)
    expect(Math.abs((found[index]?.soundEndMs ?? 0) - sound.soundEndMs)).toBeLessThanOrEqual(FRAME_MS)
  }

  await test.step('its windows were hidden and sandboxed, and are gone with their work', async () => {
    const made = await app.evaluate(() => (globalThis as unknown as { made: unknown[] }).made)
    const denied = { sandbox: true, contextIsolation: true, nodeIntegration: false, isVisible: false }
    // The facts, the frames, the sound.
    expect(made).toEqual([denied, denied, denied])
    await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  })
})

test('names what it cannot read, and charges nothing', async ({ app, page, home }) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  const old = join(home.folder, 'old.mkv')
  // An old codec in a container that is read: Chromium does not play it.
  lavfi(old, ['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=25:d=2', '-c:v', 'mpeg2video'])
  const plan = await planOf(app, page, old, 2000)
  expect(plan).toMatchObject({ ok: false, error: { code: 'video_format_unsupported' } })
})

test('the window that decodes is sandboxed, without the bridge, and told nothing', async ({ app, page }) => {
  await useBuiltInEngine(page)
  // The very page, opened as the main process opens it, for work that does not exist.
  const hidden = await app.evaluate(async ({ BrowserWindow }) => {
    const [first] = BrowserWindow.getAllWindows()
    const address = first?.webContents.getURL() ?? ''
    const window = new BrowserWindow({
      show: false,
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
    })
    await window.loadURL(new URL('/picture-decoder/index.html#none', address).href)
    const answer: unknown = await window.webContents.executeJavaScript(`(async () => ({
      globals: ['foleyroom', 'require', 'process', 'ipcRenderer'].filter((name) => name in globalThis),
      policy: (await fetch(location.pathname)).headers.get('content-security-policy'),
      foreign: await fetch('https://example.com/').then(() => 'read', (error) => error.name),
      work: (await fetch('/picture/' + 'a'.repeat(32) + '/work')).status,
      file: (await fetch('/picture/' + 'a'.repeat(32) + '/file')).status,
      part: (await fetch('/picture/' + 'a'.repeat(32) + '/part', { method: 'POST', body: 'x' })).status,
    }))()`)
    // A page of its own is refused to it, too.
    await window.webContents.executeJavaScript(`void window.open('https://example.com/')`)
    const windows = BrowserWindow.getAllWindows().length
    window.destroy()
    return { answer, windows }
  })
  const policy = CONTENT_SECURITY_POLICY
  expect(hidden).toEqual({
    answer: { globals: [], policy, foreign: 'TypeError', work: 404, file: 404, part: 404 },
    windows: 2,
  })
})
