// Several prompts at once: lines, tables, and what each row says is wrong with it.
import { describe, expect, test } from 'vitest'
import { batchCredits, creditsOf, parseBatch } from '../../../src-renderer/features/create/batch.ts'
import type { CreateChoice, CreateLimits } from '../../../src-renderer/features/create/limits.ts'

const limits: CreateLimits = {
  minMs: 100,
  maxMs: 60_000,
  minVariants: 1,
  maxVariants: 4,
  hasLoop: true,
  maxPromptChars: 40,
  maxNegativeChars: 0,
  formats: ['wav'],
  experimental: new Set(),
}
const standing: CreateChoice = {
  prompt: 'not this one',
  negativePrompt: '',
  durationMs: 4000,
  variants: 2,
  seed: null,
  isLoop: false,
  format: 'wav',
}
const parse = (text: string) => parseBatch(text, standing, limits)

describe('a list of prompts', () => {
  test('is one prompt a line, with the standing settings, blank lines left out', () => {
    const rows = parse('door slam\r\n\n  rain, heavy  \n')
    expect(rows.map(({ line, choice }) => [line, choice.prompt, choice.durationMs, choice.variants])).toEqual(
      [
        [1, 'door slam', 4000, 2],
        [3, 'rain, heavy', 4000, 2],
      ],
    )
    expect(rows.every(({ problem }) => problem === null)).toBe(true)
  })

  test('says which line is too long', () => {
    expect(parse(`short\n${'x'.repeat(41)}`)[1]?.problem).toMatch(/41 characters/)
  })
})

describe('a table of prompts', () => {
  test('reads its columns by name, in any order, with quotes and other separators', () => {
    const rows = parse('Takes;Prompt;Duration;Seed;Loop\n3;"knock; twice";1,5;42;yes\n;hum;;;no')
    expect(rows[0]?.choice).toMatchObject({
      prompt: 'knock; twice',
      variants: 3,
      durationMs: 1500,
      seed: 42,
      isLoop: true,
    })
    expect(rows[1]?.choice).toMatchObject({ prompt: 'hum', variants: 2, durationMs: 4000, seed: null })
  })

  test('names what cannot be read and what the model does not take', () => {
    const rows = parse('prompt,duration,takes,seed\na,soon,1,\nb,90,1,\nc,1,9,\nd,1,1,-1\n,1,1,')
    expect(rows.map(({ problem }) => problem)).toEqual([
      'duration “soon” cannot be read.',
      'The duration of 90 s is outside of 0.1 to 60 s.',
      'The model makes 1 to 4 takes, not 9.',
      'seed “-1” cannot be read.',
      'The prompt is empty.',
    ])
  })
})

test('the price is that of the rows that can be sent, rounded up row by row', () => {
  expect(creditsOf({ ...standing, durationMs: 150, variants: 1 }, 10)).toBe(2)
  const rows = parse('prompt,duration,takes\na,0.15,1\nb,0.15,1\nc,900,1')
  expect(batchCredits(rows, 10)).toBe(4)
})
