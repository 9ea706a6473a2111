// Times as text: lengths of rows, timecodes, dates that say as much as is needed and no more.
import { texts } from './texts.ts'

const DAY_MS = 86_400_000
const two = (value: number): string => String(value).padStart(2, '0')

/** From here on a length is told to the second: nobody looks for a tenth, and rows have no room for it. */
const LONG_MS = 600_000

/** Length in a row, to a tenth of a second, a long one to the second: 4000 → "0:04.0", 1900000 → "31:40". */
export function rowLength(durationMs: number): string {
  if (durationMs >= LONG_MS - 50) {
    const seconds = Math.round(durationMs / 1000)
    return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
  }
  const tenths = Math.round(durationMs / 100)
  const minutes = Math.floor(tenths / 600)
  return `${minutes}:${two(Math.floor(tenths / 10) % 60)}.${tenths % 10}`
}

/** Position in the player: 4.2134 → "00:04.213"; cut, not rounded, as clocks are. */
export function timecode(seconds: number): string {
  const ms = Math.max(0, Math.floor(seconds * 1000 + 1e-6))
  return `${two(Math.floor(ms / 60_000))}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

/** Seconds to a thousandth, without the unit: "1.200". */
export const exactSeconds = (seconds: number): string => seconds.toFixed(3)

/** A length one speaks of: "2.0 s", "1:04.0". */
export function spokenLength(durationMs: number): string {
  return durationMs < 60_000 ? `${(durationMs / 1000).toFixed(1)} s` : rowLength(durationMs)
}

/** A bound as short as it can be said: 100 → "0.1", 60000 → "60". */
export const bareSeconds = (ms: number): string => String(Number((ms / 1000).toFixed(3)))

/** An estimate: "about 6 s", "about 2 min". */
export function about(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 100
    ? texts.times.aboutSeconds(seconds)
    : texts.times.aboutMinutes(Math.round(seconds / 60))
}

/** "14:02" in local time. */
export function clock(atMs: number): string {
  const date = new Date(atMs)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Local midnight before the moment. */
export function startOfDay(atMs: number): number {
  const date = new Date(atMs)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

/** Date in a row: today the time, this week the day, this year "3 Sep", else "Sep ’24". */
export function rowDate(atMs: number, nowMs: number): string {
  const date = new Date(atMs)
  const midnight = startOfDay(nowMs)
  if (atMs >= midnight) return clock(atMs)
  if (atMs >= midnight - 6 * DAY_MS) return texts.times.weekdays[date.getDay()] ?? ''
  const month = texts.times.months[date.getMonth()] ?? ''
  if (date.getFullYear() === new Date(nowMs).getFullYear())
    return texts.times.dayAndMonth(date.getDate(), month)
  return texts.times.monthOfYear(month, two(date.getFullYear() % 100))
}

/** "12 Sep 14:02", with the year where it is another one. */
export function dateAndTime(atMs: number, nowMs: number): string {
  const date = new Date(atMs)
  const year = date.getFullYear() === new Date(nowMs).getFullYear() ? '' : ` ${date.getFullYear()}`
  const day = texts.times.dayAndMonth(date.getDate(), texts.times.months[date.getMonth()] ?? '')
  return `${day}${year} ${clock(atMs)}`
}
