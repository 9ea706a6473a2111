// The octave that an attack is heard as: left out where it fades at once, kept where it is played.

import { expect, test } from 'vitest'
import { withoutAttackEchoes } from '../../../../src-main/local-service/transcription/notes/attack-echoes.ts'
import type { HeardNote } from '../../../../src-main/local-service/transcription/notes/decode-notes.ts'

function note(pitch: number, start: number, seconds: number, certainty: number): HeardNote {
  return { pitch, start, end: start + seconds, levelDb: -20, certainty }
}

const LONG = note(48, 1, 0.9, 0.99)

test('a short uncertain note that begins with a long one an octave below is left out', () => {
  expect(withoutAttackEchoes([LONG, note(60, 1.01, 0.12, 0.7)])).toEqual([LONG])
})

test.each([
  ['lasts', note(60, 1.01, 0.5, 0.7)],
  ['is certain', note(60, 1.01, 0.12, 0.99)],
  ['begins later', note(60, 1.2, 0.12, 0.7)],
  ['is no octave', note(59, 1.01, 0.12, 0.7)],
])('it is kept where it %s', (_, other) => {
  expect(withoutAttackEchoes([LONG, other])).toEqual([LONG, other])
})

test('it is kept where the note below is as short', () => {
  const notes = [note(48, 1, 0.2, 0.99), note(60, 1.01, 0.12, 0.7)]
  expect(withoutAttackEchoes(notes)).toEqual(notes)
})
