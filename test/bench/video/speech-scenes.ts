// Sounds of the speech bench and its tests: voices of espeak-ng, noise, and scenes of this service's own engine, all at 48 kHz.

import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { resample } from '../../../src-main/local-service/codecs/resample.ts'
import { readSourceMono } from '../../../src-main/local-service/codecs/source-reader.ts'
import { SPEECH_RATE_HZ } from '../../../src-main/local-service/speech/find-speech.ts'
import { renderScene, understandPrompt } from '../../../src-main/local-service/synthesis/index.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

export interface Line {
  readonly voice: string
  readonly wordsPerMinute: number
  readonly text: string
}

/** Two languages, a woman's and two men's voices. */
export const LINES: readonly Line[] = [
  {
    voice: 'en-us',
    wordsPerMinute: 150,
    text: 'Please keep the engine running while we wait for the others at the bridge. They said that they would be here before noon.',
  },
  {
    voice: 'en-gb+f3',
    wordsPerMinute: 170,
    text: 'I have never seen the river this high. Come back inside and close the door behind you, it is getting cold.',
  },
  {
    voice: 'de+m3',
    wordsPerMinute: 140,
    text: 'Wir treffen uns morgen um acht Uhr am Bahnhof. Bring bitte die alten Karten und etwas zu essen mit.',
  },
]

/** Whether espeak-ng is here; why not, for the names of the tests that need it. */
export const HAS_ESPEAK = spawnSync('espeak-ng', ['--version'], { stdio: 'ignore' }).status === 0
export const NEEDS_ESPEAK = HAS_ESPEAK ? '' : ' (skipped: no espeak-ng on PATH)'

/** A spoken line within silence: a second before it, and after it what is left of `seconds`. */
export async function spoken({ voice, wordsPerMinute, text }: Line, seconds: number): Promise<Float32Array> {
  const folder = makeTemporaryFolder('speech')
  try {
    const path = join(folder, 'line.wav')
    spawnSync('espeak-ng', ['-v', voice, '-s', String(wordsPerMinute), '-w', path, text])
    const { samples, sampleRateHz } = await readSourceMono(path)
    const line = resample(samples, sampleRateHz, SPEECH_RATE_HZ)
    const whole = new Float32Array(seconds * SPEECH_RATE_HZ)
    whole.set(line.subarray(0, whole.length - SPEECH_RATE_HZ), SPEECH_RATE_HZ)
    return whole
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Pink noise by Kellet's filter of three poles; the same seed gives the same noise. */
export function pinkNoise(seed: number, seconds: number): Float32Array {
  let state = seed
  const poles = [0, 0, 0]
  return new Float32Array(seconds * SPEECH_RATE_HZ).map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const white = (state / 2 ** 32) * 2 - 1
    poles[0] = 0.99765 * poles[0]! + white * 0.099046
    poles[1] = 0.963 * poles[1]! + white * 0.2965164
    poles[2] = 0.57 * poles[2]! + white * 1.0526913
    return (poles[0]! + poles[1]! + poles[2]! + white * 0.1848) / 6
  })
}

/** What this service's engine makes of a prompt. */
export function scene(prompt: string, seconds: number): Float32Array {
  const understood = understandPrompt(prompt)
  if (!understood.ok) throw new Error(`${prompt}: ${understood.message}`)
  return renderScene({
    scene: understood.scene,
    durationMs: seconds * 1000,
    seed: 1,
    variantIndex: 0,
    loop: false,
    sampleRate: SPEECH_RATE_HZ,
  })
}

/** Speech over a background so many dB below it (over the whole window), both below full scale; and the speech as it is in there. */
export function mixed(
  speech: Float32Array,
  background: Float32Array,
  ratioDb: number,
): { readonly sound: Float32Array; readonly speech: Float32Array } {
  const level = Math.sqrt(energy(speech) / energy(background) / 10 ** (ratioDb / 10))
  const sound = speech.map((sample, index) => sample + level * background[index]!)
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const gain = 0.9 / peak
  return { sound: sound.map((sample) => sample * gain), speech: speech.map((sample) => sample * gain) }
}

/** Scale-invariant signal-to-distortion ratio in dB (Le Roux et al., 2019). */
export function siSdrDb(estimate: Float32Array, speech: Float32Array): number {
  const scale = estimate.reduce((sum, sample, index) => sum + sample * speech[index]!, 0) / energy(speech)
  const error = estimate.reduce((sum, sample, index) => sum + (sample - scale * speech[index]!) ** 2, 0)
  return 10 * Math.log10((scale ** 2 * energy(speech)) / error)
}

function energy(signal: Float32Array): number {
  return signal.reduce((sum, sample) => sum + sample ** 2, 0)
}
