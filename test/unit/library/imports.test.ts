import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ImportView } from '../../../src-main/bridge/library.ts'
import type { WritableDatabase } from '../../../src-main/library/database.ts'
import { createLibraryFolder, type LibraryFolder } from '../../../src-main/library/folder.ts'
import { createHistory } from '../../../src-main/library/history.ts'
import { createImports, type Imports } from '../../../src-main/library/imports.ts'
import { createLibrarySearch } from '../../../src-main/library/search.ts'
import { getDetailFacts, insertSounds } from '../../../src-main/library/sound-store.ts'
import { createTrash } from '../../../src-main/library/trash.ts'
import { createFactsService, type FactsService } from '../../../src-main/media/facts-service.ts'
import { writeProvenance } from '../../../src-main/media/provenance.ts'
import { chunk, fmt, riff, sine, wav16, writeFixture } from '../media/wav-fixture.ts'
import { openTemporaryLibrary, sound, temporaryFolder } from './library-fixture.ts'

let place: ReturnType<typeof temporaryFolder>
let db: WritableDatabase
let folder: LibraryFolder
let media: FactsService
let imports: Imports
let seen: ImportView[]
let sources: string
const makeImports = (changes: Partial<Parameters<typeof createImports>[0]> = {}): Imports =>
  createImports({
    db,
    folder: () => folder,
    media,
    newId: randomUUID,
    now: Date.now,
    onProgress: (view) => seen.push(view),
    log: (message) => {
      throw new Error(message)
    },
    ...changes,
  })
beforeEach(() => {
  place = temporaryFolder()
  db = openTemporaryLibrary(place)
  folder = createLibraryFolder({ root: join(place.path, 'library') })
  media = createFactsService({
    workerUrl: new URL('../../../src-main/media/worker.ts', import.meta.url),
    cacheDir: join(place.path, 'cache'),
    workers: 1,
  })
  seen = []
  sources = join(place.path, 'sources')
  mkdirSync(sources)
  imports = makeImports()
})
afterEach(async () => {
  await imports.stop()
  await media.close()
  db.close()
  place.remove()
})
const tone = (hertz: number): Buffer => wav16([sine(hertz, 0.1, 0.5)])
const rows = () =>
  createLibrarySearch(db).page({
    text: '',
    filterByText: false,
    sort: { column: 'name', descending: false },
    offset: 0,
    limit: 200,
  }).rows
const run = async (...paths: string[]): Promise<ImportView> => {
  imports.start(paths, 'test')
  await imports.settled()
  return imports.current()!
}
const ffmpeg = (...args: string[]): void =>
  void execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: sources })

/** Far more than a slow machine needs: a test that waits for a state is not about time. */
const PATIENT = { timeout: 60_000 }

