// Measures the window over a library of a million: what is typed until it is painted, scrolling, the start, and memory at rest. In the built app,
// each beside the least that could do the same in such a window.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import { against, type BenchLine, bounded, median, p95 } from '../runner/lines.ts'
import { makeHome } from './bench-home.ts'
import { forget } from './file-cache.ts'
import { type Memory, memoryOf, ROOT, type StartedApp, startApp } from './started-app.ts'
import { type Frames, MOVEMENTS, movementFrames } from './window-frames.ts'
import { paintsOfBlankField, paintsOfSearch } from './window-typing.ts'

const BUILT_APP = join(ROOT, 'out/main/index.js')
const EMPTY_APP = join(import.meta.dirname, 'empty-window.mjs')
const PAINTED_TARGET_MS = 50
const MOST_LATE = 1.2
/** Late frames of 100 that are room for chance where the blank scroller has none. */
const LATE_ANYWAY = 1
const MOST_ROWS = 200
const MOST_START = 2
const MOST_MEMORY = 1.6
const STARTS = 5
/** After it nothing of the start goes on: a million sounds are checked in about 6 s. */
const AT_REST_AFTER_MS = 30_000

export interface WindowOptions {
  /** Of a library of many sounds; it is copied. */
  readonly databasePath: string
  /** How long each movement lasts. */
  readonly seconds: number
  readonly print: (line: string) => void
}

type Print = WindowOptions['print']
/** Folders of apps: with many sounds, without any, and of the window that shows nothing. */
interface Homes {
  readonly many: string
  readonly none: string
  readonly empty: string
}

