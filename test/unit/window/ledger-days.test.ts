// The ledger's days as bars, and its entries by day.
import { expect, test } from 'vitest'
import type { LedgerEntryView } from '../../../src-renderer/bridge.ts'
import {
  barsOf,
  dayName,
  dayTitle,
  familyWord,
  groupByDay,
} from '../../../src-renderer/features/activity/ledger-days.ts'

const DAY_MS = 86_400_000
const midnight = (date: number): number => new Date(2026, 10, date).getTime()

test('every day of the span has a bar, parted by kind, days without a charge too', () => {
  const bars = barsOf(
    [
      { day: '2026-11-19', family: 'text-to-sfx', credits: 40 },
      { day: '2026-11-19', family: 'extend', credits: 20 },
      { day: '2026-11-19', family: 'audio-to-midi', credits: 5 },
    ],
    { fromMs: midnight(18), untilMs: midnight(21) },
    DAY_MS,
  )
  expect(bars.map(({ day, total }) => [day, total])).toEqual([
    ['2026-11-18', 0],
    ['2026-11-19', 65],
    ['2026-11-20', 0],
  ])
  expect(bars[1]?.parts).toEqual([
    { kind: 'sound', credits: 60 },
    { kind: 'midi', credits: 5 },
  ])
})

test('entries stand by day, newest first, with what each day took', () => {
  const entry = (createdAtMs: number, chargedCredits: number): LedgerEntryView => ({
    generationId: String(createdAtMs),
    label: 'door',
    family: 'text-to-sfx',
    model: 'sfx-1.6',
    state: 'done',
    createdAtMs,
    jobId: null,
    requestId: null,
    isMetered: true,
    quotedCredits: null,
    chargedCredits,
    soundIds: [],
  })
  const days = groupByDay([entry(midnight(20) + 5, 40), entry(midnight(20), 30), entry(midnight(20) - 1, 7)])
  expect(days.map(({ day, total, entries }) => [day, total, entries.length])).toEqual([
    ['2026-11-20', 70, 2],
    ['2026-11-19', 7, 1],
  ])
  expect(dayName(midnight(1))).toBe('2026-11-01')
  expect(dayTitle('2026-11-01')).toBe('1 Nov')
})

test('a family that is not known keeps the service’s own word', () => {
  expect(familyWord('inpaint')).toBe('repair')
  expect(familyWord('constructor')).toBe('constructor')
})
