// The flows that the crash sweep kills: what a person sets going, and how one tells that all of it came to a right end. A new flow is a line
// of the table. Each is run again over the same folder after every kill, and has to go on where it was.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getGeneration } from '../../src-main/generations/generation-store.ts'
import { keptIndexes } from '../../src-main/generations/midi-files.ts'
import { backUp, listBackups } from '../../src-main/library/backups.ts'
import { createImports } from '../../src-main/library/imports.ts'
import { createFactsService } from '../../src-main/media/facts-service.ts'
import { tone } from '../unit/media/wav-fixture.ts'
import { endOf, type Flow, type FlowEnd, type FlowWorld, modelOf, over, text } from './flow-world.ts'
import { LIBRARY_FLOWS } from './library-flows.ts'

export const FLOWS: Readonly<Record<string, Flow>> = {
  create: {
    debits: [1],
    async run(world) {
      await text(world, world.ids[0], { durationMs: 200, variants: 2 })
      return endOf(world, [world.ids[0]], 2)
    },
  },
  poll: {
    debits: [1],
    isSlow: true,
    async run(world) {
      await text(world, world.ids[0], { durationMs: 200, variants: 1 })
      return endOf(world, [world.ids[0]], 1)
    },
  },
  extend: {
    debits: [2],
    run: (world) => edit(world, 'extend', { append_duration_ms: 1_000 }),
  },
  inpaint: {
    debits: [2],
    run: (world) => edit(world, 'inpaint', { region: { start_ms: 1_000, end_ms: 2_000 } }),
  },
  transcribe: {
    debits: [1, 2],
    async run(world) {
      const { app, connectionId, ids } = world
      const soundId = await text(world, ids[0], { durationMs: 600, variants: 1, prompt: 'music box' })
      if (getGeneration(app.db, ids[1]) === null) {
        const intent = { connectionId, soundId, options: {}, generationId: ids[1], quotedCredits: null }
        const started = await app.transcriptions.start(intent)
        if (!started.ok) throw new Error(started.error.message)
      }
      await over(app, ids[1])
      const { state } = app.row(ids[1])
      const end = endOf(world, [ids[0]], 1)
      const files = keptIndexes(app.db, ids[1]).size
      const isRight = (state === 'done' && files === 2) || (state === 'unknown' && files === 0)
      return {
        ...end,
        otherFiles: files,
        wrong: isRight ? end.wrong : [...end.wrong, `${state} with ${files} files`],
      }
    },
  },
  'key change': {
    debits: [1],
    async run(world) {
      const { app, ids } = world
      const isNew = getGeneration(app.db, ids[0]) === null
      const made = text(world, ids[0], { durationMs: 200, variants: 2 })
      if (isNew) await world.saveKey()
      await made
      return endOf(world, [ids[0]], 2)
    },
  },
  import: {
    debits: [0],
    async run({ app, userData }) {
      const from = join(userData, 'from')
      mkdirSync(from, { recursive: true })
      for (const [index, hz] of IMPORTED_HZ.entries())
        writeFileSync(join(from, `tone ${index}.wav`), tone(hz))
      const media = createFactsService({
        workerUrl: new URL('../../src-main/media/worker.ts', import.meta.url),
        cacheDir: join(userData, 'cache'),
        log: () => {},
      })
      const imports = createImports({
        db: app.db,
        folder: () => app.folder,
        media,
        newId: () => crypto.randomUUID(),
        now: Date.now,
        onProgress: () => {},
        log: () => {},
      })
      if (imports.current() === null) imports.start([from], 'tones')
      else imports.resume()
      await imports.settled()
      await imports.stop()
      await media.close()
      const view = imports.current()
      const isRight = view?.state === 'done' && view.imported === IMPORTED_HZ.length && view.failed === 0
      return {
        wrong: isRight ? [] : [`the import ended as ${JSON.stringify(view)}`],
        sounds: IMPORTED_HZ.length,
        otherFiles: 0,
        isTold: true,
      }
    },
  },
  backup: {
    debits: [1],
    async run(world) {
      const { app, userData, ids } = world
      const folder = join(userData, 'backups')
      const made = text(world, ids[0], { durationMs: 200, variants: 1 })
      for (let at = 1; at <= 3; at++) {
        const backed = await backUp(app.db, folder, at)
        if (!backed.ok) throw new Error(backed.error.message)
      }
      await made
      const end = endOf(world, [ids[0]], 1)
      const kept = listBackups(folder).length
      return kept === 3 ? end : { ...end, wrong: [...end.wrong, `${kept} backups`] }
    },
  },
  ...LIBRARY_FLOWS,
}

const IMPORTED_HZ = [220, 440, 880]

/** A sound, then an edit of it: uploaded, sent, fetched. */
async function edit(world: FlowWorld, family: 'extend' | 'inpaint', part: object): Promise<FlowEnd> {
  const { app, connectionId, ids } = world
  const soundId = await text(world, ids[0], { durationMs: 3_100, variants: 1 })
  if (getGeneration(app.db, ids[1]) === null) {
    const started = await app.generations.start({
      connectionId,
      family,
      body: { model: await modelOf(app, connectionId, family), input: {}, ...part },
      sources: { audio: { kind: 'sound', soundId } },
      generationId: ids[1],
      quotedCredits: null,
    })
    if (!started.ok) throw new Error(started.error.message)
  }
  await over(app, ids[1])
  return endOf(world, ids, 2)
}

/** SHA-256 of a file, null where there is none. */
export const hashOf = async (
  path: string,
  read: (path: string) => Promise<Buffer>,
): Promise<string | null> =>
  existsSync(path)
    ? createHash('sha256')
        .update(await read(path))
        .digest('hex')
    : null
