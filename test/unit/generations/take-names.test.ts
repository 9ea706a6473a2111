import { describe, expect, it } from 'vitest'
import { extensionOf, takeDisplayName } from '../../../src-main/generations/take-names.ts'

const name = (over: Partial<Parameters<typeof takeDisplayName>[0]> = {}) =>
  takeDisplayName({
    prompt: 'heavy oak door slams',
    label: null,
    variantIndex: 0,
    variantsRequested: 1,
    ...over,
  })

describe('the name of a take', () => {
  it('is the prompt with a capital', () => expect(name()).toBe('Heavy oak door slams'))
  it('counts takes from 1 where there are several', () =>
    expect(name({ variantIndex: 2, variantsRequested: 4 })).toBe('Heavy oak door slams, take 3'))
  it('is the label of a detected sound', () => expect(name({ label: 'fast movement' })).toBe('Fast movement'))
  it('is cut at a word, without a dangling comma', () => {
    const long = name({ prompt: 'rain on tin, '.repeat(10) })
    expect([...long].length).toBeLessThanOrEqual(90)
    expect('rain on tin, '.repeat(10)).toMatch(new RegExp(`^${long.toLowerCase()}[ ,]`))
  })
  it('never breaks a character', () => expect(name({ prompt: '𝄞'.repeat(200) }).isWellFormed()).toBe(true))
  it('has words for an empty prompt', () => expect(name({ prompt: '  \n ' })).toBe('Sound'))
})

describe('the extension of a format', () => {
  it.each([
    ['wav', 'wav'],
    ['mp3_192', 'mp3'],
    ['m4a_256', 'm4a'],
    ['../../x', 'bin'],
    ['', 'bin'],
  ])('of %s is %s', (format, extension) => expect(extensionOf(format)).toBe(extension))
})
