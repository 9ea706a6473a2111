// Measures how far picture and sound run apart in the app itself, at real speed: `node test/bench/video/drift.ts [seconds]`, after a build.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { _electron, type Page } from '@playwright/test'
import { presentRuntime } from '../../set-up/runtime.mjs'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../../..')
const RATE = 25
const TARGET_MS = 10

/** Between the sound's clock and the picture's at one moment. */
interface Sample {
  readonly atS: number
  readonly apartMs: number
}

const lengthS = Number(process.argv[2] ?? 600)
const runtime = presentRuntime()
console.log(runtime.sentence)
// Playwright looks for Electron here.
Object.assign(process.env, runtime.env)
const folder = makeTemporaryFolder('drift')
try {
  const clip = join(folder, 'long.webm')
  // A ball that crosses the picture, so that there are frames to be late with; VP9, which every Chromium plays.
  const ball = `color=gray:s=640x360:r=${RATE}:d=${lengthS}[b];color=white:s=40x40:r=${RATE}:d=${lengthS}[w];[b][w]overlay=x='mod(t*120\\,600)':y=160`
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', ball, '-c:v', 'libvpx-vp9', '-deadline', 'realtime'],
    ...['-cpu-used', '8', '-g', '250', clip],
  ])
  const home = (name: string): string => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true })
    return path
  }
  const app = await _electron.launch({
    args: [`--user-data-dir=${home('user-data')}`, '.'],
    cwd: ROOT,
    env: { ...(process.env as Record<string, string>), HOME: folder, XDG_DATA_HOME: home('data') },
  })
  try {
    const page = await app.firstWindow()
    await page.getByRole('button', { name: 'Use the built-in engine' }).click()
    await app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
    }, clip)
    page.setDefaultTimeout(300_000)
    await page.getByRole('navigation', { name: 'Views' }).getByText('Video').click()
    await page.getByRole('button', { name: 'Choose a clip…' }).click()
    const view = page.getByRole('main', { name: 'Video long.webm' })
    await view.getByText(/640 × 360/).waitFor()
    // A sound of its full length runs beside the picture.
    await view.getByRole('textbox', { name: 'What should be heard' }).fill('wind')
    await view.getByRole('button', { name: /^Generate/ }).click()
    await view
      .getByRole('button', { name: /^Mute / })
      .first()
      .waitFor({ timeout: 600_000 })
    await page.waitForTimeout(5000)
    const { samples, seeks, rates } = await play(page, lengthS)
    report(samples, seeks, rates)
  } finally {
    await app.close()
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Plays to the end. Each sample is taken when the playhead is put: that is where the sound is. */
async function play(page: Page, seconds: number) {
  await page.getByRole('heading', { name: 'Tracks' }).click()
  await page.evaluate((spanS) => {
    const lanes = [...document.querySelectorAll<HTMLElement>('[style*="--playhead"]')][0]
    const picture = document.querySelector('video')
    if (lanes === undefined || picture === null) throw new Error('there is nothing to play')
    const taken = { samples: [] as { atS: number; apartMs: number }[], seeks: 0, rates: 0 }
    Object.assign(globalThis, { taken })
    picture.addEventListener('seeking', () => taken.seeks++)
    picture.addEventListener('ratechange', () => taken.rates++)
    new MutationObserver(() => {
      const soundS = (Number.parseFloat(lanes.style.getPropertyValue('--playhead')) / 100) * spanS
      if (picture.paused || picture.seeking) return
      taken.samples.push({ atS: soundS, apartMs: (picture.currentTime - soundS) * 1000 })
    }).observe(lanes, { attributes: true, attributeFilter: ['style'] })
  }, seconds)
  await page.keyboard.press('Space')
  await page.waitForTimeout((seconds + 2) * 1000)
  return page.evaluate(
    () => (globalThis as unknown as { taken: { samples: Sample[]; seeks: number; rates: number } }).taken,
  )
}

function report(samples: readonly Sample[], seeks: number, rates: number): void {
  const sizes = (part: readonly Sample[]): number[] =>
    part.map(({ apartMs }) => Math.abs(apartMs)).sort((a, b) => a - b)
  const at = (sorted: readonly number[], share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  const mean = (part: readonly Sample[]): number =>
    part.reduce((sum, { apartMs }) => sum + apartMs, 0) / part.length
  const line = (name: string, part: readonly Sample[]): string => {
    const sorted = sizes(part)
    return `${name.padEnd(12)} mean ${mean(part).toFixed(1)} ms, half within ${at(sorted, 0.5).toFixed(1)} ms, 95 % within ${at(sorted, 0.95).toFixed(1)} ms, most ${at(sorted, 1).toFixed(1)} ms, ${part.length} samples`
  }
  const lastS = samples.at(-1)?.atS ?? 0
  for (let minute = 0; minute * 60 < lastS; minute++) {
    const part = samples.filter(({ atS }) => Math.floor(atS / 60) === minute)
    if (part.length > 0) console.log(line(`minute ${minute + 1}`, part))
  }
  // The first second is the start: a decoder needs a moment.
  const settled = samples.filter(({ atS }) => atS > 1)
  console.log(line('all', settled))
  const share = settled.filter(({ apartMs }) => Math.abs(apartMs) < TARGET_MS).length / settled.length
  const half = Math.floor(settled.length / 10)
  const drift = mean(settled.slice(-half)) - mean(settled.slice(0, half))
  console.log(
    `drift from the first tenth to the last: ${drift.toFixed(1)} ms (target ${TARGET_MS}); within ${TARGET_MS} ms for ${(share * 100).toFixed(1)} % of ${lastS.toFixed(0)} s; ${seeks} jumps, ${rates} changes of the picture's speed`,
  )
}
