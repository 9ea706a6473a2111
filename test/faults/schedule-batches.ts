// Schedules by chance, one seed each, several in one test: a failure names its seed, and a worker's time is used.
import { it } from 'vitest'

/**
 * Registers the tests for the seeds from 1 to `count`; where `FOLEYROOM_SCHEDULE` names one, for that alone.
 * @param spec.promise what each keeps, as a sentence
 * @param spec.limitMs for one seed
 */
export function itHolds(spec: {
  readonly promise: string
  readonly count: number
  readonly batch: number
  readonly limitMs: number
  readonly run: (seed: number) => Promise<void>
}): void {
  const only = process.env.FOLEYROOM_SCHEDULE
  const [first, last] = only === undefined ? [1, spec.count] : [Number(only), Number(only)]
  const firsts = Array.from(
    { length: Math.ceil((last - first + 1) / spec.batch) },
    (_, index) => first + index * spec.batch,
  )
  it.each(firsts)(
    `from %i on: ${spec.promise}`,
    async (from) => {
      for (let seed = from; seed < from + spec.batch && seed <= last; seed++) await spec.run(seed)
    },
    spec.limitMs * spec.batch,
  )
}
