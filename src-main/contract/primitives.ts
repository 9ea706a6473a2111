// The small schemas that every body of the contract is built from.
import { z } from 'zod'

/** ISO 8601 instant, for example `2026-08-28T12:00:00.000Z`; any offset is read. */
export const Timestamp = z
  .string()
  .refine((text) => Number.isFinite(Date.parse(text)), { message: 'must be an ISO 8601 timestamp' })
  .meta({ format: 'date-time' })

/** Whole milliseconds, 0 or more. Fractions are refused by the contract. */
export const Milliseconds = z.int().min(0)

/** Whole credits, 0 or more, at most 2^53 − 1 (what a JSON number can carry exactly). */
export const Credits = z.int().min(0)

/** Largest seed that the service takes (32 bits, unsigned). */
export const SEED_MAX = 4_294_967_295

/** Seed of a request: absent or null lets the service pick. −1 (a v2 habit) is refused. */
export const Seed = z.int().min(0).max(SEED_MAX)

/** Absolute http or https address in a request. */
export const HttpUrl = z.url({ protocol: /^https?$/ })
