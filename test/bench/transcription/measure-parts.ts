// node test/bench/transcription/measure-parts.ts [written] [real] — which share of the notes that are rightly heard lies in the right part where the list
// is given, by register alone and as it is delivered, by piece and by pair of instruments that are mistaken for each other; test pieces only.
// What is heard of each recording is kept in the temporary folder, so that a second run takes seconds.

import { loadNoteModel } from '../../../src-main/local-service/transcription/listening/note-model.ts'
import {
  assignByRegister,
  assignInstruments,
} from '../../../src-main/local-service/transcription/parts/assign.ts'
import { createListener } from '../../../src-main/local-service/transcription/transcribe.ts'
import { testedPartPieces } from './part-pieces.ts'
import { hearTake } from './part-takes.ts'

const WRITTEN = Number(process.argv[2] ?? 16)
const REAL = Number(process.argv[3] ?? 8)
const PAIRS_SHOWN = 12

const listener = createListener(await loadNoteModel())
const mistaken = new Map<string, number>()
const lines = testedPartPieces(WRITTEN, REAL).map((piece) => {
  const { name, notes, sounds, listed, players } = hearTake(piece, listener)
  const ours = assignInstruments(notes, sounds, listed)
  const plain = assignByRegister(notes, listed)
  let [known, right, plainRight] = [0, 0, 0]
  for (const [index, owners] of players.entries()) {
    const [owner] = owners
    if (owner === undefined) continue
    known++
    if (owners.includes(plain[index]!)) plainRight++
    if (owners.includes(ours[index]!)) right++
    else mistaken.set(`${owner} as ${ours[index]}`, (mistaken.get(`${owner} as ${ours[index]}`) ?? 0) + 1)
  }
  console.log(
    `   ${name}: ${listed.join(', ')}; ${known} notes, by register ${percent(plainRight / known)}, ours ${percent(right / known)}`,
  )
  return { known, right, plainRight }
})
const mean = (of: (line: (typeof lines)[number]) => number) =>
  percent(lines.reduce((sum, line) => sum + of(line), 0) / lines.length)
console.log(
  `${lines.length} pieces: by register ${mean((line) => line.plainRight / line.known)}, ours ${mean((line) => line.right / line.known)}`,
)
for (const [pair, count] of [...mistaken].sort((a, b) => b[1] - a[1]).slice(0, PAIRS_SHOWN))
  console.log(`   ${pair}: ${count}`)

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
