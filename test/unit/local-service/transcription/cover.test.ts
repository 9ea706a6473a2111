// Whether the instruments that were heard can play what was heard.
import { describe, expect, test } from 'vitest'
import { coverNotes } from '../../../../src-main/local-service/transcription/instruments/cover.ts'

const tuba = { name: 'tuba', agreement: 0.25 } as const
const piano = { name: 'acoustic_piano', agreement: 0.17 } as const
const violin = { name: 'violin', agreement: 0.08 } as const
const LOW = [33, 36, 40, 43, 45]
const HIGH = [72, 76, 79, 81]

describe('Instruments that were heard', () => {
  test('are joined by whoever plays what they cannot, the most agreed on first', () => {
    expect(coverNotes([tuba], [tuba, piano, violin], [...LOW, ...HIGH])).toEqual([tuba, piano])
    expect(coverNotes([tuba], [tuba, violin], [...LOW, ...HIGH])).toEqual([tuba, violin])
  })

  test('stay alone when nearly all is theirs, or nobody else was named', () => {
    expect(coverNotes([tuba], [tuba, piano], [...LOW, ...LOW, 72])).toEqual([tuba])
    expect(coverNotes([tuba], [tuba], [...LOW, ...HIGH])).toEqual([tuba])
    expect(coverNotes([], [piano], HIGH)).toEqual([])
    expect(coverNotes([violin], [violin], [])).toEqual([violin])
  })
})
