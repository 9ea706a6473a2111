// The `smpl` chunk: the loop that samplers and DAWs play. Source: Multimedia Programming Interface and Data Specifications 1.0.
import { uint32At } from '../decode/riff.ts'

/** Both ends are frames that play. */
export interface SamplerLoop {
  readonly startFrame: number
  readonly endFrame: number
}

const HEAD_BYTES = 36
const LOOP_BYTES = 24
const MIDDLE_C = 60

/** One endless forward loop. */
export function encodeLoop(loop: SamplerLoop, sampleRate: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(HEAD_BYTES + LOOP_BYTES))
  view.setUint32(8, Math.round(1e9 / sampleRate), true) // nanoseconds a sample
  view.setUint32(12, MIDDLE_C, true)
  view.setUint32(28, 1, true) // loops
  view.setUint32(HEAD_BYTES + 8, loop.startFrame, true)
  view.setUint32(HEAD_BYTES + 12, loop.endFrame, true)
  return new Uint8Array(view.buffer)
}

/** The first loop that lies within the file; null where there is none. */
export function decodeLoop(smpl: Uint8Array, frames: number): SamplerLoop | null {
  const loops = Math.min(uint32At(smpl, 28), Math.floor((smpl.length - HEAD_BYTES) / LOOP_BYTES))
  for (let n = 0; n < loops; n += 1) {
    const startFrame = uint32At(smpl, HEAD_BYTES + n * LOOP_BYTES + 8)
    const endFrame = uint32At(smpl, HEAD_BYTES + n * LOOP_BYTES + 12)
    if (startFrame <= endFrame && endFrame < frames) return { startFrame, endFrame }
  }
  return null
}
