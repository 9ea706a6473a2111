// A part of a sound as a sound of its own: rendered with handles and at another speed, its file ready before anything is dragged.
import { createHash } from 'node:crypto'
import type { RegionRequest } from '../bridge/library.ts'
import type { ComputeErrorCode, FactsService } from '../media/facts-service.ts'
import { failed, type Outcome, succeeded } from '../media/outcome.ts'
import type { RenderErrorCode } from '../media/render/render.ts'
import { commitUnderName } from './commit-under-name.ts'
import type { WritableDatabase } from './database.ts'
import type { FolderErrorCode, LibraryFolder } from './folder.ts'
import { provenanceOfSound, textsOf } from './sound-provenance.ts'
import { getDetailFacts, insertSounds, isPathTaken, type SoundFacts } from './sound-store.ts'
import { setCatId, ucsOf } from './sound-ucs.ts'

export type RegionErrorCode =
  | FolderErrorCode
  | RenderErrorCode
  | ComputeErrorCode
  | 'not_found'
  | 'region_empty'

const SHORTEST_MS = 1

export type MakeRegion = (
  request: RegionRequest,
) => Promise<Outcome<{ readonly soundId: number }, RegionErrorCode>>

/** Makes the region, or finds it where it was made before. Errors: those of reading the source and of the disk; `region_empty`. */
export function createRegionMaker(options: {
  readonly db: WritableDatabase
  readonly folder: () => LibraryFolder
  readonly media: Pick<FactsService, 'run'>
  readonly now: () => number
}): MakeRegion {
  const { db, folder, media, now } = options
  /** The same region asked for twice at once is made once. */
  const making = new Map<string, ReturnType<MakeRegion>>()

  const make = async (source: SoundFacts, request: RegionRequest, uid: string): ReturnType<MakeRegion> => {
    const place = folder()
    const from = await place.resolve(source.relativePath)
    if (!from.ok) return from
    const partial = await place.partialPath(`region-${uid}`)
    if (!partial.ok) return partial
    const frameAt = (ms: number): number => Math.round((ms / 1000) * source.row.sampleRate)
    const [startMs, endMs] = boundsOf(request, source.row.durationMs)
    const name = nameOf(source.row, request)
    const written = await provenanceOfSound(db, source, from.value)
    const provenance = {
      ...written,
      soundUid: uid,
      name,
      isLoop: false,
      createdAtMs: now(),
      lineage: [{ uid: source.uid, operation: 'region' }, ...written.lineage],
      timeReferenceSamples: Math.round(written.timeReferenceSamples + frameAt(startMs)),
    }
    const rendered = await media.run('render', {
      from: from.value,
      to: partial.value,
      // Floats where the sound goes beyond full scale, which integers cannot hold.
      format: (source.row.truePeakDb ?? 0) > 0 ? 'wav-32f' : 'wav-24',
      part: { startFrame: frameAt(startMs), endFrame: frameAt(endMs) },
      speed: request.speed,
      sampleRate: null,
      channels: 'keep',
      loudnessLufs: null,
      ceilingDbtp: 0,
      fadeInMs: 0,
      fadeOutMs: 0,
      isLoop: false,
      provenance,
      texts: textsOf(provenance, ucsOf(db, source), { source: '', creator: '' }, source.note),
    })
    if (!rendered.ok) return rendered
    const { bytes, sha256, sampleRate, channels, frames } = rendered.value
    const path = await commitUnderName(place, `region-${uid}`, {
      planned: { name, extension: 'wav', createdAtMs: now() },
      isTaken: (each) => isPathTaken(db, each),
    })
    if (!path.ok) return path
    const [soundId] = insertSounds(db, [
      {
        uid,
        origin: 'region',
        generationId: null,
        outputIndex: null,
        variantIndex: null,
        parentId: source.row.id,
        connectionId: source.connectionId,
        relativePath: path.value,
        bytes,
        sha256,
        name,
        prompt: source.prompt,
        label: '',
        type: source.row.type,
        category: source.category,
        family: source.row.family,
        model: source.row.model,
        seed: source.row.seed,
        format: 'wav',
        sampleRate,
        channels,
        durationMs: Math.round((frames / sampleRate) * 1000),
        isLoop: false,
        credits: null,
        tags: source.row.tags,
        createdAtMs: now(),
      },
    ])
    if (soundId === undefined) throw new Error('a region was not entered')
    if (source.catId !== '') setCatId(db, [soundId], source.catId)
    return succeeded({ soundId })
  }

  return (request) => {
    const source = getDetailFacts(db, request.soundId)
    if (source === null || source.isTrashed)
      return Promise.resolve(failed('not_found', `There is no sound ${request.soundId} in the library.`))
    const [startMs, endMs] = boundsOf(request, source.row.durationMs)
    if (request.endMs <= request.startMs || endMs - startMs < SHORTEST_MS) {
      return Promise.resolve(
        failed(
          'region_empty',
          `The region from ${request.startMs} to ${request.endMs} ms holds nothing of a sound of ${source.row.durationMs} ms.`,
        ),
      )
    }
    const { existing, uid } = uidOf(db, source.uid, request)
    if (existing !== null) return Promise.resolve(succeeded({ soundId: existing }))
    const known = making.get(uid)
    if (known !== undefined) return known
    const work = make(source, request, uid).finally(() => making.delete(uid))
    making.set(uid, work)
    return work
  }
}

