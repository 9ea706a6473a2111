// Scattering: what uneven walls, pews, trees and people do to a sound before it comes back.

/** Delays of the sections at a mean way of 13 m, in seconds: without a common ratio, so that no pitch is heard. */
const SECTIONS = [0.0031, 0.0053, 0.0089, 0.0141]
const USUAL_METRES = 13
/** Share that each section gives back at once. */
const GAIN = 0.62

/**
 * A chain of all-pass sections (Schroeder 1962; as input diffusers Dattorro 1997): the energy of one click becomes a
 * dense swarm of some tens of milliseconds, as scattering surfaces give it back, and no single echo is heard in it.
 * Goes on from block to block.
 */
export class Diffuser {
  private readonly stores: readonly Float32Array[]
  private readonly heads = new Int32Array(SECTIONS.length)

  /** @param sizeMetres mean way between walls: the swarm of a small space is shorter */
  constructor(sizeMetres: number, sampleRate: number) {
    const times = Math.min(1, Math.max(0.25, sizeMetres / USUAL_METRES)) * sampleRate
    this.stores = SECTIONS.map((seconds) => new Float32Array(Math.round(seconds * times) | 1))
  }

  /** Scatters a block in place. */
  run(block: Float32Array): void {
    this.stores.forEach((store, section) => {
      let at = this.heads[section]!
      for (let i = 0; i < block.length; i++) {
        const delayed = store[at]!
        const fed = block[i]! + GAIN * delayed
        store[at] = fed
        block[i] = delayed - GAIN * fed
        at = at + 1 === store.length ? 0 : at + 1
      }
      this.heads[section] = at
    })
  }
}
