// Reading a transcription through the tools, with the service's answers at hand.

import { expect, test } from 'vitest'
import { createServiceClock } from '../../../../src-main/local-service/jobs/clock.ts'
import type { refuse } from '../../../../src-main/local-service/server/refusal.ts'
import type { AccountSession } from '../../../../src-main/local-service/tool-server/account-session.ts'
import { JOB_TOOLS } from '../../../../src-main/local-service/tool-server/tools/job-tools.ts'

const NOTES = Array.from({ length: 7 }, (_, index) => ({
  pitch: 60 + index,
  start: index,
  end: index + 0.5,
  velocity: 80,
  instrument: 'acoustic_piano',
}))
const RESULT = {
  midi_url: 'http://127.0.0.1/midi',
  musicxml_url: 'http://127.0.0.1/xml',
  score_pdfs: [{ url: 'http://127.0.0.1/pdf', filename: 'score.pdf', kind: 'score' }],
  notes: NOTES,
}

/** A session whose service answers these polls in turn, the last of them for ever; its clock jumps to every wait's end. */
function sessionAnswering(...polls: readonly object[]) {
  const asked: string[] = []
  const clock = createServiceClock(
    () => 0,
    0,
    (error) => {
      throw error
    },
  )
  const after: typeof clock.after = (delayMs, task) => {
    const cancel = clock.after(delayMs, task)
    queueMicrotask(() => clock.advance(delayMs))
    return cancel
  }
  const session = {
    parts: { jobs: { get: () => null }, clock: { ...clock, after }, log: () => {} },
    signal: new AbortController().signal,
    async call({ path }: { readonly path: string }) {
      asked.push(path)
      return { ok: true, value: polls[Math.min(asked.length, polls.length) - 1] }
    },
    async refuse({ refusal }: ReturnType<typeof refuse>) {
      const { code, message, param } = refusal
      return { ok: false, error: { code, message, param, retryable: false } }
    },
  }
  // A session has more parts than these; the tools under test read no other.
  return { session: session as unknown as AccountSession, asked, clock }
}

async function call(name: string, args: object, session: AccountSession) {
  const result = await JOB_TOOLS.find((tool) => tool.name === name)?.call(args, session)
  expect(result?.isError, JSON.stringify(result)).toBeUndefined()
  return result?.structuredContent
}

test('wait_job looks every second until a transcription has ended', async () => {
  const running = { job_id: 'j', status: 'processing', progress_percent: 40 }
  const { session, asked, clock } = sessionAnswering(running, running, {
    job_id: 'j',
    status: 'succeeded',
    result: RESULT,
  })
  expect(await call('wait_job', { job_id: 'j' }, session)).toMatchObject({
    job_id: 'j',
    status: 'succeeded',
    download_urls: ['http://127.0.0.1/midi', 'http://127.0.0.1/xml', 'http://127.0.0.1/pdf'],
    notes_total: 7,
  })
  expect(asked).toHaveLength(3)
  expect(clock.now()).toBe(2000)
})

test('wait_job gives up after its time, and takes the other word for failing', async () => {
  const waiting = sessionAnswering({ job_id: 'j', status: 'pending' })
  expect(await call('wait_job', { job_id: 'j', timeout_seconds: 4 }, waiting.session)).toMatchObject({
    status: 'pending',
    download_urls: [],
  })
  expect(waiting.clock.now()).toBe(4000)
  const error = { code: 'generation_failed', message: 'no', retryable: true }
  const failed = sessionAnswering({ job_id: 'j', status: 'errored', error })
  expect(await call('wait_job', { job_id: 'j' }, failed.session)).toMatchObject({ status: 'errored', error })
  expect(failed.asked).toHaveLength(1)
})

test('get_job leaves the notes to their own tool, which reads them page by page', async () => {
  const { session } = sessionAnswering({ job_id: 'j', status: 'succeeded', result: RESULT })
  const job = await call('get_job', { job_id: 'j' }, session)
  expect(Object(job).result).not.toHaveProperty('notes')
  const page = (offset: number) => call('get_transcription_notes', { job_id: 'j', offset, limit: 3 }, session)
  expect(await page(0)).toMatchObject({ total: 7, next_offset: 3, notes: NOTES.slice(0, 3) })
  expect(await page(6)).toMatchObject({ next_offset: null, notes: NOTES.slice(6) })
  expect(await page(50)).toMatchObject({ next_offset: null, notes: [] })
})

test('notes decoded so far can be read while the job runs', async () => {
  const result = { notes: NOTES.slice(0, 2) }
  const { session } = sessionAnswering({ job_id: 'j', status: 'running', result })
  expect(await call('get_transcription_notes', { job_id: 'j' }, session)).toMatchObject({
    status: 'running',
    total: 2,
    next_offset: null,
  })
})
