// What becomes of a generation, decided as data.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Generation } from '../../../src-main/generations/generation.ts'
import { CLOCK_MARGIN_MS, isUnfinished } from '../../../src-main/generations/generation.ts'
import type {
  ExchangeFailure,
  JobReading,
  MachineEvent,
  Moment,
} from '../../../src-main/generations/machine.ts'
import { decide, nextStep } from '../../../src-main/generations/machine.ts'
import { KEYED_REPLAY_MAX_MS } from '../../../src-main/service-client/index.ts'
import { storedGeneration } from './a-generation.ts'

const NOW = 1_700_000_000_000
const ABOUT_TO_SEND: MachineEvent = { kind: 'about-to-send', keyId: 'key-of-today', balance: 500 }
const at = (nowMs: number): Moment => ({ nowMs, serviceNowMs: nowMs })
const error = { code: 'temporarily_unavailable', message: 'busy', retryable: true }
const failure = (over: Partial<ExchangeFailure> = {}): ExchangeFailure => ({
  error,
  status: null,
  isFromService: over.status != null,
  unreadAnswer: null,
  mayHaveArrived: over.status != null,
  isFateUnknown: false,
  isAborted: false,
  retryAfterMs: null,
  ...over,
})
const job = (over: Partial<JobReading> = {}): JobReading => ({
  id: 'job_1',
  url: 'https://service.example/v3/text-to-sfx/generations/job_1',
  status: 'running',
  seed: 7,
  credits: null,
  createdAtMs: NOW,
  expiresAtMs: NOW + 86_400_000,
  progress: 0.2,
  estimatedMs: 5000,
  errors: [],
  raw: '{}',
  ...over,
})
const read = (over: Partial<JobReading> = {}): MachineEvent => ({
  kind: 'job-read',
  job: job(over),
  pollAfterMs: 2000,
})
function told(generation: Generation, ...events: readonly MachineEvent[]): Generation {
  let current = generation
  for (const event of events) current = { ...current, ...decide(current, event, at(NOW)).changes }
  return current
}

const stored = storedGeneration({ createdAtMs: NOW })
const sending = told(stored, ABOUT_TO_SEND)
const accepted = told(sending, read())
const collecting = told(accepted, read({ status: 'succeeded', credits: 40, progress: null }))

