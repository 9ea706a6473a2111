// The ledger's days for drawing: every day of the span, its charges by kind; entries by day. Pure.
import type { DayCharge, LedgerEntryView } from '../../bridge.ts'
import { texts } from '../../wording/texts.ts'

/** The service's own word where it is unknown to us. */
export function familyWord(family: string): string {
  const words: Readonly<Record<string, string>> = texts.activity.families
  return (Object.hasOwn(words, family) ? words[family] : undefined) ?? family
}

/** Kinds that are told apart in the chart, from the bottom. */
export type ChargeKind = 'sound' | 'video' | 'midi'
const KINDS: readonly ChargeKind[] = ['sound', 'video', 'midi']
const kindOf = (family: string): ChargeKind =>
  family === 'video-to-sfx' ? 'video' : family === 'audio-to-midi' ? 'midi' : 'sound'

export interface Bar {
  /** yyyy-mm-dd */
  readonly day: string
  readonly total: number
  readonly parts: readonly { readonly kind: ChargeKind; readonly credits: number }[]
}

const two = (value: number): string => String(value).padStart(2, '0')
/** A day where the person is, as the ledger names it. */
export function dayName(atMs: number): string {
  const date = new Date(atMs)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A bar a day, also for days without a charge. */
export function barsOf(
  charges: readonly DayCharge[],
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  dayMs: number,
): Bar[] {
  const bars: Bar[] = []
  // Noon is in its day whatever summer time does.
  for (let atMs = fromMs + dayMs / 2; atMs < untilMs; atMs += dayMs) {
    const day = dayName(atMs)
    const own = charges.filter((charge) => charge.day === day)
    const parts = KINDS.map((kind) => ({
      kind,
      credits: own
        .filter(({ family }) => kindOf(family) === kind)
        .reduce((sum, { credits }) => sum + credits, 0),
    })).filter(({ credits }) => credits > 0)
    bars.push({ day, parts, total: parts.reduce((sum, { credits }) => sum + credits, 0) })
  }
  return bars
}

/** "19 Nov". */
export function dayTitle(day: string): string {
  const [, month = '1', date = '1'] = day.split('-')
  const { months, date: dated } = texts.activity.money
  return dated(Number(date), months[Number(month) - 1] ?? '')
}

export interface LedgerDay {
  readonly day: string
  readonly total: number
  readonly entries: readonly LedgerEntryView[]
}
/** In the order of the entries: newest first. */
export function groupByDay(entries: readonly LedgerEntryView[]): LedgerDay[] {
  const days = [...new Set(entries.map(({ createdAtMs }) => dayName(createdAtMs)))]
  return days.map((day) => {
    const own = entries.filter(({ createdAtMs }) => dayName(createdAtMs) === day)
    return {
      day,
      entries: own,
      total: own.reduce((sum, { chargedCredits }) => sum + (chargedCredits ?? 0), 0),
    }
  })
}
