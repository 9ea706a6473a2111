// FAULTS 61, 62, 63, 67, 68: answers that break the contract. What cannot be read is told and kept; what is charged is not lost by it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CREATE, openWorld, POLL } from './harness.ts'
import { changedJson } from './network.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

describe('Malformed data', () => {
  it.each([
    ['61 credits as a string', { credits: '5' }],
    ['61 credits that are no number', { credits: 'NaN' }],
    ['61 credits of 2^53', { credits: 2 ** 53 }],
    ['62 a required field missing', { urls: undefined }],
    ['63 a seed out of range', { seed: -1 }],
    ['63 a seed of 33 bits', { seed: 2 ** 32 }],
  ])(
    '%s → rejected, the answer kept; once it can be read the sound is fetched, one charge',
    async (_name, broken) => {
      const world = await openWorld(sandbox)
      world.network.strike(
        'POST',
        CREATE,
        changedJson((job) => ({ ...job, ...broken })),
        2,
      )
      const id = await world.begin()
      await world.soon('the answer', () => world.app.row(id).error !== null)
      const { error, unreadAnswer, chargedCredits, state } = world.app.row(id)
      expect(error?.code).toBe('answer_breaks_contract')
      expect(error?.message).toContain(Object.keys(broken)[0])
      expect(JSON.parse(unreadAnswer ?? '')).toMatchObject({ object: 'text_to_sfx.generation' })
      expect([state, chargedCredits]).toEqual(['sending', null])
      expect(await world.untilOver(id)).toMatchObject({ state: 'done', chargedCredits: 5 })
      expect(await world.debits()).toBe(1)
    },
  )

  it('62 what stays unreadable is told as of unknown fate, with the answer kept', async () => {
    const world = await openWorld(sandbox)
    const broken = changedJson(({ urls: _, ...job }) => job)
    world.network.rule(({ path }) => (CREATE.test(path) || POLL.test(path) ? broken : null))
    const id = await world.begin()
    for (let hour = 0; hour < 24; hour++) {
      await world.soon('quiet', () => world.app.inFlight() === 0)
      await world.time.pass(3_600_000)
    }
    expect(await world.untilOver(id)).toMatchObject({ state: 'unknown', error: { code: 'fate_unknown' } })
    expect(world.app.row(id).unreadAnswer).toContain('"credits":5')
    // Twice as long each time, an hour at most: a day of it is no load.
    expect(world.network.count('POST', CREATE)).toBeLessThan(40)
    expect(await world.debits()).toBe(1)
  })

  it.each([
    ['lone surrogates', 'rain \ud800 on \udfff tin'],
    ['a megabyte', 'x'.repeat(1 << 20)],
  ])('67 a label of %s → cut to what can be shown and stored', async (_name, label) => {
    const world = await openWorld(sandbox)
    const named = changedJson((job) => {
      // The sandbox's text-to-sfx jobs hold one output once they are over.
      const { output } = (job.result ?? { output: {} }) as { readonly output: object }
      return {
        ...job,
        ...(job.result === null ? {} : { result: { output: { ...output, label, category: 'foreground' } } }),
      }
    })
    world.network.rule(({ path }) => (CREATE.test(path) || POLL.test(path) ? named : null))
    const id = await world.begin()
    const made = await world.untilOver(id)
    expect(made.state).toBe('done')
    const sound = world.app.db
      .statement('SELECT label, name, relative_path FROM sounds WHERE id = ?')
      .get([made.soundIds[0] ?? 0])
    for (const text of Object.values(sound as Record<string, string>)) {
      expect(text.isWellFormed()).toBe(true)
      expect(text.length).toBeLessThanOrEqual(200)
    }
  })

  it('68 deep JSON → refused whole; `__proto__` → inert', async () => {
    const world = await openWorld(sandbox)
    const deep = `{"id":"job","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
    const headers = { 'content-type': 'application/json' }
    world.network.strike('POST', CREATE, {
      kind: 'change',
      change: (answer) => ({
        ...answer,
        body: Buffer.from(
          answer.body
            .toString()
            .replace('{', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},'),
        ),
      }),
    })
    world.network.strike('POST', CREATE, { kind: 'answer', status: 200, headers, body: deep, isServed: true })
    const id = await world.begin()
    await world.soon('the deep answer', () => world.app.row(id).error !== null)
    expect(world.app.row(id).error?.code).toMatch(/answer_too_deep|answer_breaks_contract/)
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    expect(Object.prototype).not.toHaveProperty('isAdmin')
    expect({}).not.toHaveProperty('isAdmin')
    expect(await world.debits()).toBe(1)
  })
})
