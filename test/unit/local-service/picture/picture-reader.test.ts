// The line in which clips are read: what nobody waits for any more takes no place in it.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  type ClipFacts,
  FRAME_PIXELS,
  type FrameSource,
} from '../../../../src-main/local-service/picture/frame-source.ts'
import { createPictureReader } from '../../../../src-main/local-service/picture/picture-reader.ts'

const FACTS: ClipFacts = {
  durationMs: 1000,
  pictureMs: 1000,
  width: 320,
  height: 180,
  framesPerSecond: 25,
  hasAudio: false,
}
const WINDOW = { startMs: 0, durationMs: 1000 }

/** Clips named `long…` never end; all others have one grey frame. */
function endlessSource(opened: string[]): FrameSource {
  return {
    inspect: async () => ({ ok: true, facts: FACTS }),
    async *frames(path, _facts, _window, signal) {
      opened.push(path)
      if (path.startsWith('long'))
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      yield { luma: new Uint8Array(FRAME_PIXELS).fill(100), red: 100, green: 100, blue: 100 }
    },
    audio: async () => new Float32Array(),
  }
}

test('a reading that is given up frees its place, and one that waited is not begun', async () => {
  const opened: string[] = []
  const reader = createPictureReader(endlessSource(opened))
  const readings = ['long 1', 'long 2', 'long 3'].map((path) => {
    const stop = new AbortController()
    return { stop, over: reader.read(path, FACTS, WINDOW, stop.signal).catch((error: unknown) => error) }
  })
  const short = reader.read('short', FACTS, WINDOW)
  await turn()
  expect(opened).toEqual(['long 1', 'long 2'])
  const [first, , third] = readings
  third?.stop.abort(new Error('nobody waits'))
  first?.stop.abort(new Error('nobody waits'))
  expect(await first?.over).toEqual(new Error('nobody waits'))
  expect(await third?.over).toEqual(new Error('nobody waits'))
  expect((await short).impacts).toEqual([])
  expect(opened).toEqual(['long 1', 'long 2', 'short'])
  reader.close()
  expect(await readings[1]?.over).toBeInstanceOf(Error)
})
