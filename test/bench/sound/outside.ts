// What tools that are not ours hear: onsets by aubioonset, formats by ffprobe and ffmpeg.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AUDIO_FORMATS, type AudioFormat } from '../../../src-main/contract/index.ts'
import { encodedPieces, writePieces } from '../../../src-main/local-service/codecs/encode.ts'
import { renderScene, understandPrompt } from '../../../src-main/local-service/synthesis/index.ts'
import { aubioOnsets } from '../../aubio-onsets.ts'

const RATE = 44_100

/** Prompts that say how many, and how many. */
const COUNTED: readonly (readonly [prompt: string, count: number, durationMs: number])[] = [
  ['three knocks', 3, 3000],
  ['five footsteps on wood', 5, 5000],
  ['three footsteps in high heels on stone', 3, 3000],
  ['4 gunshots', 4, 10_400],
  ['six claps', 6, 6000],
  ['three church bell strokes', 3, 7800],
  ['seven drum hits', 7, 7000],
  ['three dog barks', 3, 3000],
  ['two coughs', 2, 3000],
  ['two door slams', 2, 5200],
  ['four hammer hits on metal', 4, 4000],
  ['three explosions', 3, 7800],
  ['five laser shots', 5, 5000],
  ['three twig snaps', 3, 3000],
  ['five drips', 5, 5000],
  ['two crow caws', 2, 5200],
  ['four beeps', 4, 4000],
  ['three sword clashes', 3, 3000],
  ['four footsteps on gravel', 4, 4000],
  ['four whip cracks', 4, 4000],
  ['three glass breaks', 3, 7800],
  ['three coin drops', 3, 5000],
  ['three splashes', 3, 6000],
  ['two doors closing', 2, 5000],
  ['five clicks', 5, 4000],
  ['eight key presses', 8, 4000],
  ['five owl hoots', 5, 6000],
  ['four hoofbeats', 4, 4000],
  ['four frog croaks', 4, 5000],
  ['three crunches', 3, 4000],
  ['five bounces of a ball', 5, 6000],
  ['three fireworks', 3, 9000],
  ['five finger snaps', 5, 4000],
  ['four whooshes', 4, 8000],
  ['three sword swings', 3, 4000],
  ['three swords drawn', 3, 7000],
  ['three drawer slides', 3, 8000],
  ['three chair scrapes', 3, 8000],
  ['two thunder claps', 2, 12_000],
  ['three gong strikes', 3, 9000],
  ['three cymbal crashes', 3, 7800],
  ['three seagull calls', 3, 6000],
  ['three sheep bleats', 3, 6000],
  ['four pig oinks', 4, 5000],
  ['three horse neighs', 3, 9000],
  ['three springs boinging', 3, 6000],
  ['three sighs', 3, 9000],
  ['three referee whistle blasts', 3, 6000],
  ['three car horn honks', 3, 6000],
  ['three door knocks in a hall', 3, 5000],
  ['three knocks in a church', 3, 5000],
  ['three door knocks in a cathedral', 3, 5000],
  ['three claps in a stone hall', 3, 4000],
  ['three dog barks in a tunnel', 3, 5000],
  ['three gunshots outdoors', 3, 8000],
  ['three thunder rolls', 3, 30_000],
  ['three laser power-ups', 3, 9000],
  ['three lion roars', 3, 9000],
]
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)

export interface Counted {
  readonly prompt: string
  readonly count: number
  /** Of each seed. */
  readonly heard: readonly number[]
}

/** What aubioonset, with its own defaults, counts in renders of prompts that say how many. */
export function countOnsets(): readonly Counted[] {
  return COUNTED.map(([prompt, count, durationMs]) => ({
    prompt,
    count,
    heard: SEEDS.map((seed) => aubioOnsets(rendered(prompt, durationMs, seed), RATE)),
  }))
}

export interface FormatFacts {
  readonly format: AudioFormat
  /** By ffprobe. */
  readonly codec: string
  readonly bitRate: string
  /** Samples of the sound, and what ffmpeg decodes of it. */
  readonly samples: number
  readonly decoded: number
}

/** Each format of the contract, written by the engine, probed and decoded by ffmpeg. */
export async function checkFormats(): Promise<readonly FormatFacts[]> {
  const samples = rendered('church bell with rain', 3000, 5)
  const folder = mkdtempSync(join(tmpdir(), 'formats-'))
  try {
    const facts: FormatFacts[] = []
    for (const format of AUDIO_FORMATS) {
      const path = join(folder, `sound.${format.split('_')[0]}`)
      await writePieces(
        path,
        encodedPieces(format, samples, { sampleRateHz: RATE, loop: true, ditherSeed: 1 }),
      )
      const probed = execFileSync(
        'ffprobe',
        ['-v', 'error', '-show_entries', 'stream=codec_name,bit_rate', '-of', 'csv=p=0', path],
        { encoding: 'utf8' },
      )
      const [codec = '', bitRate = ''] = probed.trim().split(',')
      const pcm = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 's16le', '-'], {
        maxBuffer: 64 * 2 ** 20,
      })
      facts.push({ format, codec, bitRate, samples: samples.length, decoded: pcm.length / 2 })
    }
    return facts
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function rendered(prompt: string, durationMs: number, seed: number): Float32Array {
  const heard = understandPrompt(prompt)
  if (!heard.ok) throw new Error(heard.message)
  return renderScene({ scene: heard.scene, durationMs, seed, variantIndex: 0, loop: false, sampleRate: RATE })
}
