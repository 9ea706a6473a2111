// Everything printed of a transcription: the full score, one score a part, tablature where there are frets, and a ZIP of them with a manifest.

import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import type { Instrument } from '../../../contract/index.ts'
import type { Arrangement } from '../arrange.ts'
import type { Engraver } from './engrave.ts'
import { writeMusicXml } from './musicxml.ts'
import { partNameOf } from './musicxml-part-list.ts'
import { tuningOf } from './tablature.ts'
import { type ScoreOptions, transpositionIn } from './written-part.ts'

export interface PrintedScore {
  readonly kind: 'score' | 'part' | 'tablature'
  /** The instrument of a part; null for the full score. */
  readonly part: Instrument | null
  readonly filename: string
  readonly bytes: Buffer
  readonly sha256: string
}
export interface ScoreSet {
  readonly scores: readonly PrintedScore[]
  readonly manifest: Buffer
  readonly bundle: Uint8Array
}

/** Fixed, so that the same notes give the same ZIP. */
const ZIP_DATE = new Date('1980-01-01T00:00:00')

/** @throws where the engraver cannot set a score */
export async function printScores(
  arrangement: Arrangement,
  options: ScoreOptions,
  engraver: Engraver,
): Promise<ScoreSet> {
  const { pageSize } = options
  const instruments = arrangement.instruments
  const print = async (
    kind: PrintedScore['kind'],
    part: Instrument | null,
    filename: string,
    musicXml: string,
  ): Promise<PrintedScore> => {
    const name = part === null ? 'Score' : partNameOf(part, transpositionIn(options, part) !== null)
    const heading = {
      title: options.title ?? null,
      sheet: kind === 'tablature' ? `${name}, tablature` : name,
    }
    const bytes = await engraver.pdf(musicXml, pageSize, heading)
    return { kind, part, filename, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
  const scores = [await print('score', null, 'score.pdf', writeMusicXml(arrangement, options))]
  for (const instrument of instruments) {
    const alone: ScoreOptions = { ...options, only: instrument }
    scores.push(await print('part', instrument, `part-${instrument}.pdf`, writeMusicXml(arrangement, alone)))
    if (tuningOf(instrument) !== null) {
      const tablature = writeMusicXml(arrangement, { ...alone, isTablature: true })
      scores.push(await print('tablature', instrument, `tablature-${instrument}.pdf`, tablature))
    }
  }
  const manifest = Buffer.from(`${JSON.stringify(manifestOf(scores, pageSize), null, 2)}\n`)
  const files = Object.fromEntries([
    ...scores.map(({ filename, bytes }) => [filename, bytes] as const),
    ['manifest.json', manifest] as const,
  ])
  return { scores, manifest, bundle: zipSync(files, { level: 6, mtime: ZIP_DATE }) }
}

function manifestOf(scores: readonly PrintedScore[], pageSize: ScoreOptions['pageSize']): object {
  return {
    page_size: pageSize,
    files: scores.map(({ kind, part, filename, bytes, sha256 }) => ({
      filename,
      kind,
      ...(part === null ? {} : { part }),
      bytes: bytes.length,
      sha256,
    })),
  }
}
