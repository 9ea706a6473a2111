// Pasted keys.
import { expect, test } from 'vitest'
import { normaliseApiKey } from '../../../src-main/service-client/api-key.ts'

test.each([
  ['sk-abc', 'sk-abc'],
  ['  sk-abc \n', 'sk-abc'],
  ['Bearer sk-abc', 'sk-abc'],
  ['bearer   sk-abc\r\n', 'sk-abc'],
  ['Authorization: Bearer sk-abc', 'sk-abc'],
])('takes %j as %s', (pasted, value) => {
  expect(normaliseApiKey(pasted)).toEqual({ ok: true, value })
})

test.each([
  ['', 'key_empty'],
  ['Bearer ', 'key_empty'],
  ['sk-a b', 'key_has_spaces'],
  ['sk-a\nb', 'key_has_spaces'],
  ['sk-ä', 'key_has_strange_characters'],
  ['sk-\u0000', 'key_has_strange_characters'],
  ['x'.repeat(513), 'key_too_long'],
])('refuses %j with %s and never quotes it', (pasted, code) => {
  const result = normaliseApiKey(pasted)
  expect(result).toMatchObject({ ok: false, error: { code, retryable: false } })
  if (!result.ok && pasted.trim().length > 3) expect(result.error.message).not.toContain(pasted.trim())
})
