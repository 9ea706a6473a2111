// JSON from outside.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JSON_MAX_DEPTH, parseSafeJson, truncate } from '../../../src-main/service-client/safe-json.ts'

test('reads whatever JSON.stringify wrote', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value)
      if (text.includes('__proto__')) return
      expect(parseSafeJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
    }),
  )
})

test('drops __proto__ keys at any depth and touches no prototype', () => {
  const parsed = parseSafeJson(
    '{"a":[{"__proto__":{"polluted":true},"b":1}],"\\u005f_proto__":{"polluted":true}}',
  )
  expect(parsed).toEqual({ ok: true, value: { a: [{ b: 1 }] } })
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('replaces lone surrogates in values', () => {
  expect(parseSafeJson('{"a":"x\\ud800y","b":["\\udc00"],"c":"\\ud83d\\ude00"}')).toEqual({
    ok: true,
    value: { a: 'x\ufffdy', b: ['\ufffd'], c: '😀' },
  })
  expect(parseSafeJson('"\\ud800"')).toEqual({ ok: true, value: '\ufffd' })
})

test('refuses nesting past its bound, a hundred thousand levels included', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(parseSafeJson(nested(JSON_MAX_DEPTH)).ok).toBe(true)
  expect(parseSafeJson(nested(JSON_MAX_DEPTH + 1))).toEqual({ ok: false, problem: 'too_deep' })
  expect(parseSafeJson(nested(100_000))).toEqual({ ok: false, problem: 'too_deep' })
})

test.each(['', '{', 'NaN', '{"a":NaN}', '<html>', "{'a':1}"])('says that %j is not JSON', (text) => {
  expect(parseSafeJson(text)).toEqual({ ok: false, problem: 'syntax' })
})

test('truncates without splitting a pair', () => {
  expect(truncate('abc', 3)).toBe('abc')
  expect(truncate('abcd', 3)).toBe('ab…')
  expect(truncate('a😀😀', 3)).toBe('a…')
})
