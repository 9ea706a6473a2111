// Accompaniments in the styles of popular music that the tempo is learnt from: made by the program mma (package mma, GPL-2) of chords drawn here.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ParsedMidi, parseMidi } from './parsed-midi.ts'
import { seeded } from './pieces.ts'
import { pieceOfMidi, type RealPiece } from './real-pieces.ts'

const LIBRARY = '/usr/share/mma/lib/stdlib'
/** Their beat is a dotted quarter, or there is no music in them. */
const LEFT_OUT = /68|128|metronome|none/
/** Beginnings, ends and fills are no grooves. */
const PASSAGES = /Intro|End|Fill|Break|Metronome/i
const BARS = 20
const CHORDS = ['C', 'Am', 'F', 'G7', 'Dm7', 'Em', 'E7', 'A7', 'Bb', 'Fm'] as const
const [SLOWEST_BPM, FASTEST_BPM] = [66, 176]

/** The takes of each style, in order of their names: a few of its grooves; none where mma is not installed. */
export function stylePieces(): RealPiece[][] {
  if (!existsSync(LIBRARY)) return []
  const names = readdirSync(LIBRARY).filter((name) => name.endsWith('.mma') && !LEFT_OUT.test(name))
  return names.sort().map((name, index) =>
    groovesOf(name).flatMap((groove, number) => {
      const midi = midiOf(groove, index + number * 1000)
      const kind = (index + number) % 3 === 0 ? 'piano' : 'ensemble'
      return midi === null ? [] : [pieceOfMidi(midi, groove, kind, 0)]
    }),
  )
}

/** The first, the middle and the last of the grooves that go on for whole pieces. */
function groovesOf(name: string): string[] {
  const text = readFileSync(join(LIBRARY, name), 'latin1')
  const all = Array.from(text.matchAll(/^DefGroove\s+(\S+)/gm), ([, groove = '']) => groove)
  const whole = all.filter((groove) => !PASSAGES.test(groove))
  const few = [whole[0], whole[Math.floor(whole.length / 2)], whole.at(-1)]
  return [...new Set(few.filter((groove) => groove !== undefined))]
}

function midiOf(groove: string, seed: number): ParsedMidi | null {
  const folder = join(tmpdir(), 'foleyroom-bench-styles')
  const path = join(folder, `${groove}.mid`)
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    const chart = join(folder, `${groove}.mma`)
    writeFileSync(chart, chartOf(groove, seed))
    try {
      execFileSync('mma', [chart, '-f', path], { stdio: 'ignore', timeout: 60_000 })
    } catch {
      return null
    }
  }
  return existsSync(path) ? parseMidi(readFileSync(path)) : null
}

function chartOf(groove: string, seed: number): string {
  const random = seeded(seed * 31 + 7)
  const bpm = Math.round(SLOWEST_BPM * (FASTEST_BPM / SLOWEST_BPM) ** random())
  const pick = () => CHORDS[Math.floor(random() * CHORDS.length)] ?? 'C'
  const bars = Array.from({ length: BARS }, (_, bar) =>
    random() < 0.3 ? `${bar + 1} ${pick()} / ${pick()}` : `${bar + 1} ${pick()}`,
  )
  return [`Tempo ${bpm}`, `Groove ${groove}`, ...bars, ''].join('\n')
}
