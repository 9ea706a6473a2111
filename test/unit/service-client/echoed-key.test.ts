// A key that a service says back is hidden, and nothing else of the answer is touched.
import { describe, expect, it } from 'vitest'
import { bytesWithoutKey, headersWithoutKey } from '../../../src-main/service-client/echoed-key.ts'

const KEY = 'sk-canary-0a1b2c3d'

describe('a key that comes back', () => {
  it('is hidden in a body wherever it stands, and letters of any script stay', () => {
    const body = Buffer.from(`{"message":"Bearer ${KEY} für Straße 雨","again":"${KEY}"}`)
    expect(bytesWithoutKey(body, KEY).toString()).toBe('{"message":"Bearer *** für Straße 雨","again":"***"}')
  })

  it('is hidden in headers, single and repeated', () => {
    const headers = { 'request-id': `req_${KEY}`, 'set-cookie': [`a=${KEY}`, 'b=1'], date: 'now' }
    expect(headersWithoutKey(headers, KEY)).toEqual({
      'request-id': 'req_***',
      'set-cookie': ['a=***', 'b=1'],
      date: 'now',
    })
  })

  it('costs an answer without it nothing, and is left where it is too short to be told from a word', () => {
    const body = Buffer.from('{"name":"rain"}')
    expect(bytesWithoutKey(body, KEY)).toBe(body)
    expect(bytesWithoutKey(body, 'rain')).toBe(body)
  })
})
