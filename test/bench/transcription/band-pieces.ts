// Bands that accompany as people wrote it down: the styles of MMA (package mma, GPL-2), over chords and a melody made here from a seed.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseMidi } from './parsed-midi.ts'
import {
  type Harmony,
  type KnownNote,
  type KnownPart,
  type KnownPiece,
  MAJOR,
  melody,
  PROGRESSIONS,
  perform,
  type Random,
  seeded,
  unique,
} from './pieces.ts'
import { onOneKeyboard } from './real-pieces.ts'

const STYLES = '/usr/share/mma/lib/stdlib'
const SECONDS = 22
const LEADS = [0, 1, 4, 11, 16, 22, 24, 26, 30, 40, 56, 65, 66, 71, 73, 75, 80, 81, 105] as const
/** Chords on the degrees of a major scale, plain and as jazz has them. */
const CHORDS = [
  ['C', 'CM7', 'C6'],
  ['Dm', 'Dm7', 'D7'],
  ['Em', 'Em7', 'E7'],
  ['F', 'FM7', 'F6'],
  ['G', 'G7', 'G9'],
  ['Am', 'Am7', 'A7'],
] as const

/** Whether MMA is installed here. */
export function hasStyles(): boolean {
  return existsSync(STYLES)
}

/** About twenty seconds of a band; as piano all its pitched parts are played on one keyboard. */
export function makeBandPiece(kind: KnownPiece['kind'], seed: number): KnownPiece {
  const random = seeded(seed * 6007 + 3)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const bpm = Math.round(76 + random() * 100)
  const bars = Math.max(4, Math.round((SECONDS * bpm) / 240))
  const harmony: Harmony = { root: 0, scale: MAJOR, progression: pick(PROGRESSIONS) }
  const isJazz = random() < 0.4
  const chords = Array.from({ length: bars }, (_, bar) => {
    const names = CHORDS[harmony.progression[bar % harmony.progression.length]!]!
    return isJazz ? pick(names) : names[0]
  })
  grooves ??= readGrooves()
  const band = accompany(pick(grooves), chords, bpm, seed)
  const leads = random() < 0.75 ? [leadOf(random, harmony, bars, bpm, pick(LEADS))] : []
  const transposed = Math.floor(random() * 12) - 5
  const parts = [...leads, ...band].map((part) => (part.isDrums ? part : moved(part, transposed)))
  const piano: KnownPart = {
    program: random() < 0.85 ? 0 : 1,
    isDrums: false,
    notes: onOneKeyboard(parts.filter(({ isDrums }) => !isDrums).flatMap(({ notes }) => notes)),
  }
  return {
    name: `band ${seed}, ${kind}`,
    kind,
    bpm,
    numerator: 4,
    parts: kind === 'piano' ? [piano] : parts,
  }
}

/** Names of styles, read once. */
let grooves: readonly string[] | null = null

/** Every style in four. */
function readGrooves(): string[] {
  return readdirSync(STYLES)
    .filter((name) => name.endsWith('.mma'))
    .sort()
    .flatMap((name) => {
      const text = readFileSync(join(STYLES, name), 'latin1')
      const beats = [...text.matchAll(/^\s*Time\s+(\d+)/gm)].map(([, number]) => number)
      if (beats.length === 0 || beats.some((number) => number !== '4')) return []
      return [...text.matchAll(/^\s*DefGroove\s+(\S+)/gm)].map(([, groove]) => groove!)
    })
    .filter((groove) => !/metronome|intro|end|none/i.test(groove))
}

/** What MMA plays of a style; nothing where it cannot. */
function accompany(groove: string, chords: readonly string[], bpm: number, seed: number): KnownPart[] {
  const folder = join(tmpdir(), 'foleyroom-bench-transcription')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `band-${seed}`)
  const lines = [`RndSeed ${seed}`, `Tempo ${bpm}`, `Groove ${groove}`]
  writeFileSync(
    `${path}.mma`,
    [...lines, ...chords.map((chord, bar) => `${bar + 1} ${chord}`), ''].join('\n'),
  )
  execFileSync('mma', ['-w', '-f', `${path}.mid`, `${path}.mma`], { stdio: 'ignore' })
  return parseMidi(readFileSync(`${path}.mid`))
    .tracks.filter(({ notes }) => notes.length > 0)
    .map(
      ({ instrument, channel, notes }): KnownPart => ({
        program: instrument.number,
        isDrums: channel === 9,
        notes: notes
          .filter(({ midi }) => channel === 9 || (midi >= 24 && midi <= 103))
          .map(({ midi: pitch, time, duration, velocity }) => ({
            pitch,
            start: time + 0.5,
            end: time + 0.5 + Math.max(0.03, duration),
            velocity: Math.max(1, Math.round(velocity * 127)),
          })),
      }),
    )
}

function leadOf(random: Random, harmony: Harmony, bars: number, bpm: number, program: number): KnownPart {
  const base = [60, 60, 60, 72, 48][Math.floor(random() * 5)]!
  const notes = unique(melody(random, harmony, bars, base, { fast: random() < 0.35 }))
  return { program, isDrums: false, notes: perform(notes, bpm, random, false) }
}

function moved(part: KnownPart, semitones: number): KnownPart {
  const notes: KnownNote[] = part.notes.map((note) => ({ ...note, pitch: note.pitch + semitones }))
  return { ...part, notes: notes.filter(({ pitch }) => pitch >= 22 && pitch <= 106) }
}
