import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { FILE_NAME_BYTES, foldedName, safeFileName } from '../../../src-main/library/file-names.ts'

describe('file names from hell (fault 75)', () => {
  test.each([
    ['Heavy oak door slams', 'Heavy oak door slams.wav'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j.wav'],
    ['../../etc/passwd', 'etc-passwd.wav'],
    ['..', 'sound.wav'],
    ['', 'sound.wav'],
    ['   ', 'sound.wav'],
    ['.hidden', 'hidden.wav'],
    ['-rf', 'rf.wav'],
    ['~/x', 'x.wav'],
    ['trailing dots...', 'trailing dots.wav'],
    ['trailing space ', 'trailing space.wav'],
    ['con', 'con_.wav'],
    ['NUL', 'NUL_.wav'],
    ['com1', 'com1_.wav'],
    ['COM¹', 'COM¹_.wav'],
    ['lpt9.thing', 'lpt9-thing_.wav'],
    ['console', 'console.wav'],
    ['two\nlines\tand\u0000nul', 'two lines andnul.wav'],
    ['\u202egnp.exe', 'gnp.exe.wav'],
    ['zero\u200bwidth\ufeff', 'zerowidth.wav'],
    ['lone \ud800 surrogate', 'lone surrogate.wav'],
    ['Café', 'Café.wav'],
    ['Cafe\u0301', 'Café.wav'],
    ['🔥 fire 👨‍👩‍👧', '🔥 fire 👨‍👩‍👧.wav'],
    ['雨の音', '雨の音.wav'],
  ])('%j becomes %j', (name, expected) => {
    expect(safeFileName(name, 'wav')).toBe(expected)
  })

  it('are numbered, and keep a plain extension', () => {
    expect(safeFileName('Door', 'WAV', 2)).toBe('Door 2.wav')
    expect(safeFileName('Door', '../sh', 1)).toBe('Door.sh')
    expect(safeFileName('Door', '', 1)).toBe('Door.bin')
  })

  it('are cut between whole characters', () => {
    const family = '👨‍👩‍👧'
    const name = safeFileName(family.repeat(50), 'wav')
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(FILE_NAME_BYTES)
    expect(name).toBe(`${family.repeat(10)}.wav`)
  })

  it('are safe whatever the name', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 400 })),
        fc.integer({ min: 1, max: 99_999 }),
        (text, counter) => {
          const name = safeFileName(text, 'wav', counter)
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(FILE_NAME_BYTES)
          expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
          expect(name).toMatch(/^[^\s.~-].*\.wav$/su)
          expect(name).not.toMatch(/[\s.]\.wav$/u)
          expect(name.isWellFormed()).toBe(true)
          expect(name).toBe(name.normalize('NFC'))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('are one where a file system takes them for one', () => {
    expect(foldedName('CAFE\u0301.wav')).toBe(foldedName('café.WAV'))
  })
})
