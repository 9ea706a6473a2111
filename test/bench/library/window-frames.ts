// Moves through a long list in the window and counts frames: the table of the library, or a blank scroller in its place.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { p95 } from '../runner/lines.ts'

export const MOVEMENTS = ['steady wheel', 'jumps of the scrollbar', 'Page Down held'] as const
export type Movement = (typeof MOVEMENTS)[number]

export interface Frames {
  readonly latePercent: number
  readonly p95Ms: number
  /** In the page at one time. */
  readonly mostRows: number
  /** From a jump until no row in sight waits for its sound any more; null where nothing jumps. */
  readonly filledP95Ms: number | null
}

/** Of sixty a second; a frame is late where another would have fit before it. */
const LATE_MS = (1.5 * 1000) / 60
const WHEEL_PX = 40
const WHEEL_EVERY_MS = 16
/** As keys repeat. */
const KEY_EVERY_MS = 33
const WARM_UP_MS = 500
const BLANK = '#blank-scroller'
const TABLE = '#sounds'

/** @param isBlank a list as tall as the page can have one, with nothing in it, stands where the table is */
export async function movementFrames(
  page: Page,
  movement: Movement,
  seconds: number,
  isBlank: boolean,
): Promise<Frames> {
  if (isBlank) await putBlank(page)
  const selector = isBlank ? BLANK : TABLE
  const scroller = page.locator(selector)
  await scroller.evaluate((element) => element.scrollTo({ top: 0 }))
  await scroller.hover()
  await scroller.focus()
  const recording = await page.evaluateHandle(record, {
    selector,
    jumps: movement === 'jumps of the scrollbar',
  })
  const endsAtMs = performance.now() + WARM_UP_MS + seconds * 1000
  const sent: Promise<void>[] = []
  while (performance.now() < endsAtMs) {
    // A hand does not wait until the page has answered.
    if (movement === 'steady wheel') sent.push(page.mouse.wheel(0, WHEEL_PX))
    else if (movement === 'Page Down held') sent.push(page.keyboard.down('PageDown'))
    await sleep(movement === 'steady wheel' ? WHEEL_EVERY_MS : KEY_EVERY_MS)
  }
  await Promise.all(sent)
  if (movement === 'Page Down held') await page.keyboard.up('PageDown')
  const { stamps, mostRows, filledMs } = await recording.evaluate((all) => all.stop())
  await page.evaluate((blank) => document.querySelector(blank)?.remove(), BLANK)
  const [first = 0] = stamps
  const frames = stamps.flatMap((stamp, index) =>
    stamp - first < WARM_UP_MS ? [] : [stamp - (stamps[index - 1] ?? stamp)],
  )
  return {
    latePercent: (100 * frames.filter((ms) => ms > LATE_MS).length) / Math.max(1, frames.length),
    p95Ms: p95(frames),
    mostRows,
    filledP95Ms: filledMs.length === 0 ? null : p95(filledMs),
  }
}

const putBlank = (page: Page): Promise<void> =>
  page.evaluate((table) => {
    const box = document.querySelector(table)?.getBoundingClientRect()
    if (box === undefined) throw new Error('no table')
    const blank = document.createElement('div')
    blank.id = 'blank-scroller'
    blank.tabIndex = 0
    blank.style.cssText = `position:fixed;z-index:9999;overflow:auto;background:#fff;left:${box.left}px;top:${box.top}px;width:${box.width}px;height:${box.height}px`
    const list = document.createElement('div')
    list.style.height = '16000000px'
    blank.append(list)
    document.body.append(blank)
  }, TABLE)

/** In the page: stamps each frame and counts the rows; where asked, jumps ten times a second to anywhere. */
function record({ selector, jumps }: { readonly selector: string; readonly jumps: boolean }) {
  const FRAMES_A_JUMP = 6
  const scroller = document.querySelector(selector)
  if (scroller === null) throw new Error(`no ${selector}`)
  const stamps: number[] = []
  const filledMs: number[] = []
  let mostRows = 0
  let isStopped = false
  let jumpedAtMs: number | null = null
  let state = 7
  const random = (): number => {
    state = (Math.imul(state, 48_271) >>> 0) % 0x7fffffff
    return state / 0x7fffffff
  }
  const count = (): void => {
    mostRows = Math.max(mostRows, scroller.querySelectorAll('[role=row]').length)
  }
  const observer = new MutationObserver(count)
  observer.observe(scroller, { childList: true, subtree: true })
  const frame = (now: number): void => {
    if (isStopped) return
    stamps.push(now)
    count()
    if (
      jumpedAtMs !== null &&
      now > jumpedAtMs &&
      scroller.querySelector('[role=presentation] [role=row]:not([data-sound])') === null
    ) {
      filledMs.push(now - jumpedAtMs)
      jumpedAtMs = null
    }
    if (jumps && stamps.length % FRAMES_A_JUMP === 0) {
      scroller.scrollTop = random() * scroller.scrollHeight
      jumpedAtMs ??= now
    }
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  return {
    stop: () => {
      isStopped = true
      observer.disconnect()
      return { stamps, mostRows, filledMs }
    },
  }
}
