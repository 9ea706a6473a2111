// Measures video-to-sfx on clips with known events: hits within a frame, false hits, mean error, speed, memory.

import { existsSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { PictureEvents } from '../../../src-main/local-service/picture/events.ts'
import { createFfmpegFrames } from '../../../src-main/local-service/picture/ffmpeg-frames.ts'
import type { FrameSource } from '../../../src-main/local-service/picture/frame-source.ts'
import { readPicture } from '../../../src-main/local-service/picture/read-picture.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import { FFMPEG, lavfi, writeClip } from '../../unit/local-service/picture/clips.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import { measureWindowSpeed, words } from './window-speed.ts'

const BUILT_APP = join(import.meta.dirname, '../../../out/main/index.js')

export interface BenchOptions {
  readonly print?: (line: string) => void
  /** Length of the 720p clip that speed is measured on. */
  readonly speedClipSeconds?: number
  /** Length of the clip that the app's own window decodes. */
  readonly windowClipSeconds?: number
}

export interface BenchLine {
  readonly name: string
  readonly ours: number
  readonly peer: null
  readonly unit: '%' | 'ms' | '×'
  readonly ratio: null
  /** Null where the line only informs. */
  readonly target: number | null
  readonly holds: boolean
}

/** How often memory is looked at while a clip is read. */
const MEMORY_LOOK_MS = 100

const BARE = { peer: null, ratio: null } as const

interface Tally {
  wanted: number
  found: number
  wrong: number
  errorMs: number
}

/** Runs all scenarios; prints each kind and what was missed, and gives the lines that issue 7 sets targets for. Without an ffmpeg there are none. */
export async function run(options: BenchOptions = {}): Promise<readonly BenchLine[]> {
  const print = options.print ?? console.log
  if (!FFMPEG) {
    print('video: not measured, there is no ffmpeg on PATH')
    return []
  }
  const folder = makeTemporaryFolder('bench-video')
  try {
    const source = createFfmpegFrames(FFMPEG)
    print(`video: ${scenarios().length} generated clips, ${cpus().length} cores`)
    const tallies = new Map<string, Tally>()
    for (const [index, scenario] of scenarios().entries()) {
      const path = join(folder, `${index}.mp4`)
      await writeClip(path, scenario.clip)
      judge(scenario, await eventsOf(source, path), tallies, print)
    }
    const total: Tally = { wanted: 0, found: 0, wrong: 0, errorMs: 0 }
    for (const [kind, tally] of tallies) {
      print(line(kind, tally))
      for (const key of ['wanted', 'found', 'wrong', 'errorMs'] as const) total[key] += tally[key]
    }
    print(line('all', total))
    if (existsSync(BUILT_APP)) {
      for (const speed of await measureWindowSpeed(options.windowClipSeconds ?? 30)) print(words(speed))
    } else print('hidden window: not measured, the app is not built (npm run build)')
    const timesRealTime = await measureSpeed(source, folder, options.speedClipSeconds ?? 60, print)
    const hitRate = (100 * total.found) / total.wanted
    const falseRate = (100 * total.wrong) / (total.found + total.wrong)
    return [
      { ...BARE, name: 'events found', ours: hitRate, unit: '%', target: 95, holds: hitRate >= 95 },
      { ...BARE, name: 'false events', ours: falseRate, unit: '%', target: 5, holds: falseRate < 5 },
      {
        ...BARE,
        name: 'mean error',
        ours: total.errorMs / total.found,
        unit: 'ms',
        target: null,
        holds: true,
      },
      {
        ...BARE,
        name: '720p against real time',
        ours: timesRealTime,
        unit: '×',
        target: 1,
        holds: timesRealTime >= 1,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function eventsOf(source: FrameSource, path: string): Promise<PictureEvents> {
  const signal = new AbortController().signal
  const inspection = await source.inspect(path, signal)
  if (!inspection.ok) throw new Error(inspection.message)
  const { facts } = inspection
  return readPicture(source, path, facts, { startMs: 0, durationMs: facts.durationMs }, signal)
}

function judge(
  { name, clip, hits, flashes, cuts, sweeps }: Scenario,
  events: PictureEvents,
  tallies: Map<string, Tally>,
  print: (line: string) => void,
): void {
  const frameMs = 1000 / clip.framesPerSecond + 0.5
  const lights = events.impacts.filter(({ cause }) => cause === 'light').map(({ atMs }) => atMs)
  const others = events.impacts.filter(({ cause }) => cause !== 'light').map(({ atMs }) => atMs)
  const kinds = [
    ['hits', hits, others, frameMs],
    ['flashes', flashes, lights, frameMs],
    ['cuts', cuts, events.cutsMs, frameMs],
    // A thing that comes in by the edge is seen whole only frames later.
    [
      'sweeps: start',
      sweeps.map(([start]) => start),
      events.movements.map(({ startMs }) => startMs),
      2 * frameMs,
    ],
    ['sweeps: end', sweeps.map(([, end]) => end), events.movements.map(({ endMs }) => endMs), 2 * frameMs],
  ] as const
  for (const [kind, wanted, found, reachMs] of kinds) {
    const tally = tallies.get(kind) ?? { wanted: 0, found: 0, wrong: 0, errorMs: 0 }
    tallies.set(kind, tally)
    const left = [...found]
    const missed: number[] = []
    tally.wanted += wanted.length
    for (const atMs of wanted) {
      const nearest = left.reduce(
        (a, b) => (Math.abs(b - atMs) < Math.abs(a - atMs) ? b : a),
        Number.POSITIVE_INFINITY,
      )
      if (Math.abs(nearest - atMs) > reachMs) {
        missed.push(Math.round(atMs))
        continue
      }
      left.splice(left.indexOf(nearest), 1)
      tally.found++
      tally.errorMs += Math.abs(nearest - atMs)
    }
    tally.wrong += left.length
    if (missed.length > 0) print(`  ${name}: ${kind} missed at ${missed.join(', ')} ms`)
    if (left.length > 0) print(`  ${name}: ${kind} false at ${left.join(', ')} ms`)
  }
}

function line(kind: string, { wanted, found, wrong, errorMs }: Tally): string {
  const hitRate = ((found / wanted) * 100).toFixed(1)
  const falseRate = ((wrong / Math.max(1, found + wrong)) * 100).toFixed(1)
  const error = (errorMs / Math.max(1, found)).toFixed(1)
  return `${kind.padEnd(14)} ${found} of ${wanted} (${hitRate} %, target 95), ${wrong} false (${falseRate} %, target under 5), mean error ${error} ms`
}

async function measureSpeed(
  source: FrameSource,
  folder: string,
  seconds: number,
  print: (line: string) => void,
): Promise<number> {
  const path = join(folder, 'speed.mp4')
  lavfi(path, [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=1280x720:r=30:d=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=d=${seconds}`,
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
  ])
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, MEMORY_LOOK_MS)
  const startedMs = performance.now()
  await eventsOf(source, path)
  const took = (performance.now() - startedMs) / 1000
  clearInterval(watch)
  const grownMiB = (most - before) / 2 ** 20
  print(
    `720p at 30: ${seconds} s read in ${took.toFixed(1)} s, ${(seconds / took).toFixed(1)} × real time (target 1), memory grew by ${grownMiB.toFixed(0)} MiB at most`,
  )
  return seconds / took
}