describe('sending', () => {
  it('notes the first send before it happens', () => {
    expect(sending).toMatchObject({ state: 'sending', firstSentAtMs: NOW, attempts: 1 })
  })

  it('keeps the time of the first send through every replay', () => {
    const later = { ...sending, ...decide(sending, ABOUT_TO_SEND, at(NOW + 5000)).changes }
    expect(later).toMatchObject({ firstSentAtMs: NOW, attempts: 2 })
  })

  it('refuses a replay later than 23 h after the first send: fate unknown', () => {
    const late = decide(sending, ABOUT_TO_SEND, at(NOW + KEYED_REPLAY_MAX_MS + 1))
    expect(late.changes).toMatchObject({
      state: 'unknown',
      error: { code: 'fate_unknown', retryable: false },
    })
    expect(late.next).toEqual({ kind: 'rest' })
  })

  it('goes back to stored when nothing left this computer, and can then be cancelled', () => {
    const unsent = told(sending, { kind: 'send-failed', isReplay: false, failure: failure() })
    expect(unsent).toMatchObject({
      state: 'stored',
      firstSentAtMs: null,
      waitingFor: 'connection',
      attempts: 0,
    })
    expect(told(unsent, { kind: 'canceled' }).state).toBe('canceled')
  })

  it('stays sent when bytes may have left, and cannot be cancelled any more', () => {
    const maybe = told(sending, {
      kind: 'send-failed',
      isReplay: false,
      failure: failure({ mayHaveArrived: true, isFateUnknown: true, retryAfterMs: 800 }),
    })
    expect(maybe).toMatchObject({ state: 'sending', firstSentAtMs: NOW, nextAttemptAtMs: NOW + 800 })
    expect(told(maybe, { kind: 'canceled' }).state).toBe('sending')
  })

  it('stays sent after a crash in mid-send, also when the next try does not leave', () => {
    const replay = told(sending, ABOUT_TO_SEND)
    const offline = told(replay, {
      kind: 'send-failed',
      isReplay: true,
      failure: failure({ retryAfterMs: 500 }),
    })
    expect(offline).toMatchObject({ state: 'sending', firstSentAtMs: NOW })
  })

  it('waits for the key after a 401, unsent', () => {
    const locked = told(sending, {
      kind: 'send-failed',
      isReplay: false,
      failure: failure({ status: 401, mayHaveArrived: true }),
    })
    expect(locked).toMatchObject({ state: 'stored', waitingFor: 'key' })
  })

  it('waits for a place after a 429, as long as the service says', () => {
    const full = decide(
      sending,
      { kind: 'send-failed', isReplay: false, failure: failure({ status: 429, retryAfterMs: 7300 }) },
      at(NOW),
    )
    expect(full.changes).toMatchObject({ waitingFor: 'slot', nextAttemptAtMs: NOW + 7300 })
    expect(full.next).toEqual({ kind: 'send', atMs: NOW + 7300 })
  })

  it('ends as refused when the service says no', () => {
    const refused = told(sending, {
      kind: 'send-failed',
      isReplay: false,
      failure: failure({
        status: 402,
        mayHaveArrived: true,
        error: { ...error, code: 'insufficient_credits' },
      }),
    })
    expect(refused).toMatchObject({
      state: 'refused',
      finishedAtMs: NOW,
      error: { code: 'insufficient_credits' },
    })
  })

  it('is repeated with patience while it may have been taken, whatever else was said', () => {
    const lost = told(sending, {
      kind: 'send-failed',
      isReplay: false,
      failure: failure({ mayHaveArrived: true, isFateUnknown: true }),
    })
    expect(lost).toMatchObject({ state: 'sending', nextAttemptAtMs: NOW + 30_000 })
  })

  const no = (status: number, code: string) =>
    failure({ status, mayHaveArrived: true, isFromService: true, error: { ...error, code } })

  it.each([
    [402, 'insufficient_credits'],
    [403, 'forbidden'],
    [404, 'model_not_found'],
    [409, 'idempotency_conflict'],
    [422, 'invalid_asset'],
  ])(
    'is of unknown fate when an earlier send may have been taken and the replay is answered %i %s',
    (status, code) => {
      const replayed = told(told(sending, ABOUT_TO_SEND), {
        kind: 'send-failed',
        isReplay: true,
        failure: no(status, code),
      })
      expect(replayed).toMatchObject({ state: 'unknown', error: { code: 'fate_unknown' } })
    },
  )

  it('is refused when the replay is told that the request itself is wrong: so it was at the first send', () => {
    const failed = { kind: 'send-failed', isReplay: true, failure: no(400, 'invalid_request') } as const
    expect(told(told(sending, ABOUT_TO_SEND), failed)).toMatchObject({ state: 'refused' })
  })

  it('is as unsent after a clear "not now": it can be cancelled, and a later no is a refusal; the sends stay counted', () => {
    const notNow = { ...no(429, 'rate_limited'), retryAfterMs: 700 }
    const waits = told(sending, { kind: 'send-failed', isReplay: false, failure: notNow })
    expect(waits).toMatchObject({ state: 'stored', waitingFor: 'slot', firstSentAtMs: null, attempts: 1 })
    expect(told(waits, { kind: 'canceled' }).state).toBe('canceled')
    const again = told(waits, ABOUT_TO_SEND)
    expect(again).toMatchObject({ state: 'sending', attempts: 2, firstSentAtMs: NOW })
    const refused = {
      kind: 'send-failed',
      isReplay: false,
      failure: no(402, 'insufficient_credits'),
    } as const
    expect(told(again, refused)).toMatchObject({ state: 'refused', error: { code: 'insufficient_credits' } })
  })

  it('stays sent after a "not now" to a replay: the first send is still open', () => {
    const notNow = { ...no(429, 'rate_limited'), retryAfterMs: 700 }
    const waits = told(told(sending, ABOUT_TO_SEND), { kind: 'send-failed', isReplay: true, failure: notNow })
    expect(waits).toMatchObject({ state: 'sending', firstSentAtMs: NOW, attempts: 2 })
  })

  it('tells of an expired job whether it was finished and paid', () => {
    const words = (credits: number | null) =>
      told(accepted, read({ status: 'expired', credits })).error?.message
    expect(words(40)).toMatch(/finished and charged/)
    expect(words(0)).toMatch(/before it was finished/)
    expect(words(null)).toMatch(/before it was finished/)
  })

  it('promises to fetch what was stopped only where the job is known', () => {
    expect(told(sending, { kind: 'stopped' }).error?.message).toMatch(/cannot be fetched/)
    expect(told(accepted, { kind: 'stopped' }).error?.message).toMatch(/are fetched/)
    // The answer to the send comes after all, and names the job.
    expect(told(sending, { kind: 'stopped' }, read()).error?.message).toMatch(/are fetched/)
  })

  it('speaks of charges only where a connection takes credits, and of notes where they are made', () => {
    const words = (row: Generation) => told(row, { kind: 'stopped' }).error?.message
    expect(words({ ...accepted, isMetered: true })).toMatch(/may be charged.*its sounds/)
    expect(words({ ...accepted, isMetered: false, family: 'audio-to-midi' })).toBe(
      'You stopped waiting for this. If it is finished within a day, its notes are fetched.',
    )
    expect(words({ ...sending, isMetered: false })).not.toMatch(/charge/)
  })

  it.each([
    ['sent', sending, NOW + KEYED_REPLAY_MAX_MS + CLOCK_MARGIN_MS],
    ['accepted', accepted, (accepted.jobExpiresAtMs ?? 0) + CLOCK_MARGIN_MS],
  ])(
    'does not wait for a lost key without end once it was %s: by any clock it is over',
    (_name, row, lastMs) => {
      const held = { kind: 'held', waitingFor: 'key', error } as const
      expect(decide(row, held, at(lastMs)).changes).toMatchObject({ waitingFor: 'key' })
      expect(decide(row, held, at(lastMs + 1)).changes).toMatchObject({
        state: 'unknown',
        error: { code: 'fate_unknown' },
      })
    },
  )

  it('tries nothing and counts nothing while the connection cannot be used', () => {
    const held = told(stored, { kind: 'held', waitingFor: 'key', error })
    expect(held).toMatchObject({ state: 'stored', waitingFor: 'key', attempts: 0, firstSentAtMs: null })
  })
})

