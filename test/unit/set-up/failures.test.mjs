// How the end of a run tells what failed: by the reports of vitest and Playwright.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { playwrightFailures, vitestFailures } from '../../set-up/failures.mjs'
import { ROOT } from '../../set-up/places.mjs'

const FILE = join(ROOT, 'test/unit/some.test.ts')

describe('vitest', () => {
  test('names each failed test with its file and what it said first, without colours', () => {
    const report = {
      testResults: [
        {
          name: FILE,
          status: 'failed',
          assertionResults: [
            { fullName: 'a take is kept', status: 'passed', failureMessages: [] },
            {
              fullName: 'a take is found',
              status: 'failed',
              failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m\n    at line 3', 'and another'],
            },
          ],
        },
      ],
    }
    expect(vitestFailures(report)).toEqual([
      'test/unit/some.test.ts › a take is found\n    expected 1 to be 2\n        at line 3',
    ])
  })

  test('names a file that could not be loaded', () => {
    const report = {
      testResults: [{ name: FILE, status: 'failed', message: 'no such module', assertionResults: [] }],
    }
    expect(vitestFailures(report)).toEqual(['test/unit/some.test.ts › not loaded\n    no such module'])
  })

  test('cuts a long message', () => {
    const message = Array.from({ length: 100 }, (_, line) => `line ${line + 1}`).join('\n')
    const [told] = vitestFailures({
      testResults: [{ name: FILE, status: 'failed', message, assertionResults: [] }],
    })
    expect(told).toContain('line 12')
    expect(told).not.toContain('line 13')
  })
})

describe('Playwright', () => {
  const tests = (status, message) => [{ status, results: [{ errors: message ? [{ message }] : [] }] }]

  test('names failed and flaky tests, also of nested suites', () => {
    const report = {
      suites: [
        {
          specs: [{ title: 'opens', file: 'a.spec.ts', tests: tests('expected') }],
          suites: [
            {
              specs: [
                { title: 'plays', file: 'a.spec.ts', tests: tests('unexpected', 'no sound') },
                {
                  title: 'stops',
                  file: 'a.spec.ts',
                  tests: [{ status: 'flaky', results: [{ errors: [{ message: 'late' }] }, {}] }],
                },
                { title: 'skips', file: 'a.spec.ts', tests: tests('skipped') },
              ],
            },
          ],
        },
      ],
    }
    expect(playwrightFailures(report)).toEqual([
      'a.spec.ts › plays\n    no sound',
      'a.spec.ts › stops\n    late',
    ])
  })

  test('tells an error outside of every test', () => {
    const report = { suites: [], errors: [{ message: 'bad configuration' }] }
    expect(playwrightFailures(report)).toEqual(['Playwright › outside of every test\n    bad configuration'])
  })
})
