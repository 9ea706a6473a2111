import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ExportOptions, ExportProgress } from '../../../src-main/bridge/library.ts'
import { createAtSpeed } from '../../../src-main/library/at-speed.ts'
import type { WritableDatabase } from '../../../src-main/library/database.ts'
import { createExports, type Exports } from '../../../src-main/library/exports.ts'
import { createLibraryFolder, type LibraryFolder } from '../../../src-main/library/folder.ts'
import { createRegionMaker, type MakeRegion } from '../../../src-main/library/regions.ts'
import { getDetailFacts, insertSounds, markTrashed, parentOf } from '../../../src-main/library/sound-store.ts'
import { createFactsService, type FactsService } from '../../../src-main/media/facts-service.ts'
import { readProvenance } from '../../../src-main/media/provenance.ts'
import { sine, wav16, writeFixture } from '../media/wav-fixture.ts'
import { openTemporaryLibrary, sound, temporaryFolder } from './library-fixture.ts'

/** Far more than a slow machine needs: nothing here is about time. */
const PATIENT = { timeout: 120_000 }

let place: ReturnType<typeof temporaryFolder>
let db: WritableDatabase
let folder: LibraryFolder
let media: FactsService
let handing: Exports
let makeRegion: MakeRegion
let ids: readonly number[]
let target: string
let progress: ExportProgress[]
beforeEach(() => {
  place = temporaryFolder()
  db = openTemporaryLibrary(place)
  folder = createLibraryFolder({ root: join(place.path, 'library') })
  media = createFactsService({
    workerUrl: new URL('../../../src-main/media/worker.ts', import.meta.url),
    cacheDir: join(place.path, 'cache'),
    workers: 1,
  })
  progress = []
  const rooms = { db, folder: () => folder, media, newId: randomUUID, now: Date.now }
  handing = createExports({ ...rooms, onProgress: (told) => progress.push(told) })
  makeRegion = createRegionMaker(rooms)
  ids = insertSounds(
    db,
    [0, 1, 2].map((n) =>
      sound(n, { name: 'oak door', prompt: 'an oak door', tags: ['oak'], durationMs: 1000 }),
    ),
  )
  mkdirSync(join(folder.root, '2026/11'), { recursive: true })
  for (let n = 0; n < 3; n += 1)
    writeFixture(join(folder.root, '2026/11'), `sound ${n}.wav`, wav16([sine(440 + n, 1, 0.3)]))
  target = join(place.path, 'target')
  mkdirSync(target)
})
afterEach(async () => {
  await media.close()
  db.close()
  place.remove()
})
const options = (changes: Partial<ExportOptions> = {}): ExportOptions => ({
  format: 'original',
  sampleRate: null,
  channels: 'keep',
  loudnessLufs: null,
  ceilingDbtp: -1,
  fadeInMs: 0,
  fadeOutMs: 0,
  nameTemplate: '{name}',
  folderTemplate: '',
  creator: '',
  source: '',
  ...changes,
})

