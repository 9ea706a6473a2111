import { assert as always, array, integer, property, uint8Array } from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WritableDatabase } from '../../../src-main/library/database.ts'
import { createSimilarSearch, type SimilarSearch } from '../../../src-main/library/similar.ts'
import { insertSounds, markTrashed, setFacts } from '../../../src-main/library/sound-store.ts'
import { createVectorIndex } from '../../../src-main/library/vector-index.ts'
import { ASPECTS, createDescriptorMeter } from '../../../src-main/media/descriptors.ts'
import { sine } from '../media/wav-fixture.ts'
import { openTemporaryLibrary, sound, temporaryFolder } from './library-fixture.ts'

const vectors = array(uint8Array({ minLength: 32, maxLength: 32 }), { minLength: 1, maxLength: 60 })
/** As the index defines it, said plainly. */
const distance = (a: Uint8Array, b: Uint8Array): number => {
  const [x, y] = [new Int8Array(a.buffer, a.byteOffset, 32), new Int8Array(b.buffer, b.byteOffset, 32)]
  return Object.values(ASPECTS).reduce((total, { from, to, weight }) => {
    let sum = 0
    for (let at = from; at < to; at += 1) sum += (x[at]! - y[at]!) ** 2
    return total + (sum * weight) / (to - from)
  }, 0)
}

describe('the index of vectors', () => {
  it('finds what comparing with every one finds (property)', () => {
    always(
      property(vectors, integer({ min: 1, max: 10 }), (all, limit) => {
        const index = createVectorIndex()
        for (const [id, vector] of all.entries()) index.add(id + 1, vector)
        const [query] = all
        const found = index.nearest(query!, limit, 1)
        const wanted = all
          .map((vector, id) => ({ id: id + 1, d: distance(query!, vector) }))
          .filter(({ id }) => id !== 1)
          .toSorted((a, b) => a.d - b.d)
          .slice(0, limit)
        expect(found.map(({ soundId }) => distance(query!, all[soundId - 1]!))).toEqual(
          wanted.map(({ d }) => expect.closeTo(d, 6)),
        )
        for (const { similarity, because } of found) {
          expect(similarity).toBeGreaterThanOrEqual(0)
          expect(similarity).toBeLessThanOrEqual(1)
          expect(because.length).toBeLessThanOrEqual(3)
        }
      }),
    )
  })

  it('takes a new vector for a known sound, and grows', () => {
    const index = createVectorIndex()
    for (let id = 1; id <= 3000; id += 1) index.add(id, new Uint8Array(32).fill(id % 100))
    index.add(7, new Uint8Array(32).fill(127))
    expect(index.size()).toBe(3000)
    expect(index.nearest(new Uint8Array(32).fill(127), 1, 0)[0]).toMatchObject({ soundId: 7, similarity: 1 })
  })
})

describe('sounds like this', () => {
  let place: ReturnType<typeof temporaryFolder>
  let db: WritableDatabase
  let similar: SimilarSearch
  beforeEach(() => {
    place = temporaryFolder()
    db = openTemporaryLibrary(place)
    similar = createSimilarSearch({
      db,
      workerUrl: new URL('../../../src-main/media/worker.ts', import.meta.url),
      log: (message) => {
        throw new Error(message)
      },
    })
  })
  afterEach(async () => {
    await similar.close()
    db.close()
    place.remove()
  })
  let made = 0
  const add = (signal: Float32Array | null): number => {
    made += 1
    const [id] = insertSounds(db, [sound(made)])
    const meter = createDescriptorMeter(44_100, signal?.length ?? 0)
    if (signal !== null) meter.add([signal])
    setFacts(
      db,
      id!,
      {
        loudnessLufs: null,
        truePeakDb: null,
        headSilenceMs: 0,
        tailSilenceMs: 0,
        durationMs: 1000,
        descriptors: meter.result(),
        overview: new Uint8Array(512),
      },
      1,
    )
    return id!
  }
  const noise = (seed: number): Float32Array => {
    let state = seed
    return Float32Array.from({ length: 44_100 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return 0.3 * (state / 2 ** 31 - 1)
    })
  }

  it('puts tones by tones and noise by noise, and says why; what lies in the trash is left out', async () => {
    const tone = add(sine(440, 1, 0.3))
    const near = add(sine(460, 1, 0.2))
    const hiss = add(noise(1))
    const other = add(noise(2))
    for (let n = 0; n < 20; n += 1) add(n % 2 === 0 ? sine(200 * n + 3000, 1, 0.3) : noise(n + 3))
    const found = await similar.like(tone, 3)
    expect(found.ok && found.value[0]!.sound.id).toBe(near)
    expect(found.ok && found.value[0]!.because.length).toBeGreaterThan(0)
    expect(found.ok && found.value.map(({ similarity }) => similarity)).toEqual(
      found.ok && found.value.map(({ similarity }) => similarity).toSorted((a, b) => b - a),
    )
    const hisses = await similar.like(hiss, 11)
    expect(hisses.ok && hisses.value.map(({ sound: { id } }) => id)).toContain(other)
    markTrashed(db, [near], 5)
    const without = await similar.like(tone, 3)
    expect(without.ok && without.value.map(({ sound: { id } }) => id)).not.toContain(near)
    const late = add(sine(441, 1, 0.3))
    const again = await similar.like(tone, 1)
    expect(again.ok && again.value[0]!.sound.id).toBe(late)
  })

  it('says why there is nothing to compare', async () => {
    expect(await similar.like(999, 3)).toMatchObject({ ok: false, error: { code: 'not_found' } })
    const silent = add(null)
    expect(await similar.like(silent, 3)).toMatchObject({
      ok: false,
      error: { code: 'not_measured', retryable: false },
    })
    const [fresh] = insertSounds(db, [sound(500)])
    expect(await similar.like(fresh!, 3)).toMatchObject({
      ok: false,
      error: { code: 'not_measured', retryable: true },
    })
  })
})
