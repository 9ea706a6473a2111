// Turns what a person pasted as an API key into the key itself, or says what is wrong with it.
import type { InputProblem } from './base-url.ts'

export type ApiKeyProblemCode = 'key_empty' | 'key_too_long' | 'key_has_spaces' | 'key_has_strange_characters'

export type ParsedApiKey =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly error: InputProblem<ApiKeyProblemCode> }

const MAX_KEY_CHARS = 512

/**
 * Normalises a pasted key: trims blanks and newlines, drops a leading `Authorization:` and `Bearer`.
 * No message ever quotes the key.
 */
export function normaliseApiKey(pasted: string): ParsedApiKey {
  const key = pasted
    .trim()
    .replace(/^authorization:\s*/i, '')
    .replace(/^bearer(\s+|$)/i, '')
    .trim()
  if (key === '') return problem('key_empty', 'Paste the key of the service')
  if (key.length > MAX_KEY_CHARS) {
    return problem('key_too_long', `The key has ${key.length} characters, at most ${MAX_KEY_CHARS} are taken`)
  }
  if (/\s/.test(key)) {
    return problem('key_has_spaces', 'The key has a blank or a line break inside; copy it again in one piece')
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return problem('key_has_strange_characters', 'The key holds characters that no key has; copy it again')
  }
  return { ok: true, value: key }
}

function problem(code: ApiKeyProblemCode, message: string): ParsedApiKey {
  return { ok: false, error: { code, message, retryable: false } }
}
