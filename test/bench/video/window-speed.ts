// Measures the app's own hidden window as a decoder: a 720p clip planned without ffmpeg, in the built app. Run by itself it prints the figures.
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { _electron } from '@playwright/test'
import { planOf } from '../../e2e/clip-plan.ts'
import { presentRuntime } from '../../set-up/runtime.mjs'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import { lavfi } from '../../unit/local-service/picture/clips.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Linux counts the time of processes in hundredths of a second. */
const TICKS_A_SECOND = 100
const SETTLES_MS = 10_000

export interface WindowSpeed {
  readonly codec: string
  readonly clipS: number
  readonly tookS: number
  /** What all processes of the app computed together. */
  readonly computedS: number
}

/** Plans a clip of so many seconds in each codec: uploaded to the engine, decoded by the window, analysed by the engine. */
export async function measureWindowSpeed(clipS: number): Promise<readonly WindowSpeed[]> {
  const runtime = presentRuntime()
  // Playwright looks for Electron here.
  Object.assign(process.env, runtime.env)
  const folder = makeTemporaryFolder('window-speed')
  const home = (name: string): string => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true })
    return path
  }
  try {
    // Stands before the machine's programs on the app's path: both run, and fail.
    for (const name of ['ffmpeg', 'ffprobe']) {
      writeFileSync(join(home('broken'), name), '#!/bin/sh\nexit 1\n')
      chmodSync(join(home('broken'), name), 0o755)
    }
    const picture = ['-f', 'lavfi', '-i', `testsrc2=s=1280x720:r=30:d=${clipS}`, '-pix_fmt', 'yuv420p']
    const clips = {
      'H.264': join(folder, 'speed.mp4'),
      VP9: join(folder, 'speed.webm'),
    }
    lavfi(clips['H.264'], [...picture, '-preset', 'ultrafast', '-g', '60'])
    lavfi(clips.VP9, [
      ...picture,
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-b:v',
      '2M',
    ])
    const app = await _electron.launch({
      args: [`--user-data-dir=${home('user-data')}`, '.'],
      cwd: ROOT,
      env: {
        // Only what is set reaches a process.
        ...(process.env as Record<string, string>),
        PATH: `${join(folder, 'broken')}${delimiter}${process.env.PATH}`,
        HOME: folder,
        XDG_DATA_HOME: home('data'),
      },
    })
    try {
      const page = await app.firstWindow()
      page.setDefaultTimeout(300_000)
      await page.getByRole('button', { name: 'Use the built-in engine' }).click()
      await page.getByRole('complementary', { name: 'Account' }).getByText('not metered').waitFor()
      const pid = app.process().pid ?? 0
      const speeds: WindowSpeed[] = []
      // What is made ready once, when the app has just begun, is no part of it.
      await page.waitForTimeout(SETTLES_MS)
      for (const [codec, path] of Object.entries(clips)) {
        const [beforeS, startedMs] = [computedS(pid), performance.now()]
        const plan = await planOf(app, page, path, clipS * 1000)
        if (!plan.ok) throw new Error(`${codec}: ${plan.error.message}`)
        const tookS = (performance.now() - startedMs) / 1000
        speeds.push({ codec, clipS, tookS, computedS: computedS(pid) - beforeS })
      }
      return speeds
    } finally {
      await app.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

export const words = ({ codec, clipS, tookS, computedS }: WindowSpeed): string =>
  `hidden window, ${codec} 720p at 30: ${clipS} s planned in ${tookS.toFixed(1)} s, ${(clipS / tookS).toFixed(1)} × real time (target 1); ${computedS.toFixed(1)} s of processor time, ${(clipS / computedS).toFixed(1)} × on one core`

/** Processor time of a process and all below it, ended ones that were waited for too. */
function computedS(root: number): number {
  const parts = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // The name stands in parentheses and may hold blanks: behind it are parent, and the times.
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ')
          .map(Number)
        const [, parent = 0] = fields
        return [{ pid: Number(pid), parent, ticks: fields.slice(11, 15).reduce((a, b) => a + b, 0) }]
      } catch {
        return []
      }
    })
  const below = (pid: number): number =>
    parts.filter(({ parent }) => parent === pid).reduce((sum, part) => sum + part.ticks + below(part.pid), 0)
  const own = parts.find(({ pid }) => pid === root)?.ticks ?? 0
  return (own + below(root)) / TICKS_A_SECOND
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const speed of await measureWindowSpeed(Number(process.argv[2] ?? 30))) console.log(words(speed))
}