describe('an import', PATIENT, () => {
  it('takes every format that ffprobe names, and knows what is in them', async () => {
    writeFixture(sources, 'source.wav', wav16([sine(440, 1.5, 0.5), sine(440, 1.5, 0.5)]))
    for (const name of ['a.mp3', 'a.ogg', 'a.m4a', 'a.flac', 'a.aiff', 'a.aac'])
      ffmpeg(
        '-i',
        'source.wav',
        '-metadata',
        `title=Thunder ${name}`,
        '-metadata',
        'comment=rolling far away',
        name,
      )
    ffmpeg('-i', 'source.wav', '-c:a', 'libopus', 'a.opus')
    ffmpeg('-i', 'source.wav', '-rf64', 'always', 'rf64.wav')
    ffmpeg('-i', 'source.wav', '-c:a', 'alac', 'alac.m4a')
    const view = await run(sources)
    expect(view).toMatchObject({ state: 'done', found: 10, imported: 10, failed: 0, duplicates: 0 })
    const byFormat = Object.groupBy(rows(), (row) => row.format)
    expect(Object.keys(byFormat).sort()).toEqual(['aac', 'aiff', 'flac', 'm4a', 'mp3', 'ogg', 'opus', 'wav'])
    for (const row of rows()) {
      expect(row.durationMs, row.format).toBeGreaterThan(1490)
      expect(row.durationMs, row.format).toBeLessThan(1600)
      expect(row.channels).toBe(2)
    }
    for (const format of ['mp3', 'ogg', 'flac'] as const) {
      const [row] = byFormat[format]!
      expect(row!.name).toBe(`Thunder a.${format}`)
      expect(getDetailFacts(db, row!.id)!.prompt).toBe('rolling far away')
    }
  })

  it('names what it cannot read and takes the rest', async () => {
    writeFixture(sources, 'good.wav', tone(440))
    writeFixture(sources, 'empty.wav', Buffer.alloc(0))
    writeFixture(sources, 'text.mp3', Buffer.from('not music at all'))
    writeFixture(sources, 'no frames.wav', riff([fmt(), chunk('data', Buffer.alloc(0))]))
    writeFixture(sources, 'notes.txt', Buffer.from('left alone'))
    execFileSync('mkfifo', [join(sources, 'pipe.wav')])
    symlinkSync(sources, join(sources, 'around'))
    symlinkSync('loop.wav', join(sources, 'loop.wav'))
    const view = await run(sources, join(place.path, 'not there.wav'), join(sources, 'notes.txt'))
    expect(view).toMatchObject({ state: 'done', imported: 1, failed: 7 })
    expect(Object.fromEntries(view.problems.map(({ name, code }) => [name.split('/').at(-1), code]))).toEqual(
      {
        'empty.wav': 'file_empty',
        'text.mp3': 'format_unsupported',
        'no frames.wav': 'wav_no_audio',
        'pipe.wav': 'not_a_file',
        'loop.wav': 'not_a_file',
        'not there.wav': 'file_missing',
        'notes.txt': 'format_unsupported',
      },
    )
  })

  it('of a person can be undone and done again, those of watched folders are no step of theirs', async () => {
    const trash = createTrash({ db, folder: () => folder, now: Date.now })
    const history = createHistory(db, trash, Date.now)
    await imports.stop()
    imports = makeImports({
      onUndoable: (soundIds) => history.recordTrash('Import', soundIds, 'restored'),
    })
    writeFileSync(join(sources, 'watched.wav'), tone(300))
    imports.start([sources], 'watched')
    await imports.settled()
    expect(history.view().undo).toBeNull()
    writeFileSync(join(sources, 'dropped.wav'), tone(400))
    imports.start([sources], 'dropped', true)
    await imports.settled()
    expect(history.view().undo).toBe('Import')
    const names = () => rows().map(({ name }) => name)
    expect(names().sort()).toEqual(['dropped', 'watched'])
    await history.undo()
    expect(names()).toEqual(['watched'])
    await history.redo()
    expect(names().sort()).toEqual(['dropped', 'watched'])
  })

  it('names no first sound where nothing came in', async () => {
    writeFixture(sources, 'broken.wav', Buffer.from('no sound'))
    expect(await run(sources)).toMatchObject({ state: 'done', failed: 1, firstSoundId: null })
  })

  it('knows what it has by its content, in the library and within itself', async () => {
    writeFixture(sources, 'one.wav', tone(440))
    writeFixture(sources, 'the same.wav', tone(440))
    writeFixture(sources, 'other.wav', tone(550))
    expect(await run(sources)).toMatchObject({ imported: 2, duplicates: 1 })
    const again = await run(sources)
    expect(again).toMatchObject({ imported: 0, duplicates: 3 })
    expect(again.problems.every(({ soundId }) => soundId !== null)).toBe(true)
    expect(rows().map(({ id }) => id)).toContain(again.firstSoundId)
    expect(rows()).toHaveLength(2)
  })

  it('reads the fields of librarians: bext, iXML USER, INFO, loops and cues', async () => {
    const ixml = `<?xml version="1.0"?><BWFXML><USER><CATID>DOORWood</CATID><CATEGORY>DOORS</CATEGORY><SUBCATEGORY>WOOD</SUBCATEGORY><FXNAME>Oak door</FXNAME><DESCRIPTION>An old oak door closes</DESCRIPTION><KEYWORDS>oak, slam; heavy</KEYWORDS><LIBRARY>Big Doors</LIBRARY></USER></BWFXML>`
    const cue = Buffer.alloc(28)
    cue.writeUInt32LE(1, 0)
    cue.writeUInt32LE(22_050, 24)
    const smpl = Buffer.alloc(60)
    smpl.writeUInt32LE(1, 28)
    smpl.writeUInt32LE(4000, 48)
    writeFixture(
      sources,
      'x.wav',
      riff([
        fmt(),
        chunk('iXML', Buffer.from(ixml)),
        chunk('smpl', smpl),
        chunk('cue ', cue),
        chunk('data', Buffer.alloc(9000, 3)),
      ]),
    )
    await run(sources)
    const [row] = rows()
    expect(row).toMatchObject({ name: 'Oak door', isLoop: true, tags: ['oak', 'slam', 'heavy', 'wood'] })
    expect(getDetailFacts(db, row!.id)).toMatchObject({
      prompt: 'An old oak door closes',
      category: 'DOORS',
      catId: 'DOORWood',
      note: 'Library: Big Doors\nCues: 0.500 s',
    })
  })

  it('knows the UCS category by names alone, and by the name of the file', async () => {
    const user = '<CATEGORY>Doors</CATEGORY><SUBCATEGORY>Glass</SUBCATEGORY>'
    const ixml = Buffer.from(`<BWFXML><USER>${user}</USER></BWFXML>`)
    const file = (...more: Buffer[]): Buffer => riff([fmt(), ...more, chunk('data', Buffer.alloc(9000, 3))])
    writeFixture(sources, 'AMBForst_Dawn_JD_Alps.wav', file(chunk('note', Buffer.alloc(2))))
    writeFixture(sources, 'b shop.wav', file(chunk('iXML', ixml)))
    writeFixture(sources, 'c_door.wav', file())
    await run(sources)
    expect(rows().map(({ id, name }) => [name, getDetailFacts(db, id)!.catId])).toEqual([
      ['AMBForst_Dawn_JD_Alps', 'AMBForst'],
      ['b shop', 'DOORGlas'],
      ['c_door', ''],
    ])
  })

  it('takes its own files back with model, seed, prompt, request and parent', async () => {
    const [parent] = insertSounds(db, [sound(1)])
    const plain = writeFixture(sources, 'plain.tmp', tone(330))
    const uid = randomUUID()
    const written = await writeProvenance(plain, join(sources, 'whatever.wav'), {
      soundUid: uid,
      name: 'Rain, take 2',
      prompt: 'steady rain on a tin roof',
      type: 'ambience',
      category: null,
      tags: ['rain'],
      isLoop: true,
      createdAtMs: 1_700_000_000_000,
      serviceName: 'Built-in engine',
      family: 'text-to-sfx',
      model: 'procedural-weather-1',
      seed: 41,
      jobId: 'job',
      generationId: randomUUID(),
      outputIndex: 0,
      variantIndex: 1,
      request: { model: 'procedural-weather-1', seed: 41 },
      lineage: [{ uid: 'uid-1', operation: 'extend' }],
      timeReferenceSamples: 0,
    })
    expect(written.ok).toBe(true)
    await run(join(sources, 'whatever.wav'))
    const row = rows().find(({ name }) => name === 'Rain, take 2')!
    expect(row).toMatchObject({
      model: 'procedural-weather-1',
      seed: 41,
      family: 'text-to-sfx',
      isLoop: true,
      tags: ['rain'],
      createdAtMs: 1_700_000_000_000,
    })
    const facts = getDetailFacts(db, row.id)!
    expect(facts).toMatchObject({ uid, prompt: 'steady rain on a tin roof', parentId: parent, note: '' })
    const stored = db
      .statement('SELECT record_json ->> ? AS seed FROM sound_provenance')
      .get(['$.request.seed'])
    expect(stored).toEqual({ seed: 41 })
  })

  it('cancels: what is in stays, what waits is gone', async () => {
    for (let n = 0; n < 30; n += 1) writeFixture(sources, `${n}.wav`, tone(200 + n))
    imports = makeImports({
      onProgress: () => imports.cancel(),
    })
    const view = await run(sources)
    expect(view.state).toBe('canceled')
    expect(view.imported).toBeLessThan(30)
    expect(rows()).toHaveLength(view.imported)
    expect(readdirSync(join(folder.root, '.partial'))).toEqual([])
  })

  it.each(['before the name', 'between name and row', 'after the row'])(
    'neither loses nor doubles a file when it dies %s',
    async (when) => {
      writeFixture(sources, 'a.wav', tone(440))
      writeFixture(sources, 'b.wav', tone(550))
      /** Nothing after this point reaches the disk, as after a power cut. */
      const never = new Promise<never>(() => {})
      let reached = 0
      const dying: LibraryFolder = {
        ...folder,
        commit: async (...args) => {
          const committed = when === 'before the name' ? null : await folder.commit(...args)
          reached += 1
          return committed === null || when === 'between name and row' ? never : committed
        },
      }
      const dead = makeImports({ folder: () => dying })
      dead.start([sources], 'dies')
      // Of both files: what is still under way in this process would go on beside the next start.
      await expect.poll(() => reached, PATIENT).toBe(2)
      if (when === 'after the row') await dead.settled()
      const again = makeImports({ folder: () => createLibraryFolder({ root: folder.root }) })
      again.resume()
      await again.settled()
      expect(again.current()).toMatchObject({ imported: 2, duplicates: 0, failed: 0, state: 'done' })
      expect(rows()).toHaveLength(2)
      const files = readdirSync(folder.root, { recursive: true, encoding: 'utf8' })
      expect(files.filter((name) => name.endsWith('.wav'))).toHaveLength(2)
      for (const row of rows()) {
        const facts = getDetailFacts(db, row.id)!
        expect(readFileSync(join(folder.root, facts.relativePath)).length).toBe(facts.bytes)
      }
    },
  )

  it('makes names from hell safe', async () => {
    const names = [
      'CON.wav',
      'a\nb.wav',
      'trailing .wav',
      '\u202eevil.wav',
      `${'😀'.repeat(60)}.wav`,
      '-rf.wav',
    ]
    for (const [n, name] of names.entries()) writeFileSync(join(sources, name), tone(300 + n))
    expect(await run(sources)).toMatchObject({ imported: names.length, failed: 0 })
    for (const row of rows()) {
      const { relativePath } = getDetailFacts(db, row.id)!
      expect((await folder.resolve(relativePath)).ok).toBe(true)
      expect(relativePath).not.toMatch(/[\n\u202e]|\/-|\/CON\./)
    }
  })
})
