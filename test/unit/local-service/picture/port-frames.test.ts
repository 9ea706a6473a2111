// The port to the app's decoder, from the service's question to the window and back.

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PictureOutcome, PictureWork } from '../../../../src-main/decode/picture-port.ts'
import {
  type ClipFacts,
  FRAME_PIXELS,
  PictureUnreadable,
} from '../../../../src-main/local-service/picture/frame-source.ts'
import {
  createPortFrames,
  type HearingFrames,
} from '../../../../src-main/local-service/picture/port-frames.ts'
import { createWindowFrames } from '../../../../src-main/local-service/picture/window-frames.ts'
import type { PictureDecoder } from '../../../../src-main/shell/picture-desk.ts'
import { offerPictures } from '../../../../src-main/shell/picture-offer.ts'
import { makeTemporaryFolder } from '../../../temporary-folder.ts'

const FACTS: ClipFacts = {
  durationMs: 2000,
  pictureMs: 2000,
  width: 320,
  height: 180,
  framesPerSecond: 25,
  hasAudio: true,
}
const WINDOW = { startMs: 0, durationMs: 1000 }
const DONE: PictureOutcome = { ok: true, facts: null }
const signal = new AbortController().signal
let folder: string
let clip: string

beforeAll(() => {
  folder = makeTemporaryFolder('port')
  clip = join(folder, 'clip.webm')
  writeFileSync(clip, 'a clip')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Both ends of the port, over a decoder written by hand. */
function joined(decode: PictureDecoder['decode'], dataDir = folder): HearingFrames {
  let toService = (_message: unknown): void => {}
  const offer = offerPictures({ decode }, dataDir, (message) => queueMicrotask(() => toService(message)))
  return createPortFrames({
    post: (message) => void offer.take(structuredClone(message)),
    onMessage: (listener) => {
      toService = listener
    },
  })
}

function part(...greys: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(greys.length * (FRAME_PIXELS + 12))
  const view = new DataView(bytes.buffer)
  for (const [index, grey] of greys.entries()) {
    const at = index * (FRAME_PIXELS + 12)
    bytes.fill(grey, at, at + FRAME_PIXELS)
    for (const [channel, mean] of [0.25, 0.5, 0.75].entries())
      view.setFloat32(at + FRAME_PIXELS + 4 * channel, mean, true)
  }
  return bytes
}

test('facts come back as they were told, and refusals with their reason', async () => {
  const { ...facts } = FACTS
  expect(await joined(async () => ({ ok: true, facts })).inspect(clip, signal)).toEqual({ ok: true, facts })
  const refused: PictureOutcome = { ok: false, problem: 'unsupported', message: 'hevc is not played here' }
  expect(await joined(async () => refused).inspect(clip, signal)).toEqual(refused)
})

test('frames come with their means, and the decoder waits until they were taken', async () => {
  const asked: PictureWork[] = []
  let given = 0
  const source = joined(async (_path, work, onPart) => {
    asked.push(work)
    for (const grey of [10, 20, 30]) {
      given++
      await onPart(part(grey, grey + 1))
    }
    return DONE
  })
  const seen: number[] = []
  for await (const frame of source.frames(clip, FACTS, WINDOW, signal)) {
    seen.push(frame.luma[0] ?? -1)
    expect(frame.luma).toHaveLength(FRAME_PIXELS)
    expect([frame.red, frame.green, frame.blue]).toEqual([0.25, 0.5, 0.75])
    // No part is made before the one ahead of it was read to its end.
    expect(given).toBe(Math.ceil(seen.length / 2))
  }
  expect(seen).toEqual([10, 11, 20, 21, 30, 31])
  expect(asked).toEqual([{ kind: 'frames', width: 160, height: 90, framesPerSecond: 25, ...WINDOW }])
})

test('a reader that leaves early, or is aborted, ends the decoder', async () => {
  const ended: string[] = []
  const endless: PictureDecoder['decode'] = async (_path, _work, onPart, giveUp) => {
    while (!giveUp.aborted) await onPart(part(1))
    ended.push('given up')
    return { ok: false, problem: 'unavailable', message: 'given up' }
  }
  for await (const _frame of joined(endless).frames(clip, FACTS, WINDOW, signal)) break
  await expect.poll(() => ended).toHaveLength(1)

  const abort = new AbortController()
  const read = (async () => {
    for await (const _frame of joined(endless).frames(clip, FACTS, WINDOW, abort.signal))
      abort.abort(new Error('closing'))
  })()
  await expect(read).rejects.toThrow('closing')
  await expect.poll(() => ended).toHaveLength(2)
})

test('sound is joined, and cut to its window', async () => {
  const source = joined(async (_path, _work, onPart) => {
    for (const level of [0.5, -0.5]) await onPart(new Uint8Array(new Float32Array(10_000).fill(level).buffer))
    return DONE
  })
  const sound = await source.audio(clip, FACTS, WINDOW, signal)
  expect(sound).toHaveLength(16_000)
  expect([sound[9_999], sound[10_000]]).toEqual([0.5, -0.5])
  expect(await source.soundAt(clip, WINDOW, 48_000, signal)).toHaveLength(20_000)
  const silent = { ...FACTS, hasAudio: false }
  expect(await source.audio(clip, silent, WINDOW, signal)).toHaveLength(0)
})

test('a file that does not lie in the folder of the service is not decoded', async () => {
  const elsewhere = join(folder, 'of-the-service')
  const inspection = await joined(async () => ({ ok: true, facts: FACTS }), elsewhere).inspect(clip, signal)
  expect(inspection).toMatchObject({ ok: false, problem: 'broken' })
})

test('decoding that breaks is a picture that cannot be read', async () => {
  const broken = joined(async () => ({ ok: false, problem: 'broken', message: 'a damaged packet' }))
  const read = async () => {
    for await (const _frame of broken.frames(clip, FACTS, WINDOW, signal)) expect.unreachable()
  }
  await expect(read()).rejects.toThrow(PictureUnreadable)
  const torn = joined(async (_path, _work, onPart) => {
    await onPart(new Uint8Array(100))
    return DONE
  })
  const readTorn = async () => {
    for await (const _frame of torn.frames(clip, FACTS, WINDOW, signal)) expect.unreachable()
  }
  await expect(readTorn()).rejects.toThrow('no whole frames')
})

test('a picture that can be seen stands without a sound that cannot be read; speech that is wanted does not', async () => {
  const mute = createWindowFrames(
    joined(async (_path, work) =>
      work.kind === 'sound'
        ? { ok: false, problem: 'unsupported', message: 'no codec for its sound' }
        : { ok: true, facts: work.kind === 'facts' ? FACTS : null },
    ),
  )
  expect(await mute.inspect(clip, signal)).toEqual({ ok: true, facts: FACTS })
  expect(await mute.audio(clip, FACTS, WINDOW, signal)).toHaveLength(0)
  await expect(mute.soundAt(clip, WINDOW, 48_000, signal)).rejects.toThrow(PictureUnreadable)
})