describe('polling', () => {
  it('takes id, seed and progress from the job and polls when told', () => {
    expect(accepted).toMatchObject({
      state: 'accepted',
      jobId: 'job_1',
      seed: 7,
      jobProgress: 0.2,
      attempts: 0,
    })
    expect(nextStep(accepted, NOW)).toEqual({ kind: 'poll', atMs: NOW + 2000 })
  })

  it('goes on with a status that it does not know', () => {
    expect(told(accepted, read({ status: 'polishing' }))).toMatchObject({
      state: 'accepted',
      jobStatus: 'polishing',
    })
  })

  it('calls a job that is no longer there "fate unknown", not failed', () => {
    const gone = told(accepted, { kind: 'poll-failed', failure: failure({ status: 404 }) })
    expect(gone).toMatchObject({ state: 'unknown', error: { code: 'fate_unknown' } })
  })

  it('never gives a job up because it could not be read', () => {
    const events = [503, null, 401, 500].map(
      (status): MachineEvent => ({ kind: 'poll-failed', failure: failure({ status }) }),
    )
    expect(told(accepted, ...events).state).toBe('accepted')
  })

  it('keeps what a failed job was charged', () => {
    const errors = [{ code: 'result_unreadable', message: 'could not be read', retryable: false }]
    const failed = told(accepted, read({ status: 'failed', credits: 40, errors }))
    expect(failed).toMatchObject({
      state: 'failed',
      chargedCredits: 40,
      error: { code: 'result_unreadable' },
    })
  })
})

describe('collecting', () => {
  it('begins when the job succeeded, wholly or in part', () => {
    expect(collecting).toMatchObject({ state: 'collecting', chargedCredits: 40 })
    expect(told(accepted, read({ status: 'partially_succeeded' })).state).toBe('collecting')
  })

  it('is done when the files are saved', () => {
    expect(told(collecting, { kind: 'collected', savedSounds: 4, remarks: [] })).toMatchObject({
      state: 'done',
      error: null,
    })
  })

  it('tells when a job that succeeded holds no sound', () => {
    expect(told(collecting, { kind: 'collected', savedSounds: 0, remarks: [] })).toMatchObject({
      state: 'done',
      error: { code: 'no_sounds' },
    })
  })

  it('waits while the disk is full', () => {
    const full = told(collecting, { kind: 'collect-failed', failure: failure(), isDisk: true, remarks: [] })
    expect(full).toMatchObject({ state: 'collecting', waitingFor: 'disk' })
  })

  it('takes fresh links at once, the second time with patience', () => {
    const renewed: MachineEvent = {
      kind: 'links-renewed',
      job: job({ raw: '{"fresh":1}', status: 'succeeded' }),
      failure: failure(),
      remarks: [],
    }
    const once = decide(collecting, renewed, at(NOW))
    expect(once.changes).toMatchObject({ jobJson: '{"fresh":1}' })
    expect(once.next).toEqual({ kind: 'collect', atMs: NOW })
    const twice = decide({ ...collecting, ...once.changes }, renewed, at(NOW))
    expect(twice.next).toMatchObject({ kind: 'collect', atMs: expect.toSatisfy((atMs) => atMs > NOW) })
  })

  it.each(['running', 'archived'])(
    'gives up no paid sounds on a reading that says “%s” again, until the job expires',
    (status) => {
      const lagging: MachineEvent = {
        kind: 'links-renewed',
        job: job({ status }),
        failure: failure(),
        remarks: [],
      }
      const { changes, next } = decide(collecting, lagging, at(NOW))
      expect(changes).toMatchObject({ waitingFor: 'retry' })
      expect(changes).not.toHaveProperty('jobJson')
      expect(next).toMatchObject({ kind: 'collect', atMs: expect.toSatisfy((atMs) => atMs > NOW) })
      const old = { ...collecting, jobExpiresAtMs: NOW - 1 }
      expect(told(old, lagging)).toMatchObject({ state: 'failed', error: { code: 'deleted_by_the_service' } })
      const expired: MachineEvent = { ...lagging, job: job({ status: 'expired' }) }
      expect(told(collecting, expired)).toMatchObject({ state: 'failed' })
    },
  )

  it('ends when the file still cannot be read after the job expired: asking again brings no other', () => {
    const unreadable = {
      kind: 'collect-failed',
      failure: failure({ status: null, error: { ...error, code: 'not_audio' } }),
      isDisk: false,
      remarks: [],
    } as const
    expect(told(collecting, unreadable)).toMatchObject({ state: 'collecting', waitingFor: 'retry' })
    const old = { ...collecting, jobExpiresAtMs: NOW - 1 }
    expect(told(old, unreadable)).toMatchObject({ state: 'failed', error: { code: 'not_audio' } })
    expect(told(old, { ...unreadable, isDisk: true })).toMatchObject({
      state: 'collecting',
      waitingFor: 'disk',
    })
  })

  it('is told as deleted when the files are gone after the job expired', () => {
    const old = { ...collecting, jobExpiresAtMs: NOW - 1 }
    const gone = told(old, {
      kind: 'collect-failed',
      failure: failure({ status: 404 }),
      isDisk: false,
      remarks: [],
    })
    expect(gone).toMatchObject({
      state: 'failed',
      error: { code: 'deleted_by_the_service' },
      chargedCredits: 40,
    })
  })
})

