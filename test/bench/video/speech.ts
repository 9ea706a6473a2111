// Measures speech detection and separation: node test/bench/video/speech.ts prints the tables of RESULTS.md.

import { hasSpeech, sureSpeechMs } from '../../../src-main/local-service/speech/find-speech.ts'
import { separateSpeech } from '../../../src-main/local-service/speech/separate-speech.ts'
import { LINES, mixed, pinkNoise, scene, siSdrDb, spoken } from './speech-scenes.ts'

const SECONDS = 10
const LEVELS_DB = [0, 6, 12]
const BACKGROUNDS: Readonly<Record<string, () => Float32Array>> = {
  'pink noise': () => pinkNoise(7, SECONDS),
  engine: () => scene('car engine idling', SECONDS),
  'diesel engine': () => scene('diesel engine running', SECONDS),
  music: () => scene('music box melody', SECONDS),
}
/** Sounds without a word in them. */
const WORDLESS = [
  'wind',
  'rain',
  'dog barking',
  'birds chirping',
  'thunder',
  'footsteps on gravel',
  'river',
  'synth pad',
  'siren',
  'helicopter',
  'fire crackling',
  'cat meow',
  'baby crying',
  'crickets',
  'bell ringing',
  'drone',
  'sci-fi hum',
  'crowd',
]

const speeches = await Promise.all(LINES.map((line) => spoken(line, SECONDS)))
let hits = 0
let spokenCases = 0
let separationMs = 0

console.log(
  '| background | speech over it | SI-SDR before | after (least to most) | mean gain | least gain | speech found |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- |')
for (const [name, make] of Object.entries(BACKGROUNDS)) {
  const background = make()
  for (const levelDb of LEVELS_DB) {
    const before: number[] = []
    const after: number[] = []
    let found = 0
    for (const clean of speeches) {
      const { sound, speech } = mixed(clean, background, levelDb)
      const startedMs = performance.now()
      const { voice, probabilities } = await separateSpeech(sound)
      separationMs += performance.now() - startedMs
      before.push(siSdrDb(sound, speech))
      after.push(siSdrDb(voice, speech))
      if (hasSpeech(probabilities)) found++
    }
    hits += found
    spokenCases += speeches.length
    const gains = after.map((value, index) => value - before[index]!)
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
    console.log(
      `| ${name} | ${levelDb} dB | ${mean1(before)} dB | ${Math.min(...after).toFixed(1)} to ${Math.max(...after).toFixed(1)} dB | ${mean.toFixed(1)} dB | ${Math.min(...gains).toFixed(1)} dB | ${found} of ${speeches.length} |`,
    )
  }
}
const realTime = (spokenCases * SECONDS * 1000) / separationMs
console.log(
  `\nfound in ${hits} of ${spokenCases}; separated ${realTime.toFixed(0)} times faster than real time\n`,
)

const silent: readonly (readonly [string, Float32Array])[] = [
  ['silence', new Float32Array(SECONDS * 48_000)],
  ...Object.entries(BACKGROUNDS).map(([name, make]) => [name, make()] as const),
  ...WORDLESS.map((prompt) => [prompt, scene(prompt, SECONDS)] as const),
]
const falseHits: string[] = []
for (const [name, sound] of silent) {
  const { probabilities } = await separateSpeech(sound)
  const sureMs = sureSpeechMs(probabilities)
  if (sureMs > 0) console.log(`${name}: ${sureMs} ms of 10 s pass for speech`)
  if (hasSpeech(probabilities)) falseHits.push(name)
}
console.log(
  `wordless: ${falseHits.length} false of ${silent.length}${falseHits.length > 0 ? ` (${falseHits.join(', ')})` : ''}`,
)

function mean1(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1)
}
