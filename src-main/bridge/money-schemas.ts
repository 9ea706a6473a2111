// Guards the arguments of the money's entries.
import { z } from 'zod'
import type { SchemasOf } from './entry.ts'
import type { moneyRequests } from './money.ts'

const atMs = z.int().min(0).max(8.64e15)
const span = { fromMs: atMs, untilMs: atMs }
const credits = z.int().min(0).max(1_000_000_000).nullable()

export const moneySchemas: SchemasOf<typeof moneyRequests> = {
  'money.today': z.undefined(),
  'money.setBudget': z.strictObject({ perActionCredits: credits, perDayCredits: credits }),
  'money.days': z.strictObject(span),
  'money.totals': z.strictObject({ ...span, by: z.enum(['day', 'model', 'family']) }),
  'money.entries': z.strictObject({
    ...span,
    offset: z.int().min(0).max(100_000_000),
    limit: z.int().min(1).max(200),
  }),
  'money.exportCsv': z.strictObject(span),
  'money.evidence': z.strictObject({ generationId: z.uuid() }),
  'money.rescue': z.undefined(),
}
