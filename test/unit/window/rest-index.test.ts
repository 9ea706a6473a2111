import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leftOut, wholeIndex } from '../../../src-renderer/features/library/rest-index.ts'

describe('the table below the closest matches', () => {
  it('is the whole table without them, in its order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(30), { maxLength: 6 }), (positions) => {
        const hidden = leftOut([...positions, null])
        const whole = Array.from({ length: 40 }, (_, n) => n)
        const rest = whole.filter((n) => !positions.includes(n))
        expect(rest.map((_, n) => wholeIndex(n, hidden))).toEqual(rest)
      }),
    )
  })
})
