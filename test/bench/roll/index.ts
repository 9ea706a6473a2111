// npm run bench -- roll [--notes=N] [--seconds=N]: frames of the piano roll while it is scrolled, zoomed and played, beside a blank canvas that
// is cleared at each turn of the wheel in the same window. In the built app.

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { _electron, type Page } from '@playwright/test'
import toneMidi from '@tonejs/midi'
import { presentRuntime } from '../../set-up/runtime.mjs'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../../..')
const BUILT_APP = join(ROOT, 'out/main/index.js')
const PARTS = [0, 24, 32, 40, 48, 56, 73]
const LENGTH_S = 1_800
/** Of sixty a second; a frame is late where another would have fit before it. */
const FRAME_MS = 1000 / 60
const LATE_MS = 1.5 * FRAME_MS
/** A roll may take so much longer than nothing at all. */
const MOST_RATIO = 1.2

export interface BenchOptions {
  readonly notes?: number
  /** How long each movement lasts. */
  readonly seconds?: number
  readonly print?: (line: string) => void
}

export interface BenchLine {
  readonly name: string
  readonly ours: number
  readonly peer: number | null
  readonly unit: 'ms' | '% of frames'
  readonly ratio: number | null
  /** Null where the line only informs. */
  readonly target: number | null
  readonly holds: boolean
}

/** What the wheel does from frame to frame; nothing while notes play. */
type Movement = 'scrolling' | 'zooming' | 'playing'

export async function run({
  notes = 100_000,
  seconds = 8,
  print = console.log,
}: BenchOptions = {}): Promise<readonly BenchLine[]> {
  if (!existsSync(BUILT_APP)) {
    print('roll: not measured, the app is not built (npm run build)')
    return []
  }
  Object.assign(process.env, presentRuntime().env)
  const home = makeTemporaryFolder('bench-roll')
  const midi = join(home, 'Many.mid')
  writeFileSync(midi, manyNotes(notes))
  const app = await _electron.launch({
    args: [`--user-data-dir=${join(home, 'user-data')}`, '.', midi],
    cwd: ROOT,
    // Only what is set reaches a process.
    env: { ...(process.env as Record<string, string>), HOME: home, XDG_DATA_HOME: join(home, 'data') },
  })
  try {
    const page = await app.firstWindow()
    page.setDefaultTimeout(120_000)
    await page.getByRole('button', { name: 'Use the built-in engine' }).click()
    // The view is there before its notes are.
    const roll = page.getByRole('region', { name: /^Piano roll, [1-9]/ })
    await roll.waitFor()
    print(`roll: ${await roll.getAttribute('aria-label')}`)
    const lines: BenchLine[] = []
    for (const movement of ['scrolling', 'zooming', 'playing'] as const) {
      const peer = await frames(page, movement, seconds, true)
      if (movement === 'playing') await page.keyboard.press('Space')
      const ours = await frames(page, movement, seconds, false)
      lines.push(...linesOf(movement, ours, peer))
    }
    return lines
  } finally {
    await app.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** Chords, runs and held notes over half an hour, evenly through seven parts. */
function manyNotes(count: number): Uint8Array {
  const midi = new toneMidi.Midi()
  for (const [index, program] of PARTS.entries()) {
    const track = midi.addTrack()
    track.channel = index
    track.instrument.number = program
    const own = Math.ceil((count - index) / PARTS.length)
    for (let at = 0; at < own; at++)
      track.addNote({
        midi: 30 + ((at * 7 + index * 5) % 60),
        time: (at * LENGTH_S) / own,
        duration: 0.1 + ((at * 13) % 17) / 20,
        velocity: 0.3 + ((at * 11) % 60) / 100,
      })
  }
  return midi.toArray()
}

/** Milliseconds from each frame to the next, the first ones, which warm up, left out. */
async function frames(page: Page, movement: Movement, seconds: number, isBlank: boolean): Promise<number[]> {
  return page.evaluate(
    async ({ movement, seconds, isBlank }) => {
      const WARM_UP_MS = 500
      const roll = document.querySelector('section:has(> canvas)')
      if (roll === null) throw new Error('no roll')
      const box = roll.getBoundingClientRect()
      const blank = document.createElement('canvas')
      if (isBlank) {
        blank.width = box.width * devicePixelRatio
        blank.height = box.height * devicePixelRatio
        blank.style.cssText = `position:fixed;z-index:9999;left:${box.left}px;top:${box.top}px;width:${box.width}px;height:${box.height}px`
        blank.addEventListener('wheel', () =>
          blank.getContext('2d')?.clearRect(0, 0, blank.width, blank.height),
        )
        document.body.append(blank)
      }
      const stamps: number[] = []
      const wheel = (frame: number): void => {
        if (movement === 'playing' && !isBlank) return
        // There and back again, so that the edges are not what is measured.
        const deltaY = (Math.floor(frame / 60) % 2 === 0 ? 1 : -1) * (movement === 'zooming' ? -12 : 40)
        const event = new WheelEvent('wheel', {
          deltaY,
          ctrlKey: movement === 'zooming',
          clientX: box.left + box.width / 2,
          clientY: box.top + box.height / 2,
          bubbles: true,
          cancelable: true,
        })
        ;(isBlank ? blank : roll).dispatchEvent(event)
      }
      await new Promise<void>((resolve) => {
        const step = (now: number): void => {
          stamps.push(now)
          wheel(stamps.length)
          if (now - (stamps[0] ?? now) < seconds * 1000) requestAnimationFrame(step)
          else resolve()
        }
        requestAnimationFrame(step)
      })
      blank.remove()
      const first = stamps[0] ?? 0
      return stamps.flatMap((stamp, index) =>
        stamp - first < WARM_UP_MS ? [] : [stamp - (stamps[index - 1] ?? stamp)],
      )
    },
    { movement, seconds, isBlank },
  )
}

function linesOf(movement: Movement, ours: readonly number[], peer: readonly number[]): BenchLine[] {
  const late = (all: readonly number[]) =>
    (100 * all.filter((ms) => ms > LATE_MS).length) / Math.max(1, all.length)
  const p95 = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? 0
  const [own, blank] = [p95(ours), p95(peer)]
  return [
    {
      name: `${movement}: 95 of 100 frames come within`,
      ours: own,
      peer: blank,
      unit: 'ms',
      ratio: own / blank,
      target: MOST_RATIO * blank,
      holds: own <= MOST_RATIO * blank,
    },
    told(`${movement}: frames that are late`, late(ours)),
    told(`${movement}: late frames of the blank canvas`, late(peer)),
  ]
}

const told = (name: string, ours: number): BenchLine => ({
  name,
  ours,
  peer: null,
  unit: '% of frames',
  ratio: null,
  target: null,
  holds: true,
})
