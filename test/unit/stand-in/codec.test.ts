// Structured clone as text: what crosses between the page and the main process.
import { describe, expect, test } from 'vitest'
import { codec } from '../../stand-in/windows/codec.ts'

const there = (value: unknown): unknown => codec.decode(codec.encode(value))

describe('structured clone as text', () => {
  test.each([
    ['text', 'sound'],
    ['nothing', null],
    ['undefined', undefined],
    ['minus zero', -0],
    ['not a number', Number.NaN],
    ['infinity', Number.NEGATIVE_INFINITY],
    ['a big integer', 2n ** 64n],
    ['a date', new Date(5)],
    ['a pattern', /a+/gi],
    ['a map of sets', new Map([[1, new Set(['a', 'b'])]])],
    ['floats', new Float32Array([1.5, -2])],
    ['a buffer', new Uint8Array([1, 2, 3]).buffer],
    ['a list with undefined in it', [1, undefined, 3]],
    ['an object with keys that mean something elsewhere', { $: 'object', v: [1], kind: 'reply' }],
  ])('keeps %s', (_name, value) => {
    expect(there(value)).toEqual(value)
    expect(Object.is(there(value), -0)).toBe(Object.is(value, -0))
  })

  test('keeps shared objects shared, and cycles closed', () => {
    const shared = { name: 'rain' }
    const value: Record<string, unknown> = { first: shared, second: shared }
    value.self = value
    const copy = there(value) as Record<string, unknown> // an object went in
    expect(copy.first).toBe(copy.second)
    expect(copy.self).toBe(copy)
  })

  test('keeps the names of the errors that structured clone knows', () => {
    const copy = there(new RangeError('too long'))
    expect(copy).toBeInstanceOf(RangeError)
    expect(copy).toMatchObject({ name: 'RangeError', message: 'too long' })
  })

  test('sets no prototype by a key of that name', () => {
    const copy = there(JSON.parse('{ "__proto__": { "isAdmin": true } }')) as { isAdmin?: boolean } // an object went in
    expect(copy.isAdmin).toBeUndefined()
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })

  test.each([
    ['a function', () => 1],
    ['a function inside', { run: () => 1 }],
    ['a symbol', Symbol('s')],
  ])('refuses %s', (_name, value) => {
    expect(() => codec.encode(value)).toThrow('An object could not be cloned.')
  })
})