describe('an export', PATIENT, () => {
  it('writes what its names say, with provenance, and never replaces a file', async () => {
    expect(handing.names(ids, options())).toEqual(['oak door.wav', 'oak door 2.wav', 'oak door 3.wav'])
    const report = await handing.write(ids, options(), target)
    expect(report).toEqual({ exported: 3, folderName: 'target', isCanceled: false, problems: [] })
    await handing.write([ids[0]!], options({ folderTemplate: '' }), target)
    expect(readdirSync(target).sort()).toEqual([
      'oak door 2.wav',
      'oak door 3.wav',
      'oak door 4.wav',
      'oak door.wav',
    ])
    const read = await readProvenance(join(target, 'oak door.wav'))
    expect(read).toMatchObject({ ok: true, value: { soundUid: 'uid-0', tags: ['oak'] } })
    expect(progress.at(-1)).toMatchObject({ isFinished: true })
  })

  it('renders into folders, and tells what it cannot', async () => {
    rmSync(join(folder.root, '2026/11/sound 1.wav'))
    const wanted = options({ format: 'flac-24', sampleRate: 48_000, folderTemplate: '{cat}' })
    const report = await handing.write(ids, wanted, target)
    expect(report).toMatchObject({ exported: 2 })
    expect(report.problems).toHaveLength(1)
    expect(readdirSync(join(target, 'DOORS')).sort()).toEqual(['oak door 3.flac', 'oak door.flac'])
  })

  it('stops where it is canceled, and leaves nothing unfinished', async () => {
    const running = handing.write(ids, options({ format: 'wav-24' }), target)
    handing.cancel()
    expect(await running).toMatchObject({ isCanceled: true })
    expect(readdirSync(target).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('a region', PATIENT, () => {
  const request = { startMs: 200, endMs: 500, handleMs: 100, speed: 1 }

  it('is a child with its handles, made once', async () => {
    const asked = { soundId: ids[0]!, ...request }
    const [one, two] = await Promise.all([makeRegion(asked), makeRegion(asked)])
    expect(one).toEqual(two)
    expect(await makeRegion(asked)).toEqual(one)
    const id = one.ok ? one.value.soundId : 0
    expect(getDetailFacts(db, id)).toMatchObject({
      origin: 'region',
      row: { durationMs: 500, format: 'wav', name: 'oak door 0.00.200–0.00.500' },
    })
    expect(parentOf(db, id)?.id).toBe(ids[0])
    const file = await folder.resolve(getDetailFacts(db, id)!.relativePath)
    const read = await readProvenance(file.ok ? file.value : '')
    expect(read).toMatchObject({
      ok: true,
      value: { lineage: [{ uid: 'uid-0', operation: 'region' }], timeReferenceSamples: 4410 },
    })
    expect(readFileSync(file.ok ? file.value : '').length).toBe(getDetailFacts(db, id)!.bytes)
  })

  it('is made again when it was thrown away, and cut at the ends of its sound', async () => {
    const asked = { soundId: ids[0]!, ...request, startMs: 50, endMs: 5000 }
    const one = await makeRegion(asked)
    markTrashed(db, [one.ok ? one.value.soundId : 0], 5)
    const two = await makeRegion(asked)
    expect(two).not.toEqual(one)
    expect(getDetailFacts(db, two.ok ? two.value.soundId : 0)?.row.durationMs).toBe(1000)
  })

  it('plays at half the speed twice as long', async () => {
    const made = await makeRegion({ soundId: ids[1]!, ...request, handleMs: 0, speed: 0.5 })
    expect(getDetailFacts(db, made.ok ? made.value.soundId : 0)?.row.durationMs).toBe(600)
  })

  it('of nothing is refused', async () => {
    expect(await makeRegion({ soundId: ids[0]!, ...request, startMs: 500 })).toMatchObject({
      ok: false,
      error: { code: 'region_empty' },
    })
    expect(await makeRegion({ soundId: 999, ...request })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    })
  })
})

describe('whole sounds at another speed', PATIENT, () => {
  it('are children in the order asked for, each as long as its speed makes it; what is missing is named', async () => {
    rmSync(join(folder.root, '2026/11/sound 1.wav'))
    const makeAtSpeed = createAtSpeed({ db, makeRegion, lanes: 2 })
    const report = await makeAtSpeed(ids, 0.8)
    expect(report.problems).toEqual([expect.stringMatching(/^oak door: /)])
    expect(report.soundIds.map((id) => parentOf(db, id)?.id)).toEqual([ids[0], ids[2]])
    for (const id of report.soundIds)
      expect(getDetailFacts(db, id)!.row).toMatchObject({ name: 'oak door, 80 %', durationMs: 1250 })
    expect((await makeAtSpeed([ids[2]!, ids[0]!], 0.8)).soundIds).toEqual(report.soundIds.toReversed())
  })
})
