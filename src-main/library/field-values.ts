// Values of fields that are numbers: rates, ratings and dates, with comparisons and ranges. Pure; what makes no sense is null.

export interface Range {
  /** Both ends included. */
  readonly min: number
  readonly max: number
}

const MOST = Number.MAX_SAFE_INTEGER

/** `<x`, `<=x`, `>x`, `>=x`, `a..b`, or a value alone, of whatever `read` makes a range of: a day lasts until its end. */
function parseRange(text: string, read: (part: string) => Range | null): Range | null {
  const between = /^(.+?)\.\.(.+)$/.exec(text)
  if (between) {
    const [from, to] = [read(between[1] ?? ''), read(between[2] ?? '')]
    return from && to && from.min <= to.max ? { min: from.min, max: to.max } : null
  }
  const compared = /^(<=?|>=?|=?)(.+)$/.exec(text)
  const value = compared && read(compared[2] ?? '')
  if (!value) return null
  switch (compared[1]) {
    case '<':
      return { min: -MOST, max: value.min - 1 }
    case '<=':
      return { min: -MOST, max: value.max }
    case '>':
      return { min: value.max + 1, max: MOST }
    case '>=':
      return { min: value.min, max: MOST }
    default:
      return value
  }
}

/** `48000`, `48k`, `44.1k`, `>=96k`: hertz. */
export function parseRates(text: string): Range | null {
  return parseRange(text, (part) => {
    const found = /^(\d{1,7}(?:[.,]\d{1,3})?)(k|khz|hz)?$/i.exec(part)
    if (!found) return null
    const value = Number((found[1] ?? '').replace(',', '.'))
    const hertz = Math.round(value * (/^k/i.test(found[2] ?? '') || value < 400 ? 1000 : 1))
    return { min: hertz, max: hertz }
  })
}

/** `3`, `>3`, `2..4`: stars. */
export function parseRatings(text: string): Range | null {
  return parseRange(text, (part) => (/^[0-5]$/.test(part) ? { min: Number(part), max: Number(part) } : null))
}

/** `2026`, `2026-11`, `2026-11-21`, `>=2026-11`, `2026-01..2026-03`: milliseconds, in the person's own time zone. */
export function parseDates(text: string): Range | null {
  return parseRange(text, (part) => {
    const found = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(part)
    if (!found) return null
    const [year, month, day] = found.slice(1).map((digits) => (digits === undefined ? null : Number(digits)))
    if (
      year == null ||
      (month != null && (month < 1 || month > 12)) ||
      (day != null && (day < 1 || day > 31))
    )
      return null
    const at = (y: number, m: number, d: number): number => new Date(y, m, d).getTime()
    const start = at(year, (month ?? 1) - 1, day ?? 1)
    const end =
      month == null ? at(year + 1, 0, 1) : day == null ? at(year, month, 1) : at(year, month - 1, day + 1)
    return { min: start, max: end - 1 }
  })
}
