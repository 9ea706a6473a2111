// Stick–slip: things that rub, grip and let go – hinges, boards, ropes, brakes.

import { type Biquad, biquad } from './filters.ts'
import type { Random } from './random.ts'
import { buffer, toPeak } from './span.ts'

export interface Rubbing {
  readonly seconds: number
  /** Slips a second at position 0..1; near 20 they are heard one by one, above 100 as a tone. */
  readonly slipsPerSecond: (position: number) => number
  /** Level at position 0..1. */
  readonly level: (position: number) => number
  /** How unevenly it slips, 0..1. */
  readonly roughness: number
  /** Resonances of the body that is set ringing. */
  readonly resonancesHertz: readonly number[]
  readonly q: number
}

/**
 * A train of slips, each a short falling ramp as the stored strain lets go, driven through the resonances of the body
 * (Farnell 2010, Creaking door; Avanzini, Serafin & Rocchesso 2005 for friction and its irregularity).
 */
export function stickSlip(random: Random, rubbing: Rubbing, sampleRate: number): Float32Array {
  const out = buffer(rubbing.seconds, sampleRate)
  const drive = new Float32Array(out.length)
  for (let at = 0; at < out.length; ) {
    const position = at / out.length
    const rate = Math.max(4, rubbing.slipsPerSecond(position))
    const strain = (1 + rubbing.roughness * random.signed()) * rubbing.level(position)
    const width = Math.max(3, Math.round(sampleRate * 0.0003 * random.between(0.6, 1.8)))
    for (let i = 0; i < width && at + i < out.length; i++) drive[at + i]! += strain * (1 - i / width)
    at += Math.max(2, Math.round((sampleRate / rate) * Math.exp(rubbing.roughness * 0.7 * random.gaussian())))
  }
  rubbing.resonancesHertz.forEach((hertz, index) => {
    resonate(
      out,
      drive,
      biquad('bandpass', hertz, rubbing.q * (1 + 0.3 * index), sampleRate),
      1 / (1 + 0.35 * index),
    )
  })
  return toPeak(out, 1)
}

/** Adds the drive, heard through one resonance. */
function resonate(out: Float32Array, drive: Float32Array, section: Biquad, gain: number): void {
  const { b0, b2, a1, a2 } = section
  let x1 = 0
  let x2 = 0
  let y1 = 0
  let y2 = 0
  for (let i = 0; i < out.length; i++) {
    const x = drive[i]!
    const y = b0 * x + b2 * x2 - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    out[i]! += y * gain
  }
}