/** With its handles, as far as the sound has them. */
const boundsOf = (request: RegionRequest, durationMs: number): readonly [number, number] => [
  Math.max(0, request.startMs - request.handleMs),
  Math.min(durationMs, request.endMs + request.handleMs),
]

/** The same region has the same id; one that was thrown away since, or whose file is missing, gets the next. */
function uidOf(
  db: WritableDatabase,
  sourceUid: string,
  { startMs, endMs, handleMs, speed }: RegionRequest,
): { readonly existing: number | null; readonly uid: string } {
  const find = db.statement(
    'SELECT id, trashed_at_ms IS NULL AND missing_at_ms IS NULL AS isThere FROM sounds WHERE uid = ?',
  )
  for (let attempt = 0; ; attempt += 1) {
    const hash = createHash('sha256')
      .update(JSON.stringify([sourceUid, startMs, endMs, handleMs, speed, attempt]))
      .digest('hex')
    // The form of a uuid of version 8: bits of one's own (RFC 9562, 5.8).
    const uid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
    // Two integers, by the statement.
    const found = find.get([uid]) as { readonly id: number; readonly isThere: number } | undefined
    if (found === undefined) return { existing: null, uid }
    if (found.isThere === 1) return { existing: found.id, uid }
  }
}

const NAME_CHARACTERS = 200

/** "Rain 0.01.250–0.02.000", and at another speed "Rain, 80 %": what is not as it was stands in the name, and is never cut off. */
function nameOf(
  row: { readonly name: string; readonly durationMs: number },
  { startMs, endMs, speed }: RegionRequest,
): string {
  const isWhole = startMs <= 0 && endMs >= row.durationMs
  const part = isWhole ? '' : ` ${clock(startMs)}–${clock(endMs)}`
  const pace = speed === 1 ? '' : `, ${Math.round(speed * 100)} %`
  return `${row.name.slice(0, NAME_CHARACTERS - part.length - pace.length).toWellFormed()}${part}${pace}`
}

/** 1.25 s as "0.01.250": a name of a file has no colons. */
function clock(ms: number): string {
  const whole = Math.round(ms)
  const [minutes, rest] = [Math.floor(whole / 60_000), whole % 60_000]
  return `${minutes}.${String(Math.floor(rest / 1000)).padStart(2, '0')}.${String(rest % 1000).padStart(3, '0')}`
}
