// How the reports of vitest and Playwright become the line that a run ends with.
import { describe, expect, test } from 'vitest'
import { countLine, countPlaywright, countVitest, sum } from '../../set-up/steps.mjs'

const vitestReport = (counts, testResults = []) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  testResults,
  ...counts,
})

describe('vitest', () => {
  test('counts passed, failed and skipped', () => {
    const report = vitestReport({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 })
    expect(countVitest(report, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 })
  })

  test('counts a file that could not be loaded as one failure', () => {
    const report = vitestReport({ numPassedTests: 3 }, [{ status: 'failed', assertionResults: [] }])
    expect(countVitest(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  })

  test('counts an error outside every test as one failure', () => {
    expect(countVitest(vitestReport({ numPassedTests: 3 }), 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  })

  test('counts a run without a report as one failure', () => {
    expect(countVitest(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

describe('Playwright', () => {
  test('counts passed, failed and skipped, and a flaky test as failed', () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } }
    expect(countPlaywright(report, 1)).toEqual({ passed: 4, failed: 2, skipped: 2 })
  })

  test('counts a run that failed without a failed test as one failure', () => {
    const report = { stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0 } }
    expect(countPlaywright(report, 1)).toEqual({ passed: 4, failed: 1, skipped: 0 })
  })

  test('counts a run without a report as one failure', () => {
    expect(countPlaywright(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

describe('the last line', () => {
  test('adds every step up and is silent about skipped tests when there are none', () => {
    const total = sum([
      { passed: 1, failed: 0, skipped: 0 },
      { passed: 20, failed: 1, skipped: 0 },
    ])
    expect(countLine(total)).toBe('21 passed, 1 failed')
  })

  test('names skipped tests', () => {
    expect(countLine({ passed: 2, failed: 0, skipped: 3 })).toBe('2 passed, 0 failed, 3 skipped')
  })
})
