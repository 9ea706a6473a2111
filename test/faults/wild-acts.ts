// What may befall an app and its network in a wild schedule: the strikes of the network, and what people, machines and kills do, drawn by chance.
import { setTimeout as realTime } from 'node:timers/promises'
import type { TransportRequest } from '../../src-main/service-client/transport.ts'
import type { World } from './harness.ts'
import { CREATE, POLL, STORAGE } from './harness.ts'
import type { Treatment } from './network.ts'
import { refusal } from './network.ts'

export interface Chance {
  /** 0..1 */
  readonly fraction: () => number
  readonly below: (bound: number) => number
  readonly pick: <T>(first: T, ...rest: readonly T[]) => T
}
export function chanceOf(random: () => number): Chance {
  const below = (bound: number): number => Math.floor(random() * bound)
  return {
    fraction: random,
    below,
    pick: (first, ...rest) => rest[below(rest.length + 1) - 1] ?? first,
  }
}

const HOUR_MS = 3_600_000
export const EXTEND = /^\/v3\/extend\/edits(\?|$)/
const EXTEND_POLL = /^\/v3\/extend\/edits\/(?!preflight)[^/]+$/
export const MIDI = /^\/v2\/audio-to-midi\/v1\.0\/jobs$/
const MIDI_POLL = /^\/v2\/audio-to-midi\/v1\.0\/jobs\/./

/** Where the network strikes, or the app dies before it sends: creates most often, they cost money. */
const PLACES: readonly (readonly [method: 'GET' | 'POST', path: RegExp])[] = [
  ['POST', CREATE],
  ['POST', CREATE],
  ['POST', EXTEND],
  ['POST', EXTEND],
  ['POST', MIDI],
  ['POST', MIDI],
  ['GET', POLL],
  ['GET', EXTEND_POLL],
  ['GET', MIDI_POLL],
  ['POST', /preflight/],
  ['GET', /preflight/],
  ['GET', /^\/v3\/me/],
  ['GET', STORAGE],
  ['GET', STORAGE],
  ['POST', STORAGE],
  ['POST', /^\/v3\/assets$/],
]

const page = (status: number, isServed: boolean): Treatment => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'text/html' },
  body: '<h1>Not what you asked for</h1>',
  isServed,
})

/** Nobody can tell from it whether the request was taken. */
function unclear({ pick, fraction }: Chance): Treatment {
  const isServed = fraction() < 0.5
  return pick<Treatment>(
    { kind: 'reset-before' },
    { kind: 'reset-after' },
    { kind: 'reset-after' },
    { kind: 'cut', afterBytes: pick(0, 1, 40, 3_000) },
    page(503, isServed),
    page(504, true),
    page(200, isServed),
    { kind: 'answer', status: 500, body: '', isServed: true },
    {
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"id":5}',
      isServed: true,
    },
    refusal(503, 'temporarily_unavailable', { isRetryable: true, isServed }),
  )
}
/** The service says no, or not now. */
const refused = ({ pick }: Chance): Treatment =>
  pick(
    refusal(429, 'rate_limited', { isRetryable: true, headers: { 'retry-after': '3' } }),
    refusal(429, 'concurrency_limit_reached', { isRetryable: true }),
    refusal(400, 'invalid_asset'),
    refusal(401, 'unauthorized'),
    refusal(402, 'insufficient_credits'),
    refusal(403, 'forbidden'),
    refusal(404, 'not_found'),
    refusal(409, 'idempotency_conflict'),
    refusal(409, 'asset_not_ready', { isRetryable: true }),
  )

