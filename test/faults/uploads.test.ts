// FAULTS 33 to 37: media on their way to the service. An upload costs nothing; what is sent names exactly what the person asked about.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationIntent, MediaSources } from '../../src-main/bridge/types.ts'
import { childrenOf } from '../../src-main/library/sound-store.ts'
import type { HashFile } from '../../src-main/media/hash-file.ts'
import { hashContent } from '../../src-main/media/hash-file.ts'
import type { World } from './harness.ts'
import { openWorld } from './harness.ts'
import type { Seen } from './network.ts'
import { refusal } from './network.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const TICKET = /^\/v3\/assets$/
const UPLOAD = /^\/storage\/uploads?/
const EXTEND = /^\/v3\/extend\/edits(\?|$)/
const HOUR_MS = 3_600_000

const requests = ({ network }: World, method: string, path: RegExp): readonly Seen[] =>
  network.seen.filter((seen) => seen.method === method && path.test(seen.path))

/** A sound of the library to edit, made by the service itself. */
async function source(world: World): Promise<number> {
  const made = await world.untilOver(await world.begin({ durationMs: 3_500 }))
  expect(made).toMatchObject({ state: 'done' })
  return made.soundIds[0] ?? 0
}
function extension(world: World, sources: MediaSources): GenerationIntent {
  const { connectionId, body } = world.intent()
  return {
    connectionId,
    family: 'extend',
    body: { model: body.model, append_duration_ms: 1_000, input: {} },
    sources,
    generationId: randomUUID(),
    quotedCredits: null,
  }
}
async function begin(world: World, intent: GenerationIntent): Promise<string> {
  const started = await world.app.generations.start(intent)
  if (!started.ok) throw new Error(started.error.message)
  return started.value.id
}
const ofSound = (soundId: number): MediaSources => ({ audio: { kind: 'sound', soundId } })

