// Detections over a real service: kept with the library as long as a transcription may name them, and given up by whoever asked.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DetectionAnswer } from '../../../src-main/bridge/transcriptions.ts'
import type { Reply } from '../../../src-main/bridge/types.ts'
import { createAskings } from '../../../src-main/generations/askings.ts'
import { createSourceFiles } from '../../../src-main/generations/source-files.ts'
import { createUploader } from '../../../src-main/generations/uploader.ts'
import { readyFile } from '../../../src-main/library/ready-file.ts'
import { hashContent } from '../../../src-main/media/hash-file.ts'
import { createDetections } from '../../../src-main/transcriptions/detections.ts'
import { openWorld, type World } from '../../faults/harness.ts'
import { openSandbox, type Sandbox } from '../../faults/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const DETECTION = /^\/v2\/audio-to-midi\/v1\.0\/instruments$/
const DAY_MS = 24 * 60 * 60_000

/** A world with one sound, and the room over its present app. */
async function openRoom() {
  const world = await openWorld(sandbox)
  const made = await world.untilOver(await world.begin({ durationMs: 2_000, prompt: 'music box' }))
  const place = { connectionId: world.connectionId, soundId: made.soundIds[0] ?? 0 }
  let laterMs = 0
  const room = () => {
    const { db, connections, libraryRoot } = world.app
    const now = (): number => world.time.now() + laterMs
    const files = createSourceFiles({
      db,
      readyPath: (soundId) => readyFile(db, libraryRoot, soundId),
      hashLong: hashContent,
      newId: randomUUID,
      now,
    })
    const uploader = createUploader({ db, files })
    return createDetections({ db, connections, files, uploader, now, random: () => 0.5 })
  }
  const askings = createAskings({ monotonicMs: () => 0, onProgress: () => {} })
  const ask = (askingId: string): Promise<Reply<DetectionAnswer>> =>
    askings.ask(askingId, (asker) => room().detect({ ...place, maxCredits: 0 }, asker))
  return {
    world,
    place,
    room,
    askings,
    ask,
    /** Asks as the window does, and lets time pass until the answer is here. */
    heard: () => answered(world, ask(randomUUID())),
    wait: (ms: number) => {
      laterMs += ms
    },
  }
}

async function answered(
  world: World,
  asked: Promise<Reply<DetectionAnswer>>,
): Promise<Omit<DetectionAnswer, 'freeLeft'>> {
  let answer: Reply<DetectionAnswer> | null = null
  void asked.then((given) => {
    answer = given
  })
  await world.until('an answer', () => answer !== null)
  const reply = await asked
  if (!reply.ok) throw new Error(reply.error.message)
  const { freeLeft: _, ...view } = reply.value
  return view
}

it('is kept over a restart, for thirty days, and for this content alone', async () => {
  const { world, place, room, heard, wait } = await openRoom()
  expect(room().kept(place)).toBeNull()
  const view = await heard()
  expect(room().kept(place)).toEqual(view)
  await world.restart()
  expect(room().kept(place)).toEqual(view)
  expect(room().kept({ ...place, connectionId: 'built-in' })).toBeNull()
  wait(29 * DAY_MS)
  expect(room().kept(place)).toEqual(view)
  wait(2 * DAY_MS)
  expect(room().kept(place)).toBeNull()
  wait(-31 * DAY_MS)
  world.app.db.statement("UPDATE sounds SET sha256 = 'another' WHERE id = ?").run([place.soundId])
  expect(room().kept(place)).toBeNull()
})

it('is forgotten once the service has refused a transcription that names it', async () => {
  const { world, place, room, heard } = await openRoom()
  await heard()
  world.app.db.statement("UPDATE instrument_detections SET detection_id = 'lost'").run([])
  expect(room().kept(place)?.detectionId).toBe('lost')
  const started = await world.app.transcriptions.start({
    ...place,
    options: { instrument_detection_id: 'lost' },
    generationId: randomUUID(),
    quotedCredits: null,
  })
  if (!started.ok) throw new Error(started.error.message)
  const over = await world.untilOver(started.value.id)
  expect(over).toMatchObject({ state: 'refused', error: { param: 'instrument_detection_id' } })
  expect(room().kept(place)).toBeNull()
  await heard()
  expect(room().kept(place)).not.toBeNull()
})

it('is given up while the service listens, and nothing is kept of it', async () => {
  const { world, place, room, ask, askings, heard } = await openRoom()
  world.network.strike('POST', DETECTION, { kind: 'stall' })
  const askingId = randomUUID()
  const left = ask(askingId)
  await world.soon('the detection', () => world.network.count('POST', DETECTION) === 1)
  askings.cancel(askingId)
  expect(await left).toMatchObject({ ok: false, error: { code: 'canceled' } })
  expect(room().kept(place)).toBeNull()
  expect((await heard()).creditsCharged).toBe(0)
})
