// Types into a field of the window as a person does, and finds the frame in which each key's rows were painted.
import type { Page } from '@playwright/test'

const TYPED = [
  'heavy rain on a tin roof',
  'door slams',
  'distant thunder',
  'wet footsteps gravel',
  'glass shatters',
  'explosion',
  'soft wind',
]
/** A quick typist: 100 words a minute. */
const KEY_EVERY_MS = 120
/** After the last key of a text. */
const SETTLED_MS = 600
const NEAR_ROWS = 6

/** A list as it was painted: the ids of its rows, and when. */
interface Painted {
  readonly atMs: number
  readonly rows: string
}
interface Recorded {
  readonly keys: readonly { readonly atMs: number; readonly text: string }[]
  readonly painted: readonly Painted[]
}

/**
 * Milliseconds from each key to the frame that shows the rows of its text; keys after which the rows are the same are left out. One whose
 * rows were never shown counts until those of a later key were.
 */
export async function paintsOfSearch(page: Page): Promise<readonly number[]> {
  const paints: number[] = []
  for (const text of TYPED) {
    const { keys, painted } = await typed(
      page,
      'input[aria-controls=sounds]',
      '#sounds [id^=row-near-]',
      text,
    )
    const wanted: string[] = []
    for (const key of keys) wanted.push(await matchesOf(page, key.text))
    paints.push(...timesOf(keys, painted, wanted))
  }
  return paints
}

/** The same for a field beside a list whose rows say at once what stands in the field. */
export async function paintsOfBlankField(page: Page): Promise<readonly number[]> {
  await page.evaluate((rows) => {
    const box = document.createElement('div')
    box.id = 'blank-field'
    box.style.cssText = 'position:fixed;inset:0;z-index:9999;background:#fff;color:#000'
    const input = document.createElement('input')
    box.append(input)
    const lines = Array.from({ length: rows }, () => document.createElement('div'))
    box.append(...lines)
    input.addEventListener('input', () => {
      for (const [at, line] of lines.entries()) line.id = line.textContent = `${input.value} ${at}`
    })
    document.body.append(box)
  }, NEAR_ROWS)
  const paints: number[] = []
  for (const text of TYPED) {
    const { keys, painted } = await typed(page, '#blank-field input', '#blank-field div', text)
    const wanted = keys.map((key) => Array.from({ length: NEAR_ROWS }, (_, at) => `${key.text} ${at}`).join())
    paints.push(...timesOf(keys, painted, wanted))
  }
  await page.evaluate(() => document.getElementById('blank-field')?.remove())
  return paints
}

function timesOf(keys: Recorded['keys'], painted: readonly Painted[], wanted: readonly string[]): number[] {
  return keys.flatMap(({ atMs }, index) => {
    const before = painted.findLast((each) => each.atMs <= atMs)?.rows ?? ''
    if (before === wanted[index]) return []
    const later = painted.filter((each) => each.atMs > atMs)
    const shown =
      later.find(({ rows }) => rows === wanted[index]) ??
      later.find(({ rows }) => wanted.slice(index).includes(rows))
    return [(shown?.atMs ?? Number.POSITIVE_INFINITY) - atMs]
  })
}

/** The ids of the rows that a text should bring, as the page has them. */
const matchesOf = (page: Page, text: string): Promise<string> =>
  page.evaluate(
    async ({ text, limit }) => {
      const sort = { column: 'createdAtMs', descending: true }
      // The part of the bridge that is asked here; the window's own types are of another project.
      const { foleyroom } = window as unknown as {
        foleyroom: { library: { matches(query: object): Promise<{ value: { rows: { id: number }[] } }> } }
      }
      const { value } = await foleyroom.library.matches({ text, limit, sort })
      return value.rows.map(({ id }) => `row-near-${id}`).join()
    },
    { text: text.trim(), limit: NEAR_ROWS },
  )

/** Types a text into an empty field, records what was painted meanwhile, and empties it again. */
async function typed(page: Page, field: string, rows: string, text: string): Promise<Recorded> {
  await page.locator(field).focus()
  const recording = await page.evaluateHandle(
    ({ field, rows }) => {
      const input = document.querySelector<HTMLInputElement>(field)
      if (input === null) throw new Error(`no ${field}`)
      const keys: { atMs: number; text: string }[] = []
      const painted: { atMs: number; rows: string }[] = []
      const ending = new AbortController()
      let downAtMs = 0
      input.addEventListener(
        'keydown',
        (event) => {
          downAtMs = event.timeStamp
        },
        { signal: ending.signal, capture: true },
      )
      input.addEventListener('input', () => keys.push({ atMs: downAtMs, text: input.value }), {
        signal: ending.signal,
        capture: true,
      })
      const afterPaint = new MessageChannel()
      let seen = ''
      afterPaint.port1.onmessage = () => painted.push({ atMs: performance.now(), rows: seen })
      const frame = (): void => {
        if (ending.signal.aborted) return
        const now = Array.from(document.querySelectorAll(rows), ({ id }) => id).join()
        // The message comes when this frame has been painted.
        if (now !== seen) afterPaint.port2.postMessage(null)
        seen = now
        requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
      return { keys, painted, stop: () => ending.abort() }
    },
    { field, rows },
  )
  await page.keyboard.type(text, { delay: KEY_EVERY_MS })
  await page.waitForTimeout(SETTLED_MS)
  const recorded = await recording.evaluate(({ keys, painted, stop }) => {
    stop()
    return { keys, painted }
  })
  await page.locator(field).fill('')
  await page.waitForTimeout(SETTLED_MS)
  return recorded
}