describe('Uploads', () => {
  it('a sound is uploaded, extended, and its child stands in the library; the same content is not sent twice', async () => {
    const world = await openWorld(sandbox)
    const soundId = await source(world)
    const first = await world.untilOver(await begin(world, extension(world, ofSound(soundId))))
    expect(first).toMatchObject({ state: 'done', error: null, parentSoundId: soundId })
    const [child] = childrenOf(world.app.db, soundId)
    expect(child).toMatchObject({ family: 'extend', id: first.soundIds[0] })
    expect(child?.durationMs).toBe(4_500)
    const second = await world.untilOver(await begin(world, extension(world, ofSound(soundId))))
    expect(second).toMatchObject({ state: 'done' })
    expect(requests(world, 'POST', TICKET)).toHaveLength(1)
    expect(requests(world, 'POST', UPLOAD)).toHaveLength(1)
    for (const { headers } of requests(world, 'POST', UPLOAD)) expect(headers.authorization).toBeUndefined()
    expect(await world.debits()).toBe(3)
  })

  it('an address is sent as it is, with nothing uploaded', async () => {
    const world = await openWorld(sandbox)
    const intent = extension(world, { audio: { kind: 'url', url: 'https://sounds.invalid/door.wav' } })
    const ended = await world.untilOver(await begin(world, intent))
    expect(ended).toMatchObject({ state: 'refused', error: { code: 'audio_url_unreachable' } })
    expect(requests(world, 'POST', TICKET)).toHaveLength(0)
    expect(await world.debits()).toBe(0)
  })

  it('33 a ticket at its last minute is not used: a new one is asked for', async () => {
    const world = await openWorld(sandbox)
    const soundId = await source(world)
    world.network.strike(
      'POST',
      TICKET,
      {
        kind: 'change',
        change: (answer) => {
          const ticket = JSON.parse(answer.body.toString('utf8'))
          const soon = new Date(sandbox.now() + 30_000).toISOString()
          return { ...answer, body: Buffer.from(JSON.stringify({ ...ticket, upload_expires_at: soon })) }
        },
      },
      1,
    )
    const ended = await world.untilOver(await begin(world, extension(world, ofSound(soundId))))
    expect(ended).toMatchObject({ state: 'done' })
    expect(requests(world, 'POST', TICKET)).toHaveLength(2)
    expect(requests(world, 'POST', UPLOAD)).toHaveLength(1)
    expect(await world.debits()).toBe(2)
  })

  it.each([400, 403])('34 storage answers %i → a named error, no loop', async (status) => {
    const world = await openWorld(sandbox)
    const soundId = await source(world)
    world.network.strike('POST', UPLOAD, { kind: 'answer', status, body: '<Error>no</Error>' })
    const ended = await world.untilOver(await begin(world, extension(world, ofSound(soundId))))
    expect(ended).toMatchObject({
      state: 'refused',
      error: { code: expect.stringMatching(/upload|storage/) },
    })
    expect(requests(world, 'POST', UPLOAD)).toHaveLength(1)
    expect(requests(world, 'POST', EXTEND)).toHaveLength(0)
    expect(await world.debits()).toBe(1)
  })

  it('35 asset_not_ready → asked again a bounded number of times', async () => {
    const world = await openWorld(sandbox)
    const soundId = await source(world)
    const notReady = refusal(409, 'asset_not_ready', { isRetryable: true })
    world.network.strike('POST', EXTEND, notReady, 2)
    const ended = await world.untilOver(await begin(world, extension(world, ofSound(soundId))))
    expect(ended).toMatchObject({ state: 'done' })
    expect(requests(world, 'POST', EXTEND)).toHaveLength(3)
    world.network.strike('POST', EXTEND, notReady, 99)
    const never = await world.untilOver(await begin(world, extension(world, ofSound(soundId))))
    expect(never).toMatchObject({ state: 'refused', error: { code: 'asset_not_ready' } })
    expect(requests(world, 'POST', EXTEND).length).toBeLessThan(15)
    expect(await world.debits()).toBe(2)
  })

  it('36 an asset older than 24 h is uploaded again, also where only the service says that it is gone', async () => {
    const world = await openWorld(sandbox)
    const soundId = await source(world)
    expect(await world.untilOver(await begin(world, extension(world, ofSound(soundId))))).toMatchObject({
      state: 'done',
    })
    await world.time.pass(25 * HOUR_MS)
    expect(await world.untilOver(await begin(world, extension(world, ofSound(soundId))))).toMatchObject({
      state: 'done',
    })
    expect(requests(world, 'POST', UPLOAD)).toHaveLength(2)
    world.network.strike('POST', EXTEND, refusal(422, 'invalid_asset'), 1)
    const again = await world.untilOver(await begin(world, extension(world, ofSound(soundId))))
    expect(again).toMatchObject({ state: 'done' })
    expect(requests(world, 'POST', UPLOAD)).toHaveLength(3)
    expect(await world.debits()).toBe(4)
  })

  it('37 the file changes while it is uploaded → stopped, named, nothing charged', async () => {
    const world = await openWorld(sandbox)
    const soundId = await source(world)
    const [path = ''] = world.app.files(world.app.generations.recent(1)[0]?.id ?? '')
    // Changed between the asking and the sending: what is sent would not be what was asked about.
    world.network.strike('POST', TICKET, { kind: 'reset-before' }, 1)
    const id = await begin(world, extension(world, ofSound(soundId)))
    await world.soon('the first ticket', () => requests(world, 'POST', TICKET).length === 1)
    appendFileSync(path, 'changed')
    const ended = await world.untilOver(id)
    expect(ended).toMatchObject({ state: 'refused', error: { code: expect.stringMatching(/changed/) } })
    expect(requests(world, 'POST', EXTEND)).toHaveLength(0)
    expect(await world.debits()).toBe(1)
  })

  it('37 the file changes after it was read, while its ticket is asked for → stopped, named: other bytes were uploaded than were asked about', async () => {
    const world = await openWorld(sandbox)
    const soundId = await source(world)
    const [path = ''] = world.app.files(world.app.generations.recent(1)[0]?.id ?? '')
    world.network.strike(
      'POST',
      TICKET,
      {
        kind: 'change',
        change(answer) {
          appendFileSync(path, 'changed')
          return answer
        },
      },
      1,
    )
    const ended = await world.untilOver(await begin(world, extension(world, ofSound(soundId))))
    expect(ended).toMatchObject({ state: 'refused', error: { code: 'source_changed' } })
    expect(requests(world, 'POST', EXTEND)).toHaveLength(0)
    expect(await world.debits()).toBe(1)
    // What lies at the service is not taken for what was asked about, later on either.
    const again = await world.untilOver(await begin(world, extension(world, ofSound(soundId))))
    expect(again).toMatchObject({ state: 'done' })
    expect(requests(world, 'POST', UPLOAD)).toHaveLength(2)
  })

  it('a file that is gone, empty or no sound is refused before anything is stored', async () => {
    const world = await openWorld(sandbox)
    const gone = await world.app.generations.start(extension(world, ofSound(4711)))
    expect(gone).toMatchObject({ ok: false, error: { code: 'source_missing' } })
    const soundId = await source(world)
    const short = { ...extension(world, ofSound(soundId)), family: 'inpaint' as const }
    const region = { model: short.body.model, region: { start_ms: 3_000, end_ms: 5_000 }, input: {} }
    const outside = await world.app.generations.start({ ...short, body: region })
    expect(outside).toMatchObject({ ok: false, error: { code: 'invalid_region', param: 'region.end_ms' } })
    expect(await world.debits()).toBe(1)
  })

  it('the app is quit while a long file is read before it is sent → asked for again at the next start, never refused', async () => {
    let calls = 0
    const hashLong: HashFile = async (file, signal) => {
      calls += 1
      // The first reading is that of the asking, the second that of the sending.
      if (calls === 2 && signal !== undefined) await once(signal, 'abort')
      return hashContent(file, signal)
    }
    const world = await openWorld(sandbox, { hashLong })
    const soundId = await source(world)
    const [path = ''] = world.app.files(world.app.generations.recent(1)[0]?.id ?? '')
    appendFileSync(path, Buffer.alloc(5 << 20))
    const id = await begin(world, extension(world, ofSound(soundId)))
    await world.soon('the second reading', () => calls === 2)
    await world.restart()
    expect(world.app.row(id)).toMatchObject({ state: 'stored', error: null })
    expect(await world.untilOver(id)).toMatchObject({ state: 'done', error: null })
    expect(calls).toBe(3)
    expect(requests(world, 'POST', UPLOAD)).toHaveLength(1)
    expect(await world.debits()).toBe(2)
  })

  it('what was not uploaded when the app ended is uploaded at the next start, and charged once', async () => {
    const world = await openWorld(sandbox)
    const soundId = await source(world)
    let isDead = false
    world.app.killBefore(({ url }) => {
      isDead ||= EXTEND.test(url.pathname)
      return isDead
    })
    const id = await begin(world, extension(world, ofSound(soundId)))
    await world.soon('the end of the app', () => isDead)
    await world.restart()
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    expect(requests(world, 'POST', UPLOAD)).toHaveLength(1)
    expect(await world.debits()).toBe(2)
  })
})
