// When a recording is taken for drums alone, and its notes are left out.
import { expect, test } from 'vitest'
import { isClearlyPercussive } from '../../../../src-main/local-service/transcription/parts/drums.ts'

test('a kit alone is drums, with a stray note, too', () => {
  expect(isClearlyPercussive(102, 0, 20)).toBe(true)
  expect(isClearlyPercussive(66, 1, 20)).toBe(true)
  expect(isClearlyPercussive(300, 8, 60)).toBe(true)
})

test('music whose drums drown it keeps its notes', () => {
  expect(isClearlyPercussive(150, 20, 20)).toBe(false)
  expect(isClearlyPercussive(74, 7, 20)).toBe(false)
})

test('a few knocks are no drums', () => {
  expect(isClearlyPercussive(5, 0, 4)).toBe(false)
  expect(isClearlyPercussive(12, 0, 60)).toBe(false)
})
