// Every row has a test under its number, and what a machine without Electron cannot show of it stands in the list of checks by hand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROWS, rowsTested, rowsWithoutTest, testSources } from './rows.ts'

const sources = testSources()
const tested = rowsTested(sources)

describe('The rows of faults', () => {
  it('each of the 94 has a test whose title begins with its number', () => {
    expect(ROWS).toHaveLength(94)
    const missing = rowsWithoutTest(ROWS.length, tested).map((number) => `${number} ${ROWS[number - 1]?.[0]}`)
    expect(missing).toEqual([])
  })

  it('no test carries a number that is no row (0 is the run without a fault)', () => {
    const unknown = [...tested.keys()].filter((number) => number > ROWS.length)
    expect(unknown).toEqual([])
  })

  it('none of these tests is skipped, alone, or only noted', () => {
    const notRun = [...sources].filter(
      ([file, source]) =>
        file !== 'faults/rows.test.ts' && /\b(it|test|describe)\.(skip|todo|only|fails)\b/.test(source),
    )
    expect(notRun.map(([file]) => file)).toEqual([])
  })

  it('what only real Electron can show is a check by hand that names its row', () => {
    const byHand = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
    const named = new Set(
      [...byHand.matchAll(/\(fault rows? ([\d, ]+)\)/g)].flatMap(([, numbers = '']) =>
        numbers.split(',').map(Number),
      ),
    )
    const expected = ROWS.flatMap(([, , reason], index) => (reason === undefined ? [] : [index + 1]))
    expect([...named].sort((a, b) => a - b)).toEqual(expected)
  })

  it('finds a title in a test, in a table and behind a table, and nothing in a comment or another text', () => {
    const found = rowsTested(
      new Map([
        [
          'a',
          `it('1 one', () => {})\n  // it('2 two', () => {})\n test.each([\n ['3 three', 1],\n])('%s', () => {})`,
        ],
        ['b', `it.each([1])('4 four %s', () => {})\nexpect('5 five')\nit('6', () => {})`],
      ]),
    )
    expect([...found.keys()]).toEqual([1, 3, 4])
    expect(rowsWithoutTest(5, found)).toEqual([2, 5])
  })
})
