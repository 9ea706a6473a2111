// The bounds of spending and the ledger, over a real database.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureBuiltIn } from '../../../src-main/connections/connection-store.ts'
import { checkBudget, DEFAULT_BUDGET } from '../../../src-main/generations/budget-guard.ts'
import { changeBudget, readBudget, spentSince } from '../../../src-main/generations/budget-store.ts'
import type { Generation } from '../../../src-main/generations/generation.ts'
import { changeGeneration, insertGeneration } from '../../../src-main/generations/generation-store.ts'
import { ledgerEntries, ledgerTotals } from '../../../src-main/generations/ledger.ts'
import type { WritableDatabase } from '../../../src-main/library/database.ts'
import { openLibraryDatabase } from '../../../src-main/library/database.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import { storedGeneration } from './a-generation.ts'

const NOON = new Date(2026, 8, 1, 12).getTime()
const DAY_MS = 86_400_000
const ALWAYS = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }

let folder: string
let db: WritableDatabase
beforeEach(() => {
  folder = makeTemporaryFolder('money')
  const opened = openLibraryDatabase(join(folder, 'library.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  db = opened.value
  ensureBuiltIn(db, 0)
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

function put(id: string, over: Partial<Generation>): void {
  const generation = storedGeneration({ id, idempotencyKey: `key of ${id}`, createdAtMs: NOON, ...over })
  insertGeneration(db, generation)
  changeGeneration(db, generation, over)
}

describe('what was spent', () => {
  it('counts what is charged, what is quoted to the unsettled, and nothing that is unmetered or refused', () => {
    put('done', { state: 'done', quotedCredits: 20, chargedCredits: 15 })
    put('in flight', { state: 'accepted', quotedCredits: 7 })
    put('unknown', { state: 'unknown', quotedCredits: 3 })
    put('refused', { state: 'refused', quotedCredits: 100 })
    put('canceled', { state: 'canceled', quotedCredits: 100 })
    put('free', { state: 'done', quotedCredits: 100, isMetered: false })
    put('yesterday', { state: 'done', chargedCredits: 100, createdAtMs: NOON - DAY_MS })
    expect(spentSince(db, NOON)).toBe(25)
  })
})

describe('the bounds', () => {
  const asked = { credits: 100, approvedCredits: null, spentTodayCredits: 0, unfinished: 0 }

  it('stand from the start, and as they are set', () => {
    expect(readBudget(db)).toEqual(DEFAULT_BUDGET)
    changeBudget(db, { perActionCredits: null, perDayCredits: 50 })
    expect(readBudget(db)).toEqual({ perActionCredits: null, perDayCredits: 50 })
  })

  it.each([
    [{ perActionCredits: 100, perDayCredits: 100 }, {}, null],
    [{ perActionCredits: 99, perDayCredits: null }, {}, 'budget_exceeded'],
    [{ perActionCredits: null, perDayCredits: 100 }, { spentTodayCredits: 1 }, 'budget_exceeded'],
    [{ perActionCredits: 1, perDayCredits: 1 }, { approvedCredits: 100 }, null],
    [{ perActionCredits: 1, perDayCredits: 1 }, { approvedCredits: 99 }, 'budget_exceeded'],
    [{ perActionCredits: 1, perDayCredits: 1 }, { credits: null }, null],
    [{ perActionCredits: null, perDayCredits: null }, { unfinished: 1_000 }, 'queue_full'],
  ])('%j with %j → %s', (budget, over, code) => {
    expect(checkBudget(budget, { ...asked, ...over })?.code ?? null).toBe(code)
  })
})

describe('the ledger', () => {
  it('leads from an intent to its key, job, charge and request id', () => {
    const error = { code: 'result_unreadable', message: 'x', retryable: false, requestId: 'req_7' }
    put('one', { state: 'failed', quotedCredits: 20, chargedCredits: 20, jobId: 'job_7', error })
    expect(ledgerEntries(db, ALWAYS, { offset: 0, limit: 10 })).toMatchObject([
      {
        generationId: 'one',
        idempotencyKey: 'key of one',
        jobId: 'job_7',
        requestId: 'req_7',
        quotedCredits: 20,
        chargedCredits: 20,
        soundIds: [],
        missingSounds: 4,
      },
    ])
  })

  it('sums quoted against charged by day, model and family', () => {
    put('a', { state: 'done', quotedCredits: 20, chargedCredits: 15 })
    put('b', { state: 'accepted', quotedCredits: 7, model: 'other-1' })
    put('c', {
      state: 'done',
      quotedCredits: 5,
      chargedCredits: 5,
      createdAtMs: NOON - DAY_MS,
      family: 'extend',
    })
    expect(ledgerTotals(db, ALWAYS, 'day')).toEqual([
      { name: '2026-09-01', intents: 2, sounds: 0, quotedCredits: 27, chargedCredits: 15, openCredits: 7 },
      { name: '2026-08-31', intents: 1, sounds: 0, quotedCredits: 5, chargedCredits: 5, openCredits: 0 },
    ])
    expect(
      ledgerTotals(db, ALWAYS, 'model').map(({ name, chargedCredits }) => [name, chargedCredits]),
    ).toEqual([
      ['procedural-1', 20],
      ['other-1', 0],
    ])
    expect(ledgerTotals(db, ALWAYS, 'family').map(({ name, intents }) => [name, intents])).toEqual([
      ['text-to-sfx', 2],
      ['extend', 1],
    ])
  })
})
