// node test/bench/transcription/measure-instruments.ts [written] [real] [solos] — which instruments detection tells, of ensembles and of solos that nothing
// is learnt from: how many of those it names are there, how many that are there it names, how many lists are right, and drums.

import type { Instrument } from '../../../src-main/contract/index.ts'
import { detectInstruments } from '../../../src-main/local-service/transcription/instruments/detect.ts'
import { loadNoteModel } from '../../../src-main/local-service/transcription/listening/note-model.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { createListener } from '../../../src-main/local-service/transcription/transcribe.ts'
import { instrumentsOf, type PartPiece, testedPartPieces, testedSoloPieces } from './part-pieces.ts'
import { renderPiece } from './render.ts'

const [WRITTEN = 16, REAL = 8, SOLOS = 1] = process.argv.slice(2).map(Number)
/** Fewer hits are no drum part. */
const FEWEST_HITS = 8

const listener = createListener(await loadNoteModel())
report('ensembles', testedPartPieces(WRITTEN, REAL))
report('solos', testedSoloPieces(SOLOS))

function report(title: string, pieces: readonly PartPiece[]): void {
  const counts = { named: 0, there: 0, right: 0, lists: 0, drums: 0, drumsFound: 0, drumsFalse: 0 }
  for (const { name, parts, font, playing } of pieces) {
    const there = instrumentsOf(parts)
    const told = detectInstruments(readRecording(renderPiece({ parts }, font, playing)), listener)
    const pitched = told.filter((heard) => heard.name !== 'drums')
    const right = pitched.filter((heard) => there.includes(heard.name)).length
    const hasDrums = parts.some(({ isDrums, notes }) => isDrums && notes.length >= FEWEST_HITS)
    const namesDrums = pitched.length < told.length
    counts.named += pitched.length
    counts.there += there.length
    counts.right += right
    if (right === pitched.length && right === there.length) counts.lists++
    if (hasDrums) counts.drums++
    if (namesDrums && hasDrums) counts.drumsFound++
    if (namesDrums && !hasDrums) counts.drumsFalse++
    console.log(
      `   ${name}: ${there.join(', ')}${hasDrums ? ', drums' : ''}: told ${told.map(textOf).join(', ')}`,
    )
  }
  const { named, there, right, lists, drums, drumsFound, drumsFalse } = counts
  console.log(
    `${pieces.length} ${title}: ${percent(right / named)} of the named are there, ${percent(right / there)} of those that are there are named, F1 ${((2 * right) / (named + there)).toFixed(3)}, ${lists} lists right; drums in ${drums}, named in ${drumsFound}, and in ${drumsFalse} without`,
  )
}

function textOf({ name, agreement }: { readonly name: Instrument; readonly agreement: number }): string {
  return `${name} ${Math.round(12 * agreement)}/12`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
