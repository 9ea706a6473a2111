// Vectors of all sounds in memory, searched by looking at every one: 32 bytes a sound, some tens of milliseconds a million. Pure.
import type { Likeness } from '../bridge/library.ts'
import { ASPECTS, VECTOR_BYTES } from '../media/descriptors.ts'

export interface Neighbour {
  readonly soundId: number
  /** 0..1, 1 for the same vector. */
  readonly similarity: number
  /** The strongest first, at most three. */
  readonly because: readonly Likeness[]
}
export interface VectorIndex {
  readonly size: () => number
  /** Ids may come again: then the new vector holds. */
  readonly add: (soundId: number, vector: Uint8Array) => void
  readonly clear: () => void
  /** The nearest, the nearest first; `exceptId` is left out. */
  readonly nearest: (vector: Uint8Array, limit: number, exceptId: number) => readonly Neighbour[]
}

/** By the names of ASPECTS, which are those of Likeness. */
const PARTS = (Object.keys(ASPECTS) as Likeness[]).map((name) => ({ name, ...ASPECTS[name] }))
/** So that an aspect of many numbers weighs no more than its weight. */
const WEIGHTS = Float64Array.from({ length: VECTOR_BYTES }, (_, at) => {
  const part = PARTS.find(({ from, to }) => at >= from && at < to)
  return part === undefined ? 0 : part.weight / (part.to - part.from)
})
/** Sounds that say how far two of this library usually are from each other. */
const SAMPLED = 2000
const MOST_REASONS = 3
/** An aspect makes two sounds alike where it differs less than this share of what is usual. */
const ALIKE = 0.35
/** At the usual distance the similarity is a fifth. */
const FALL = 4

export function createVectorIndex(): VectorIndex {
  let vectors = new Int8Array(1024 * VECTOR_BYTES)
  let ids = new Int32Array(1024)
  let size = 0
  const places = new Map<number, number>()

  const differences = (query: Int8Array, place: number): Float64Array =>
    Float64Array.from(PARTS, ({ from, to }) => {
      let sum = 0
      for (let at = from; at < to; at += 1) {
        const difference = (query[at] ?? 0) - (vectors[place * VECTOR_BYTES + at] ?? 0)
        sum += difference * difference * (WEIGHTS[at] ?? 0)
      }
      return sum
    })

  /** Of each aspect, to sounds evenly spread over the library. */
  const usual = (query: Int8Array): Float64Array => {
    const sums = new Float64Array(PARTS.length)
    const step = Math.max(1, Math.floor(size / SAMPLED))
    let count = 0
    for (let place = 0; place < size; place += step) {
      for (const [index, value] of differences(query, place).entries())
        sums[index] = (sums[index] ?? 0) + value
      count += 1
    }
    return sums.map((sum) => sum / Math.max(1, count) + 1e-9)
  }

  return {
    size: () => size,
    clear: () => {
      size = 0
      places.clear()
    },
    add: (soundId, vector) => {
      if (vector.length !== VECTOR_BYTES) return
      let place = places.get(soundId)
      if (place === undefined) {
        place = size
        size += 1
        places.set(soundId, place)
        if (size > ids.length) {
          ids = grown(ids, new Int32Array(ids.length * 2))
          vectors = grown(vectors, new Int8Array(vectors.length * 2))
        }
      }
      ids[place] = soundId
      vectors.set(new Int8Array(vector.buffer, vector.byteOffset, VECTOR_BYTES), place * VECTOR_BYTES)
    },
    nearest: (vector, limit, exceptId) => {
      const query = Int8Array.from(new Int8Array(vector.buffer, vector.byteOffset, VECTOR_BYTES))
      const best: { readonly place: number; readonly distance: number }[] = []
      let worst = Number.POSITIVE_INFINITY
      for (let place = 0; place < size; place += 1) {
        let distance = 0
        const base = place * VECTOR_BYTES
        for (let at = 0; at < VECTOR_BYTES && distance < worst; at += 1) {
          const difference = (query[at] ?? 0) - (vectors[base + at] ?? 0)
          distance += difference * difference * (WEIGHTS[at] ?? 0)
        }
        if (distance >= worst || ids[place] === exceptId) continue
        // Few are kept, and few get here: inserting in order is cheap.
        let index = best.length
        while (index > 0 && (best[index - 1]?.distance ?? 0) > distance) index -= 1
        best.splice(index, 0, { place, distance })
        if (best.length > limit) best.pop()
        if (best.length === limit) worst = best.at(-1)?.distance ?? worst
      }
      const typical = usual(query)
      const typicalDistance = typical.reduce((sum, value) => sum + value, 0)
      return best.map(({ place, distance }) => ({
        soundId: ids[place] ?? 0,
        similarity: 1 / (1 + (FALL * distance) / typicalDistance),
        because: reasons(differences(query, place), typical),
      }))
    },
  }
}

/** The aspects that bring two sounds nearer to each other than is usual, by how much they do. */
function reasons(found: Float64Array, typical: Float64Array): readonly Likeness[] {
  return PARTS.map(({ name }, index) => ({
    name,
    share: (found[index] ?? 0) / (typical[index] ?? 1),
    gain: (typical[index] ?? 0) - (found[index] ?? 0),
  }))
    .filter(({ share }) => share < ALIKE)
    .toSorted((a, b) => b.gain - a.gain)
    .slice(0, MOST_REASONS)
    .map(({ name }) => name)
}

function grown<T extends Int8Array | Int32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
