// The ledger as CSV: what another program reads of it.
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { LedgerEntry } from '../../../src-main/generations/ledger.ts'
import { ledgerCsv } from '../../../src-main/generations/ledger-csv.ts'

const entry: LedgerEntry = {
  generationId: 'g',
  connectionId: 'c',
  idempotencyKey: 'k',
  jobId: 'job_1',
  family: 'text-to-sfx',
  model: 'sfx-1.6',
  label: 'a "heavy", wet\ndoor',
  state: 'done',
  createdAtMs: Date.UTC(2026, 10, 21),
  finishedAtMs: null,
  isMetered: true,
  quotedCredits: 80,
  chargedCredits: 40,
  requestId: null,
  soundIds: [1, 2],
  missingSounds: 0,
}

test('quotes, commas and line breaks come back as they were, nothing is a formula', () => {
  const csv = ledgerCsv([entry, { ...entry, label: '=HYPERLINK("x")', isMetered: false }])
  const { data } = Papa.parse<string[]>(csv.trim())
  expect(data).toHaveLength(3)
  expect(data[1]).toEqual([
    '2026-11-21T00:00:00.000Z',
    'a "heavy", wet\ndoor',
    'text-to-sfx',
    'sfx-1.6',
    'done',
    '80',
    '40',
    '2',
    'job_1',
    '',
  ])
  // Nothing was metered: that is not 0.
  expect(data[2]?.slice(1, 7)).toEqual([`'=HYPERLINK("x")`, 'text-to-sfx', 'sfx-1.6', 'done', '', ''])
})
