// What the contract tests expect of a refusal: the envelope, whole.

import { expect } from 'vitest'
import { ErrorEnvelope } from '../../src-main/contract/index.ts'
import type { Answer } from './service-under-test.ts'

/** The envelope of a refusal; fails unless it is complete and the status is right. */
export function envelopeOf(answer: Answer, status: number): ErrorEnvelope['error'] {
  expect({ status: answer.status, body: answer.text }).toMatchObject({ status })
  const { error } = ErrorEnvelope.parse(answer.json)
  expect(Object.keys(error)).toEqual(
    expect.arrayContaining(['code', 'message', 'param', 'retryable', 'request_id']),
  )
  expect(error.request_id).toMatch(/\S/)
  expect(error.message).toMatch(/\S/)
  return error
}
