// The folder written, and the MIDI that abc2midi (package abcmidi, GPL-2) makes of its pieces.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ParsedMidi, parseMidi } from './parsed-midi.ts'

const FOLDER = join(import.meta.dirname, 'written')
const ABC2MIDI = '/usr/bin/abc2midi'
/** abc2midi begins the notes of a chord one after the other, unless it is told. */
const CHORDS_AT_ONCE = '%%MIDI chordattack 0'

/** The names of all pieces in order, each with its folder. */
export function namesOfWritten(): string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.abc'))
    .sort()
    .map((name) => name.slice(0, -'.abc'.length))
}

/** The same; none where abc2midi is not installed. */
export function namesOfPlayed(): string[] {
  return existsSync(ABC2MIDI) ? namesOfWritten() : []
}

/** Whether it is one of them. */
export function isPlayed(name: string): boolean {
  return existsSync(ABC2MIDI) && existsSync(fileOf(name))
}

/** The text of a piece. */
export function textOfWritten(name: string): string {
  return readFileSync(fileOf(name), 'utf8')
}

function fileOf(name: string): string {
  return join(FOLDER, `${name}.abc`)
}

/** The MIDI of a piece in ABC notation. */
export function midiOfAbc(text: string): ParsedMidi {
  const folder = mkdtempSync(join(tmpdir(), 'foleyroom-bench-abc-'))
  const [abc, midi] = [join(folder, 'piece.abc'), join(folder, 'piece.mid')]
  try {
    writeFileSync(abc, text.replace(/^K:/m, `${CHORDS_AT_ONCE}\nK:`))
    execFileSync(ABC2MIDI, [abc, '-o', midi], { stdio: 'ignore', timeout: 60_000 })
    return parseMidi(readFileSync(midi))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
