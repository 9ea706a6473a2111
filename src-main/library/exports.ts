// Hands sounds over: named, rendered by the media workers, with all their texts, into a folder that the person chose. Nothing there is replaced.
import * as nodeFiles from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ExportOptions, ExportProgress, ExportReport } from '../bridge/library.ts'
import type { FactsService } from '../media/facts-service.ts'
import { fileFailure, type Outcome, succeeded } from '../media/outcome.ts'
import type { RenderFormat } from '../media/render/render.ts'
import type { ReadableDatabase } from './database.ts'
import { moveWithoutReplacing } from './durable-files.ts'
import { exportNames } from './export-names.ts'
import type { LibraryFolder } from './folder.ts'
import { numbered, underFreeName } from './free-name.ts'
import { provenanceOfSound, textsOf } from './sound-provenance.ts'
import { getDetailFacts, type SoundFacts } from './sound-store.ts'
import { ucsOf } from './sound-ucs.ts'

export interface Exports {
  /** The first 200 of the names that `write` would give. */
  readonly names: (soundIds: readonly number[], options: ExportOptions) => readonly string[]
  /** Writes the files below `target`. What cannot be written is told and passed over; the rest is written. */
  readonly write: (
    soundIds: readonly number[],
    options: ExportOptions,
    target: string,
  ) => Promise<ExportReport>
  /** What is written stays, what waits is left. */
  readonly cancel: () => void
}

const SHOWN_NAMES = 200
const REPORT_EVERY_MS = 250

export function createExports(options: {
  readonly db: ReadableDatabase
  readonly folder: () => LibraryFolder
  readonly media: Pick<FactsService, 'run' | 'workers'>
  readonly newId: () => string
  readonly now: () => number
  readonly onProgress: (progress: ExportProgress) => void
}): Exports {
  const { db, folder, media, newId, now, onProgress } = options
  let canceling = new AbortController()

  const found = (soundIds: readonly number[]): readonly SoundFacts[] =>
    soundIds.flatMap((id) => {
      const facts = getDetailFacts(db, id)
      return facts === null || facts.isTrashed ? [] : [facts]
    })

  const writeOne = async (
    facts: SoundFacts,
    wanted: ExportOptions,
    path: string,
    signal: AbortSignal,
  ): Promise<Outcome<null, string>> => {
    const from = await folder().resolve(facts.relativePath)
    if (!from.ok) return from
    const provenance = await provenanceOfSound(db, facts, from.value)
    const texts = textsOf(provenance, ucsOf(db, facts), wanted, facts.note)
    await nodeFiles.mkdir(dirname(path), { recursive: true })
    const to = join(dirname(path), `.foleyroom-${newId()}.part`)
    const written = isCopy(wanted)
      ? await media.run('tag', { from: from.value, to, provenance, texts }, signal)
      : await media.run(
          'render',
          {
            ...rendering(wanted),
            from: from.value,
            to,
            format: renderFormat(facts.row.format, wanted),
            part: null,
            speed: 1,
            isLoop: facts.row.isLoop,
            provenance,
            texts,
          },
          signal,
        )
    if (!written.ok) return written
    return succeeded(await placeUnderFreeName(to, path))
  }

  return {
    names: (soundIds, wanted) =>
      exportNames(found(soundIds.slice(0, SHOWN_NAMES)).map(named(db, wanted)), wanted),
    cancel: () => canceling.abort(),
    write: async (soundIds, wanted, target) => {
      canceling = new AbortController()
      const { signal } = canceling
      const sounds = found(soundIds)
      const names = exportNames(sounds.map(named(db, wanted)), wanted)
      const problems: string[] = []
      let [done, exported, reportedAtMs] = [0, 0, Number.NEGATIVE_INFINITY]
      const report = (isFinished: boolean): void => {
        if (!isFinished && now() - reportedAtMs < REPORT_EVERY_MS) return
        reportedAtMs = now()
        onProgress({ done, total: sounds.length, isFinished })
      }
      const queue = [...sounds.entries()]
      const lane = async (): Promise<void> => {
        for (let next = queue.shift(); next !== undefined && !signal.aborted; next = queue.shift()) {
          const [index, facts] = next
          try {
            const written = await writeOne(
              facts,
              wanted,
              join(target, ...(names[index] ?? '').split('/')),
              signal,
            )
            if (written.ok) exported += 1
            else problems.push(`${facts.row.name}: ${written.error.message}`)
          } catch (error) {
            if (signal.aborted) return
            problems.push(`${facts.row.name}: ${fileFailure(error, 'write it there').error.message}`)
          }
          done += 1
          report(false)
        }
      }
      report(false)
      await Promise.all(Array.from({ length: media.workers }, lane))
      report(true)
      return { exported, folderName: basename(target), isCanceled: signal.aborted, problems }
    },
  }
}

/** The file as it is, with the texts of now. */
const isCopy = (wanted: ExportOptions): boolean =>
  wanted.format === 'original' &&
  wanted.sampleRate === null &&
  wanted.channels === 'keep' &&
  wanted.loudnessLufs === null &&
  wanted.fadeInMs === 0 &&
  wanted.fadeOutMs === 0

const rendering = ({
  sampleRate,
  channels,
  loudnessLufs,
  ceilingDbtp,
  fadeInMs,
  fadeOutMs,
}: ExportOptions) => ({
  sampleRate,
  channels,
  loudnessLufs,
  ceilingDbtp,
  fadeInMs,
  fadeOutMs,
})

/** A changed sound of a format that is not written here, or that would lose by it, becomes WAV of 24 bits. */
function renderFormat(source: string, wanted: ExportOptions): RenderFormat {
  if (wanted.format !== 'original') return wanted.format
  return source === 'flac' ? 'flac-24' : source.startsWith('mp3') ? 'mp3-320' : 'wav-24'
}

const named = (db: ReadableDatabase, wanted: ExportOptions) => (facts: SoundFacts) => {
  const { row, prompt, category, relativePath } = facts
  return {
    ...row,
    prompt,
    category,
    ucs: ucsOf(db, facts),
    extension: isCopy(wanted)
      ? relativePath.slice(relativePath.lastIndexOf('.') + 1)
      : (renderFormat(row.format, wanted).split('-', 1)[0] ?? 'wav'),
  }
}

/** Moves a finished file to its name; where something lies there, to the next one that is free. */
async function placeUnderFreeName(from: string, path: string): Promise<null> {
  try {
    await underFreeName(
      (number) => numbered(path, number),
      (target) => moveWithoutReplacing(nodeFiles, from, target),
    )
    return null
  } catch (error) {
    await nodeFiles.rm(from, { force: true })
    throw error
  }
}
