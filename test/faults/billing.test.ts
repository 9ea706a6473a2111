// FAULTS 19 to 32: what is charged, what is asked before, and what is told. Charges are read from the service's ledger.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeBudget, readBudget } from '../../src-main/generations/budget-store.ts'
import type { StartReply } from './app.ts'
import { CREATE, openWorld, POLL, PREFLIGHT } from './harness.ts'
import { changedJson, refusal } from './network.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

/** What the person may say yes to. */
function approvalOf(reply: StartReply): unknown {
  return !reply.ok && 'approval' in reply.error ? reply.error.approval : null
}

describe('Billing', () => {
  it('19 a double click on Generate → one job', async () => {
    const world = await openWorld(sandbox)
    const generationId = randomUUID()
    const both = await Promise.all([world.start({ generationId }), world.start({ generationId })])
    expect(both.map((reply) => reply.ok && reply.value.id)).toEqual([generationId, generationId])
    await world.untilOver(generationId)
    expect((await world.start({ generationId })).ok).toBe(true)
    expect(await world.debits()).toBe(1)
    expect(world.network.count('POST', CREATE)).toBe(1)
  })

  it('20 409 idempotency_conflict → stopped and explained, never retried, whatever it says of itself', async () => {
    const world = await openWorld(sandbox)
    world.network.strike('POST', CREATE, refusal(409, 'idempotency_conflict', { isRetryable: true }), 9)
    const id = await world.begin()
    expect(await world.untilOver(id)).toMatchObject({
      state: 'refused',
      error: { code: 'idempotency_conflict' },
    })
    await world.restart()
    await world.time.pass(2 * 3_600_000)
    expect(world.network.count('POST', CREATE)).toBe(1)
    expect(await world.debits()).toBe(0)
  })

  it('21 402 with recovery → no retry, the one recovery step is offered', async () => {
    const world = await openWorld(sandbox, { account: { credits: 3 } })
    const id = await world.begin()
    const { state, error } = await world.untilOver(id)
    expect(state).toBe('refused')
    expect(error).toMatchObject({
      code: 'insufficient_credits',
      retryable: false,
      creditRecovery: { credits_required: 5, credits_available: 3, credit_shortfall: 2 },
    })
    expect(error?.creditRecovery?.recovery_action).toBeTypeOf('string')
    expect(error?.requestId).toBeTypeOf('string')
    expect(world.network.count('POST', CREATE)).toBe(1)
    expect(await world.debits()).toBe(0)
  })

  it('22 402 with shortfall 0 → "provisioning", not "too poor"', async () => {
    const world = await openWorld(sandbox, { account: { provisioning_state: 'pending' } })
    const id = await world.begin()
    const { error } = await world.untilOver(id)
    expect(error).toMatchObject({ code: 'provisioning_pending', creditRecovery: { credit_shortfall: 0 } })
    expect(error?.message).not.toMatch(/credits? (is|are) (missing|short)|not enough/i)
  })

  it('23 `pending` passing its deadline → stalled, blocked, also while nobody asks the service', async () => {
    const world = await openWorld(sandbox, { account: { provisioning_state: 'pending' } })
    const account = () => world.app.connections.view(world.connectionId)?.account
    await world.app.connections.refresh(world.connectionId)
    expect(account()?.provisioning_state).toBe('pending')
    await world.time.pass(11 * 60_000)
    expect(account()?.provisioning_state).toBe('stalled')
    const id = await world.begin()
    expect(await world.untilOver(id)).toMatchObject({
      state: 'refused',
      error: { code: 'provisioning_stalled' },
    })
  })

  it('24 unmetered nulls are never shown as 0', async () => {
    const world = await openWorld(sandbox, { account: { account_type: 'organization' } })
    const id = await world.begin({ quotedCredits: 5 })
    const made = await world.untilOver(id)
    expect(made).toMatchObject({ state: 'done', chargedCredits: null })
    const sound = world.app.db
      .statement('SELECT credits FROM sounds WHERE id = ?')
      .get([made.soundIds[0] ?? 0])
    expect(sound).toEqual({ credits: null })
    expect(world.app.connections.view(world.connectionId)?.account).toMatchObject({
      credits_available: null,
      spend_capacity: null,
    })
    // Nothing is spent, so no bound of spending asks.
    changeBudget(world.app.db, { perActionCredits: 1, perDayCredits: 1 })
    expect((await world.start()).ok).toBe(true)
    expect(world.network.count('POST', PREFLIGHT)).toBe(0)
  })

  it('25 partially_succeeded → the full charge, the produced variants saved, an error by each failed one', async () => {
    const world = await openWorld(sandbox)
    await sandbox.fault({ match: {}, fault: { kind: 'variant_failed', variant_index: 1 }, times: 1 })
    const id = await world.begin({ variants: 3 })
    const made = await world.untilOver(id)
    expect(made).toMatchObject({ state: 'done', chargedCredits: 15, jobStatus: 'partially_succeeded' })
    expect(world.app.files(id)).toHaveLength(2)
    expect(made.shortfalls).toHaveLength(1)
    expect(made.shortfalls[0]).toMatch(/^Take 2: /)
    expect((await world.ledger()).entries).toMatchObject([{ kind: 'debit', credits: 15 }])
  })

  it('26 result_unreadable → charged, told, not retried', async () => {
    const world = await openWorld(sandbox)
    await sandbox.fault({ match: {}, fault: { kind: 'unreadable' }, times: 1 })
    const id = await world.begin()
    expect(await world.untilOver(id)).toMatchObject({
      state: 'failed',
      chargedCredits: 5,
      error: { code: 'result_unreadable', retryable: false },
    })
    await world.restart()
    await world.time.pass(2 * 3_600_000)
    expect(world.network.count('POST', CREATE)).toBe(1)
    expect(await world.debits()).toBe(1)
  })

  it('27 no speech found → the settled charge below the quote is the one that counts', async () => {
    const world = await openWorld(sandbox)
    // The sandbox of this machine publishes no video family: its job's charge is settled lower on the way instead.
    const settled = changedJson((job) => (job.credits === null ? job : { ...job, credits: 3 }))
    world.network.rule(({ path }) => (CREATE.test(path) || POLL.test(path) ? settled : null))
    const id = await world.begin({ quotedCredits: 5 })
    expect(await world.untilOver(id)).toMatchObject({ state: 'done', quotedCredits: 5, chargedCredits: 3 })
  })

  it.each([
    ['expired', refusal(404, 'not_found')],
    ['made for another body', refusal(400, 'invalid_request', { param: 'plan' })],
  ])('28 a plan %s → quote again', async (_name, answer) => {
    const world = await openWorld(sandbox)
    world.network.strike('POST', CREATE, answer)
    const id = await world.begin()
    // The bytes of a create with a plan: the sandbox of this machine publishes no family that has one.
    world.app.db.driver
      .prepare(
        "UPDATE generations SET body = CAST(json_set(CAST(body AS TEXT), '$.plan', 'plan_1') AS BLOB) WHERE id = ?",
      )
      .run(id)
    expect(await world.untilOver(id)).toMatchObject({
      state: 'refused',
      error: { code: 'plan_expired', retryable: true },
    })
    expect(await world.debits()).toBe(0)
  })

  it('29 the price rose between quote and create → asked again; agreed to, it is sent', async () => {
    const world = await openWorld(sandbox)
    const dearer = changedJson((quote) => ({ ...quote, credits: 9 }))
    world.network.rule(({ path }) => (PREFLIGHT.test(path) ? dearer : null))
    const generationId = randomUUID()
    const asked = await world.start({ generationId, quotedCredits: 5 })
    expect(asked).toMatchObject({ ok: false, error: { code: 'price_rose' } })
    expect(approvalOf(asked)).toMatchObject({ credits: 9, bound: 'quote', boundCredits: 5 })
    expect(world.network.count('POST', CREATE)).toBe(0)
    const agreed = await world.start({ generationId, quotedCredits: 5, approvedCredits: 9 })
    expect(agreed.ok).toBe(true)
    await world.untilOver(generationId)
    expect(await world.debits()).toBe(1)
  })

  it('29 a lower price is simply taken', async () => {
    const world = await openWorld(sandbox)
    expect((await world.start({ quotedCredits: 500 })).ok).toBe(true)
  })

  it('29 the price rose while the intent waited for the network → not sent, and told', async () => {
    const world = await openWorld(sandbox)
    await world.network.setOnline(false)
    const id = await world.begin({ quotedCredits: 5 })
    await world.soon('the wait', () => world.app.row(id).waitingFor === 'connection')
    const dearer = changedJson((quote) => ({ ...quote, credits: 9 }))
    world.network.rule(({ path }) => (PREFLIGHT.test(path) ? dearer : null))
    await world.time.pass(3_600_000)
    await world.network.setOnline(true)
    expect(await world.untilOver(id)).toMatchObject({ state: 'refused', error: { code: 'price_rose' } })
    expect(world.network.count('POST', CREATE)).toBe(0)
    expect(await world.debits()).toBe(0)
  })

  it('30 the key is replaced while jobs run → old jobs are read with the old key until they end, over a restart', async () => {
    const world = await openWorld(sandbox)
    await sandbox.pace({ hold: true })
    const id = await world.begin()
    await world.untilAccepted(id)
    const another = await sandbox.newKey()
    const replaced = await world.app.connections.save({
      id: world.connectionId,
      name: 'the service',
      baseUrl: world.network.baseUrl,
      headerPrefix: 'Service',
      apiKey: another,
    })
    expect(replaced.ok).toBe(true)
    await world.restart()
    const since = world.network.seen.length
    await sandbox.pace({ hold: false, run_ms: 0 })
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    const polls = world.network.seen.slice(since).filter(({ path }) => POLL.test(path))
    expect(polls.length).toBeGreaterThan(0)
    for (const { headers } of polls) expect(headers.authorization).toBe(`Bearer ${world.apiKey}`)
    const next = await world.begin()
    expect(await world.untilOver(next)).toMatchObject({ state: 'done' })
    expect(await world.debits(another)).toBe(1)
    expect(await world.debits()).toBe(1)
    // Nothing needs the old key any more: it leaves the keychain.
    await world.app.rescue.look()
    expect([...world.keychain.entries.values()]).toEqual([another])
  })

  it('30 a replay goes out with the key of its first send, whatever key the connection has by now', async () => {
    const world = await openWorld(sandbox)
    world.network.strike('POST', CREATE, { kind: 'reset-after' }, 1)
    const id = await world.begin()
    await world.soon('the reset', () => world.app.row(id).error !== null)
    const another = await sandbox.newKey()
    await world.app.connections.save({
      id: world.connectionId,
      name: 'the service',
      baseUrl: world.network.baseUrl,
      headerPrefix: 'Service',
      apiKey: another,
    })
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    expect([await world.debits(), await world.debits(another)]).toEqual([1, 0])
  })

  it('31 a replay later than 23 h after the first send → refused, fate unknown', async () => {
    const world = await openWorld(sandbox)
    world.network.strike('POST', CREATE, { kind: 'reset-after' })
    const id = await world.begin()
    await world.soon('the reset', () => world.app.row(id).error !== null)
    world.app.kill()
    await world.time.sleep(23 * 3_600_000 + 60_000)
    await world.restart()
    expect(await world.untilOver(id)).toMatchObject({ state: 'unknown', error: { code: 'fate_unknown' } })
    expect(world.network.count('POST', CREATE)).toBe(1)
    expect(await world.debits()).toBe(1)
    // What the account held before and after is there as a hint.
    await world.app.rescue.look()
    expect(world.app.row(id)).toMatchObject({ balanceBefore: 50_000, balanceAfter: 49_995 })
  })

  it('31 the machine sleeps for a day while a replay looks for its socket → it does not leave, fate unknown', async () => {
    const world = await openWorld(sandbox)
    world.network.strike('POST', CREATE, { kind: 'reset-after' })
    const id = await world.begin()
    await world.soon('the reset', () => world.app.row(id).error !== null)
    world.app.befallBefore(
      ({ method, url }) => method === 'POST' && CREATE.test(url.pathname),
      () => world.time.sleep(25 * 3_600_000),
    )
    expect(await world.untilOver(id)).toMatchObject({ state: 'unknown', error: { code: 'fate_unknown' } })
    expect(world.network.count('POST', CREATE)).toBe(1)
    expect(await world.debits()).toBe(1)
  })

  it('32 an action above its bound → asked before anything is sent, by the main process', async () => {
    const world = await openWorld(sandbox)
    changeBudget(world.app.db, { perActionCredits: 10, perDayCredits: null })
    const generationId = randomUUID()
    // What the window says it cost counts for nothing.
    const asked = await world.start({ generationId, durationMs: 2_000, quotedCredits: 20 })
    expect(asked).toMatchObject({ ok: false, error: { code: 'budget_exceeded' } })
    expect(approvalOf(asked)).toEqual({
      credits: 20,
      bound: 'action',
      boundCredits: 10,
      spentTodayCredits: 0,
    })
    expect(world.network.count('POST', CREATE)).toBe(0)
    expect((await world.start({ generationId, durationMs: 2_000, approvedCredits: 19 })).ok).toBe(false)
    expect((await world.start({ generationId, durationMs: 2_000, approvedCredits: 20 })).ok).toBe(true)
    await world.untilOver(generationId)
    expect(await world.debits()).toBe(1)
  })

  it('32 a day above its bound → asked; several actions at once cannot pass it together', async () => {
    const world = await openWorld(sandbox)
    changeBudget(world.app.db, { perActionCredits: null, perDayCredits: 20 })
    const replies = await Promise.all(Array.from({ length: 8 }, () => world.start({ durationMs: 500 })))
    const begun = replies.filter(({ ok }) => ok)
    expect(begun).toHaveLength(4)
    expect(
      approvalOf(replies.find(({ ok }) => !ok) ?? replies[0] ?? ({ ok: true } as StartReply)),
    ).toMatchObject({
      credits: 5,
      bound: 'day',
      boundCredits: 20,
      spentTodayCredits: 20,
    })
    await world.until('the end', () => world.app.generations.current().length === 0)
    const spent = (await world.ledger()).entries.reduce((sum, { credits }) => sum + credits, 0)
    expect(spent).toBe(20)
    // The next day is another one.
    await world.time.sleep(24 * 3_600_000)
    expect((await world.start({ durationMs: 500 })).ok).toBe(true)
  })

  it('91 ten thousand creates → stopped by the bounds that stand from the start', async () => {
    const world = await openWorld(sandbox)
    await world.network.setOnline(false)
    // A price that the window makes up is no agreement.
    expect(await world.start({ quotedCredits: 0 })).toMatchObject({
      ok: false,
      error: { code: 'price_rose' },
    })
    expect(readBudget(world.app.db)).toEqual({ perActionCredits: 2_500, perDayCredits: 10_000 })
    let begun = 0
    let last: StartReply | null = null
    for (let count = 0; count < 1_200 && (last === null || last.ok); count++) {
      last = await world.start({ durationMs: 1_500 })
      if (last.ok) begun += 1
    }
    expect(last).toMatchObject({ ok: false, error: { code: 'budget_exceeded' } })
    expect(begun * 15).toBeLessThanOrEqual(10_000)
  })
})
