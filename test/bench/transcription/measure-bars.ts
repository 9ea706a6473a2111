// node test/bench/transcription/measure-bars.ts [--learnt]: bars and their first beats, told from beats as they are written and notes as they would be heard,
// of test pieces, or with --learnt of those that meter.ts was chosen by.

import { groupBeats } from '../../../src-main/local-service/transcription/rhythm/meter.ts'
import { describeJudged, type JudgedBars, printJudged } from './bar-measures.ts'
import { learntBarredTakes, testedBarredTakes } from './barred-takes.ts'

const judged: JudgedBars[] = []
let microseconds = 0
for (const take of process.argv.includes('--learnt') ? learntBarredTakes() : testedBarredTakes()) {
  const before = process.cpuUsage()
  const bars = groupBeats(take.notes, take.beatOf, take.beatCount, null, take.drums)
  microseconds += process.cpuUsage(before).user
  judged.push({ take, bars })
  if (process.argv.includes('--each')) console.log(`   ${describeJudged({ take, bars })}`)
}
printJudged(judged)
console.log(`${(microseconds / 1000 / judged.length).toFixed(1)} ms of a processor a take`)