/** No lines where the app is not built. */
export async function measureWindow({
  databasePath,
  seconds,
  print,
}: WindowOptions): Promise<readonly BenchLine[]> {
  if (!existsSync(BUILT_APP)) {
    print('window: not measured, the app is not built (npm run build)')
    return []
  }
  const folder = makeTemporaryFolder('bench-window')
  const homes = { many: join(folder, 'many'), none: join(folder, 'none'), empty: join(folder, 'empty') }
  try {
    await makeHome(homes.many, databasePath)
    await makeHome(homes.none, null)
    mkdirSync(join(homes.empty, 'user-data'), { recursive: true })
    return [
      ...(await firstDay(homes, print)),
      ...(await inUse(homes, seconds, print)),
      ...(await starts(homes, print)),
      ...(await memoryAtRest(homes, print)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** The first start of a day: the library is checked and backed up while a person types. */
async function firstDay(homes: Homes, print: Print): Promise<readonly BenchLine[]> {
  const app = await startApp(homes.none, ['.'])
  await chooseEngine(app.page)
  await app.close()
  const many = await startApp(homes.many, ['.'])
  try {
    await chooseEngine(many.page)
    await firstRow(many.page)
    const paints = await paintsOfSearch(many.page)
    const backups = join(homes.many, 'user-data/backups')
    while (!readdirSync(backups).some((name) => name.endsWith('.db'))) await sleep(1000)
    print(`window: ${paints.length} keystrokes while the library is checked and backed up`)
    return [
      told('keystroke → painted row while the library is checked and backed up, p95', p95(paints), 'ms'),
    ]
  } finally {
    await many.close()
  }
}

const chooseEngine = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Use the built-in engine' }).click({ timeout: 120_000 })
const firstRow = (page: Page): Promise<void> =>
  page.locator('#sounds [data-sound]').first().waitFor({ timeout: 120_000 })

async function inUse({ many: home }: Homes, seconds: number, print: Print): Promise<readonly BenchLine[]> {
  const app = await startApp(home, ['.'])
  try {
    await firstRow(app.page)
    await sleep(AT_REST_AFTER_MS)
    const paints = await paintsOfSearch(app.page)
    const blank = await paintsOfBlankField(app.page)
    print(`window: ${paints.length} keystrokes, at the most ${Math.max(...paints).toFixed(0)} ms`)
    const lines: BenchLine[] = [
      {
        ...against(
          'keystroke → painted row, p95; beside a field over a list that stands',
          p95(paints),
          p95(blank),
          'ms',
          1,
        ),
        target: PAINTED_TARGET_MS,
        holds: p95(paints) <= PAINTED_TARGET_MS,
      },
    ]
    for (const movement of MOVEMENTS) {
      const peer = await movementFrames(app.page, movement, seconds, true)
      const ours = await movementFrames(app.page, movement, seconds, false)
      lines.push(...linesOf(movement, ours, peer))
    }
    return lines
  } finally {
    await app.close()
  }
}

function linesOf(movement: string, ours: Frames, peer: Frames): readonly BenchLine[] {
  const target = Math.max(MOST_LATE * peer.latePercent, LATE_ANYWAY)
  return [
    {
      ...against(
        `${movement}: late frames; beside a blank scroller`,
        ours.latePercent,
        peer.latePercent,
        '% of frames',
        MOST_LATE,
      ),
      ratio: peer.latePercent === 0 ? null : ours.latePercent / peer.latePercent,
      target,
      holds: ours.latePercent <= target,
    },
    told(`${movement}: 95 of 100 frames come within`, ours.p95Ms, 'ms'),
    bounded(`${movement}: rows in the page at the most`, ours.mostRows, MOST_ROWS, 'rows'),
    ...(ours.filledP95Ms === null
      ? []
      : [told(`${movement}: until all rows in sight are painted, p95`, ours.filledP95Ms, 'ms')]),
  ]
}

/** From the process's beginning; none of the database is in the system's cache of files. */
async function starts(homes: Homes, print: Print): Promise<readonly BenchLine[]> {
  const times: { many: number[]; none: number[]; empty: number[] } = { many: [], none: [], empty: [] }
  for (let round = 0; round < STARTS; round++) {
    const empty = await startApp(homes.empty, [EMPTY_APP])
    times.empty.push((await paintedAtMs(empty.page)) - empty.startedAtMs)
    await empty.close()
    for (const which of ['none', 'many'] as const) {
      forget(join(homes[which], 'user-data/library.db'))
      const app = await startApp(homes[which], ['.'])
      times[which].push((await usableAtMs(app.page, which === 'many')) - app.startedAtMs)
      await app.close()
    }
  }
  print(
    `window: ${STARTS} starts, empty ${rounded(times.empty)}, no sounds ${rounded(times.none)}, many ${rounded(times.many)} ms`,
  )
  const [many, none, empty] = [median(times.many), median(times.none), median(times.empty)]
  return [
    against(
      'cold start → first row painted and search answers, median; beside an empty window',
      many,
      empty,
      'ms',
      MOST_START,
    ),
    informing('the same without any sound; beside an empty window', none, empty, 'ms'),
  ]
}

/** When the page painted something for the first time, ms since 1970. */
const paintedAtMs = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const entry = await new Promise<PerformanceEntry>((resolve) =>
      new PerformanceObserver((list) => {
        const [first] = list.getEntries()
        if (first !== undefined) resolve(first)
      }).observe({ type: 'paint', buffered: true }),
    )
    return performance.timeOrigin + entry.startTime
  })

/** When the first row was painted and a search was answered, or, without sounds, the field to type into was there; ms since 1970. */
const usableAtMs = (page: Page, hasSounds: boolean): Promise<number> =>
  page.evaluate(async (isRowMeant) => {
    const wanted = isRowMeant ? '#sounds [data-sound]' : 'input[aria-controls=sounds]'
    await new Promise<void>((resolve) => {
      const look = () => (document.querySelector(wanted) === null ? requestAnimationFrame(look) : resolve())
      look()
    })
    // The message comes when this frame has been painted.
    await new Promise<void>((resolve) => {
      const afterPaint = new MessageChannel()
      afterPaint.port1.onmessage = () => resolve()
      afterPaint.port2.postMessage(null)
    })
    const { foleyroom } = window as unknown as Searching
    await foleyroom.library.matches({
      text: 'rain',
      limit: 6,
      sort: { column: 'createdAtMs', descending: true },
    })
    return performance.timeOrigin + performance.now()
  }, hasSounds)

/** The part of the bridge that is asked here; the window's own types are of another project. */
interface Searching {
  readonly foleyroom: { readonly library: { matches(query: object): Promise<unknown> } }
}

async function memoryAtRest(homes: Homes, print: Print): Promise<readonly BenchLine[]> {
  const held = async (home: string, entry: string): Promise<Memory | null> => {
    const app: StartedApp = await startApp(home, [entry])
    await app.page.waitForLoadState()
    await sleep(AT_REST_AFTER_MS)
    const memory = memoryOf(app.pid)
    await app.close()
    return memory
  }
  const empty = await held(homes.empty, EMPTY_APP)
  const none = await held(homes.none, '.')
  const many = await held(homes.many, '.')
  if (empty === null || none === null || many === null) return []
  for (const [name, { mainMiB, browserMiB, pageMiB, otherMiB }] of [
    ['empty', empty],
    ['no sounds', none],
    ['many', many],
  ] as const)
    print(
      `window: memory, ${name}: main process ${mainMiB.toFixed(0)}, browser ${browserMiB.toFixed(0)}, page ${pageMiB.toFixed(0)}, engine ${otherMiB.toFixed(0)} MiB`,
    )
  return [
    against(
      'memory at rest, without the engine; beside an empty window',
      many.allMiB - many.otherMiB,
      empty.allMiB,
      'MiB',
      MOST_MEMORY,
    ),
    informing('memory at rest, all processes; beside an empty window', many.allMiB, empty.allMiB, 'MiB'),
    informing('the same without any sound; beside an empty window', none.allMiB, empty.allMiB, 'MiB'),
  ]
}

const rounded = (values: readonly number[]): string => values.map((value) => value.toFixed(0)).join(', ')
const informing = (name: string, ours: number, peer: number, unit: string): BenchLine => ({
  ...told(name, ours, unit),
  peer,
  ratio: ours / peer,
})
const told = (name: string, ours: number, unit: string): BenchLine => ({
  name,
  ours,
  peer: null,
  unit,
  ratio: null,
  target: null,
  holds: true,
})
