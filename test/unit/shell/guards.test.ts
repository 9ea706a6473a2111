// Links out, permissions, the log: what leaves and what does not.
import { describe, expect, it } from 'vitest'
import { checkExternalLink } from '../../../src-main/shell/external-links.ts'
import { createLog, redact } from '../../../src-main/shell/log.ts'

describe('an address for the browser', () => {
  const connected = ['https://api.example.com', 'https://studio.sound.example', 'http://127.0.0.1:4000']

  it.each([
    'https://example.com/plans',
    'https://www.example.com/',
    'https://api.example.com/x',
    'https://studio.sound.example/pay',
  ])('is opened: %s', (url) => expect(checkExternalLink(url, connected)).toMatchObject({ ok: true }))

  it.each([
    'javascript:alert(1)',
    'smb://example.com/share',
    'file:///etc/passwd',
    'http://example.com/plans',
    'https://user:pass@example.com/',
    'https://example.com@evil.example/',
    'https://example.com.evil.example/',
    'https://evilexample.com/',
    'https://sound.example/',
    'https://xn--exmple-cua.com/',
    'not an address',
    '',
  ])('is refused: %s', (url) => {
    expect(checkExternalLink(url, connected)).toMatchObject({ ok: false, reason: expect.any(String) })
  })
})

describe('the log', () => {
  it('holds no key, no signed link and no control character', () => {
    const line = redact(
      'Bearer sk-live-abc123 \u001b[31m\r\nGET https://cdn.example/f.wav?sig=secret ok sk-other_9',
    )
    expect(line).toBe('Bearer … \\x1b[31m\\x0d\\x0aGET https://cdn.example/f.wav?… ok sk-…')
  })

  it('writes a line each with its time', () => {
    const lines: string[] = []
    createLog(
      (line) => void lines.push(line),
      () => 0,
    )('two\nlines')
    expect(lines).toEqual(['1970-01-01T00:00:00.000Z two\\x0alines\n'])
  })
})