const failures = fc.record({
  error: fc.constant(error),
  status: fc.constantFrom(null, 400, 401, 402, 404, 409, 410, 429, 500, 503),
  mayHaveArrived: fc.boolean(),
  isFromService: fc.boolean(),
  unreadAnswer: fc.constant(null),
  isFateUnknown: fc.boolean(),
  isAborted: fc.boolean(),
  retryAfterMs: fc.constantFrom(null, 0, 700, 30_000),
})
const events: fc.Arbitrary<MachineEvent> = fc.oneof(
  fc.constant<MachineEvent>(ABOUT_TO_SEND),
  fc.constant<MachineEvent>({ kind: 'canceled' }),
  fc
    .constantFrom(
      'queued',
      'running',
      'odd',
      'succeeded',
      'partially_succeeded',
      'failed',
      'expired',
      'canceled',
    )
    .map((status) => read({ status })),
  fc
    .tuple(failures, fc.boolean())
    .map(([given, isReplay]): MachineEvent => ({ kind: 'send-failed', failure: given, isReplay })),
  failures.map((given): MachineEvent => ({ kind: 'poll-failed', failure: given })),
  fc
    .tuple(failures, fc.boolean())
    .map(
      ([given, isDisk]): MachineEvent => ({ kind: 'collect-failed', failure: given, isDisk, remarks: [] }),
    ),
  failures.map((given): MachineEvent => ({ kind: 'links-renewed', job: job(), failure: given, remarks: [] })),
  fc.nat(4).map((savedSounds): MachineEvent => ({ kind: 'collected', savedSounds, remarks: [] })),
  fc
    .constantFrom('connection' as const, 'key' as const)
    .map((waitingFor): MachineEvent => ({ kind: 'held', waitingFor, error })),
)

describe('any order of events', () => {
  it('leaves no end but by reading the job of an unknown fate, never forgets a first send that may have arrived, always has a next step while unfinished', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (given) => {
        let generation: Generation = stored
        let nowMs = NOW
        for (const event of given) {
          nowMs += 1000
          const decision = decide(generation, event, at(nowMs))
          const changed = { ...generation, ...decision.changes }
          const isFoundAgain = generation.state === 'unknown' && event.kind === 'job-read'
          if (!isUnfinished(generation) && !isFoundAgain) expect(changed).toEqual(generation)
          const reset = generation.firstSentAtMs !== null && changed.firstSentAtMs === null
          if (reset) {
            expect(event).toMatchObject({ kind: 'send-failed', isReplay: false })
            if (event.kind === 'send-failed')
              expect(
                event.failure.status === 401 || !event.failure.mayHaveArrived || !event.failure.isFateUnknown,
              ).toBe(true)
          }
          if (changed.state === 'canceled' && generation.state !== 'canceled')
            expect(generation.firstSentAtMs).toBeNull()
          expect(nextStep(changed, nowMs).kind === 'rest').toBe(!isUnfinished(changed))
          expect(changed.body).toBe(stored.body)
          expect(changed.idempotencyKey).toBe(stored.idempotencyKey)
          generation = changed
        }
      }),
      { numRuns: 500 },
    )
  })
})
