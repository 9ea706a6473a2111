// Renders known pieces with fluidsynth and a sound font of Debian's, and keeps the files for later runs.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeMidi } from '../../../src-main/local-service/transcription/files/midi-file.ts'
import { type KnownPiece, midiParts } from './pieces.ts'

/** Packages timgm6mb-soundfont and fluid-soundfont-gm. */
export const SOUND_FONTS = [
  '/usr/share/sounds/sf2/TimGM6mb.sf2',
  '/usr/share/sounds/sf2/FluidR3_GM.sf2',
] as const

/** Package musescore-general-soundfont (MIT): nothing is trained on it. */
export const HELD_OUT_SOUND_FONT = '/usr/share/sounds/sf3/MuseScore_General.sf3'

/** How fluidsynth plays. */
export interface Playing {
  readonly gain: number
  readonly hasReverb: boolean
  readonly hasChorus: boolean
}

/** fluidsynth's own reverb and chorus, its gain such that a band does not clip. */
const USUAL: Playing = { gain: 0.5, hasReverb: true, hasChorus: true }

/** The WAV of a piece; 44.1 kHz, stereo. */
export function renderPiece(
  piece: Pick<KnownPiece, 'parts'>,
  soundFont: string,
  { gain, hasReverb, hasChorus } = USUAL,
): string {
  const song = {
    tempos: [{ ticks: 0, bpm: 125 }],
    meters: [{ ticks: 0, numerator: 4, denominator: 4 }],
    parts: midiParts(piece),
  }
  const midi = writeMidi(song)
  const settings = [
    ...['-g', gain.toFixed(2)],
    ...(hasReverb ? [] : ['-R', '0']),
    ...(hasChorus ? [] : ['-C', '0']),
  ]
  const name = createHash('sha256').update(midi).update(soundFont).update(settings.join()).digest('hex')
  const folder = join(tmpdir(), 'foleyroom-bench-transcription')
  const path = join(folder, `${name.slice(0, 24)}.wav`)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${path}.mid`, midi)
  execFileSync(
    'fluidsynth',
    ['-ni', '-q', ...settings, '-r', '44100', '-F', `${path}.part.wav`, soundFont, `${path}.mid`],
    { stdio: 'ignore' },
  )
  rmSync(`${path}.mid`)
  renameSync(`${path}.part.wav`, path)
  return path
}
