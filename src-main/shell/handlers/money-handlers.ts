// Money, as the window asks for it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import type { MoneyToday } from '../../bridge/money.ts'
import { failure, success } from '../../bridge/reply.ts'
import { changeBudget, dayStart, readBudget, spentSince } from '../../generations/budget-store.ts'
import { isTranscription } from '../../generations/generation.ts'
import { getGeneration } from '../../generations/generation-store.ts'
import type { LedgerEntry } from '../../generations/ledger.ts'
import {
  chargedBetween,
  chargedSince,
  ledgerDays,
  ledgerEntries,
  ledgerTotals,
} from '../../generations/ledger.ts'
import { ledgerCsv } from '../../generations/ledger-csv.ts'
import type { Rescue } from '../../generations/rescue.ts'
import type { WritableDatabase } from '../../library/database.ts'
import { fileFailure } from '../../media/outcome.ts'

const PAGE = 200
/** A CSV of more lines is no ledger of a person. */
const CSV_PAGES_MAX = 500

/** Handlers of `money.*`. */
export function moneyHandlers(options: {
  readonly db: WritableDatabase
  readonly rescue: Pick<Rescue, 'look'>
  readonly now: () => number
  readonly changed: () => void
  readonly chooseFolder: (title: string, button: string) => Promise<string | null>
}): HandlersOf<'money'> {
  const { db, rescue, now, changed, chooseFolder } = options
  const today = (): MoneyToday => {
    const since = dayStart(now())
    const chargedCredits = chargedSince(db, since)
    return { budget: readBudget(db), chargedCredits, reservedCredits: spentSince(db, since) - chargedCredits }
  }
  return {
    'money.today': async () => success(today()),
    async 'money.setBudget'(budget) {
      changeBudget(db, budget)
      changed()
      return success(today())
    },
    'money.days': async (span) => success(ledgerDays(db, span)),
    'money.totals': async ({ by, ...span }) => success(ledgerTotals(db, span, by)),
    'money.entries': async ({ offset, limit, ...span }) =>
      success(ledgerEntries(db, span, { offset, limit })),
    async 'money.exportCsv'(span) {
      const folder = await chooseFolder('Where should the ledger go?', 'Write here')
      if (folder === null) return success(null)
      const entries: LedgerEntry[] = []
      for (let page = 0; page < CSV_PAGES_MAX; page++) {
        const read = ledgerEntries(db, span, { offset: page * PAGE, limit: PAGE })
        entries.push(...read)
        if (read.length < PAGE) break
      }
      const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)
      const fileName = `Foleyroom ledger ${day(span.fromMs)} to ${day(Math.min(span.untilMs, now()))}.csv`
      try {
        await writeFile(join(folder, fileName), ledgerCsv(entries))
        return success({ fileName })
      } catch (error) {
        return fileFailure(error, 'write the ledger there')
      }
    },
    async 'money.evidence'({ generationId }) {
      const generation = getGeneration(db, generationId)
      if (generation === null) {
        const message = `There is no generation ${generationId}.`
        return failure({ code: 'not_found', message, retryable: false })
      }
      const { firstSentAtMs, remarks, unreadAnswer, finishedAtMs, connectionId } = generation
      return success({
        sentAtMs: firstSentAtMs,
        bytes: generation.body.byteLength,
        idempotencyKey: isTranscription(generation) ? null : generation.idempotencyKey,
        jobId: generation.jobId,
        quotedCredits: generation.isMetered ? generation.quotedCredits : null,
        balanceBefore: generation.balanceBefore,
        balanceAfter: generation.balanceAfter,
        remarks:
          unreadAnswer === null
            ? remarks
            : [...remarks, `An answer came that cannot be read: ${unreadAnswer.slice(0, 200)}`],
        chargedMeanwhile:
          firstSentAtMs === null ? 0 : chargedBetween(db, connectionId, firstSentAtMs, finishedAtMs ?? now()),
      })
    },
    async 'money.rescue'() {
      const { found, open } = await rescue.look()
      return success({ found: found.length, open: open.length })
    },
  }
}
