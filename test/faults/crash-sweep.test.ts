// FAULTS 51 to 57 at every sync point: the short form of the crash sweep (`npm run test:crash` is the long one).
import { describe, expect, it } from 'vitest'
import { summary, sweep } from '../crash/sweep.ts'
import { whyNoTrace } from './traced.ts'

/** `FOLEYROOM_CRASH_KILLS` asks for more. */
const kills = Number(process.env.FOLEYROOM_CRASH_KILLS ?? 200)
const noTrace = whyNoTrace()

describe.skipIf(noTrace !== null)(`The crash sweep${noTrace === null ? '' : ` (${noTrace})`}`, () => {
  it(
    'kills every flow at its sync points: no double charge, nothing lost',
    async () => {
      const result = await sweep({ kills, seed: 1 })
      expect(result.complaints).toEqual([])
      expect(summary(result)).toMatch(/ kills, 0 double charges, 0 lost$/)
      expect(result.kills).toBeGreaterThanOrEqual(kills)
    },
    20_000 * kills,
  )
})