/** Up to three strikes, a create that is lost and then refused, and now and then a job that fails or is slow. */
export async function trouble(world: World, chance: Chance): Promise<void> {
  const { below, pick, fraction } = chance
  if (fraction() < 0.3) {
    const path = pick(CREATE, EXTEND, MIDI)
    // The newest strike comes first.
    world.network.strike('POST', path, refused(chance))
    world.network.strike('POST', path, unclear(chance))
  }
  for (let strikes = below(4); strikes > 0; strikes--) {
    const [method, path] = pick(PLACES[0] ?? ['POST', CREATE], ...PLACES.slice(1))
    world.network.strike(method, path, pick(unclear, refused)(chance), 1 + below(2))
  }
  if (fraction() < 0.15) {
    const fault = pick<object>(
      { kind: 'failed', retryable: true },
      { kind: 'unreadable' },
      { kind: 'variant_failed', variant_index: 0 },
      { kind: 'moderation' },
    )
    await world.sandbox.fault({ match: {}, fault, times: 1 })
  }
  if (fraction() < 0.1)
    await world.sandbox.pace({ hold: fraction() < 0.5, run_ms: pick(null, 6_000, 60_000) })
}

/** Lets a little time pass, and what runs go on. */
export async function wander(world: World, { below }: Chance, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await realTime(3)
    await world.time.pass(below(4_000))
  }
}

/** Waits for something that may itself wait for its turn or for another try. */
export async function during<T>(world: World, work: Promise<T>): Promise<T> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await Promise.race([ended.catch(() => {}), realTime(3)])
    if (isOver) break
    // A create that waits for a held job waits by the service's clock, and what is to be paced waits behind it.
    if (world.app.inFlight() > 0) await world.sandbox.advance(500)
    else await world.time.pass(Math.min(world.time.nextMs() ?? 10, 3_000))
  }
  return ended
}

/** Gives the connection its key once more, as a person does whose keychain has lost it. */
export async function giveKey(world: World): Promise<void> {
  const { connectionId: id, apiKey, network } = world
  const draft = { id, name: 'the service', baseUrl: network.baseUrl, headerPrefix: 'Service', apiKey }
  const saved = await during(world, world.app.connections.save(draft))
  if (!saved.ok) throw new Error(saved.error.message)
}

/** One thing that happens: a kill, a restart, a sleep, a clock that is set, a key lost, a person who changes their mind. */
export async function befall(world: World, chance: Chance, ids: readonly string[]): Promise<string> {
  const { below, pick, fraction } = chance
  const restart = async (): Promise<void> => {
    // Whatever was armed has struck by now, or the end comes here.
    world.app.kill()
    await world.restart()
  }
  const acts: Readonly<Record<string, () => Promise<unknown> | unknown>> = {
    kill: restart,
    'kill before a request': async () => {
      const [method, path] = pick(PLACES[0] ?? ['POST', CREATE], ...PLACES.slice(1))
      world.app.killBefore(
        ({ method: sent, url }: TransportRequest) => sent === method && path.test(url.pathname),
      )
      await wander(world, chance, 6)
      await restart()
    },
    'kill at the disk': async () => {
      world.app.killAtDisk(pick('open', 'mkdir', 'link', 'unlink', 'stat', 'rename'), pick('before', 'after'))
      await wander(world, chance, 6)
      await restart()
    },
    quit: () => world.restart(),
    wander: () => wander(world, chance, below(8)),
    sleep: () => world.time.sleep(fraction() < 0.4 ? (20 + below(12)) * HOUR_MS : below(HOUR_MS)),
    'set the clock': () => world.time.setClock((fraction() - 0.5) * 96 * HOUR_MS),
    'lose the key': async () => {
      world.keychain.entries.clear()
      await world.restart()
    },
    offline: async () => {
      await world.network.setOnline(false)
      await wander(world, chance, 4)
      await world.network.setOnline(true)
    },
    drop: () => ids.length > 0 && world.app.generations.cancel(pick(ids[0] ?? '', ...ids.slice(1))),
    'stop waiting': () =>
      ids.length > 0 && world.app.generations.stopWaiting(pick(ids[0] ?? '', ...ids.slice(1))),
    rescue: () => during(world, world.app.rescue.look()),
  }
  const names = Object.keys(acts)
  const name = pick(names[0] ?? '', ...names.slice(1))
  await acts[name]?.()
  return name
}
