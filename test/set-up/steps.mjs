// The steps of `npm test`: each runs one tool and counts what passed, by the tool's own JSON report.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hasDisplay, startVirtualDisplay } from './display.mjs'
import { playwrightFailures, vitestFailures } from './failures.mjs'
import { ROOT, tool, toolEnvironment } from './places.mjs'
import { runVisibly } from './run.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {Counts & { failures?: readonly string[] }} Outcome with a text for each failure that a report names
 */

const REPORTS = join(ROOT, 'out/reports')

/** A tool without cases counts as one. @param {number} code @returns {Counts} */
const one = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })

export async function types() {
  return one(await runVisibly(tool('tsc'), ['--noEmit']))
}

export async function lint() {
  return one(await runVisibly(tool('biome'), ['check']))
}

/** A test that takes so long hangs. No test asserts a time, and a busy machine may be ten times slower than a quiet one. */
const HANG_MS = 120_000

/** @param {string} folder of test/, run by vitest */
export function vitest(folder) {
  return async () => {
    const report = reportFile(folder)
    const code = await runVisibly(tool('vitest'), [
      'run',
      `test/${folder}/`,
      `--testTimeout=${HANG_MS}`,
      `--hookTimeout=${HANG_MS}`,
      `--expect.poll.timeout=${HANG_MS}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ])
    return outcomeOf(readReport(report), code, countVitest, vitestFailures)
  }
}

/**
 * The app as a person meets it, under a session bus and a keyring of its own.
 * @param {import('./runtime.mjs').Runtime} runtime
 */
export function endToEnd(runtime) {
  return async () => {
    const report = reportFile('e2e')
    const needsDisplay = runtime.kind === 'electron' && !hasDisplay()
    const display = needsDisplay ? await startVirtualDisplay() : undefined
    const env = {
      ...toolEnvironment(),
      ...runtime.env,
      PATH: toolEnvironment().PATH,
      ...display?.env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    }
    const playwright = [
      tool('playwright'),
      'test',
      '--config=test/e2e/playwright.config.ts',
      '--reporter=list,json',
    ]
    const [command, ...args] =
      process.platform === 'linux' ? ['sh', join(ROOT, 'test/with-keyring.sh'), ...playwright] : playwright
    const code = await runVisibly(/** @type {string} */ (command), args, { env })
    display?.stop()
    return outcomeOf(readReport(report), code, countPlaywright, playwrightFailures)
  }
}

/** @param {string} name */
function reportFile(name) {
  mkdirSync(REPORTS, { recursive: true })
  const file = join(REPORTS, `${name}.json`)
  rmSync(file, { force: true }) // an old one must not speak for a run that died
  return file
}

/** @param {string} file @returns {unknown} undefined where the tool died before it could write */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * @param {any} report of a shape that both functions know; undefined where there is none
 * @param {number} code
 * @param {(report: unknown, code: number) => Counts} count
 * @param {(report: any) => string[]} failuresOf
 * @returns {Outcome}
 */
function outcomeOf(report, code, count, failuresOf) {
  return { ...count(report, code), failures: report === undefined ? [] : failuresOf(report) }
}

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} [numTodoTests]
 * @property {{ status: string, assertionResults: unknown[] }[]} testResults
 */

/**
 * A file that could not even be loaded has no tests to fail: it counts as one.
 * @param {unknown} report @param {number} code vitest's exit code @returns {Counts}
 */
export function countVitest(report, code) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const {
    numPassedTests,
    numFailedTests,
    numPendingTests,
    numTodoTests = 0,
    testResults,
  } = /** @type {VitestReport} */ (report)
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return blame(code, {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests + numTodoTests,
  })
}

/**
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 */

/** @param {unknown} report @param {number} code Playwright's exit code @returns {Counts} */
export function countPlaywright(report, code) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = /** @type {PlaywrightReport} */ (report).stats
  return blame(code, { passed: expected, failed: unexpected + flaky, skipped })
}

/** A tool that fails although each of its tests passed (an error between tests, a bad configuration) fails once. */
function blame(/** @type {number} */ code, /** @type {Counts} */ counts) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** @param {readonly Counts[]} counts @returns {Counts} */
export function sum(counts) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of counts) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  return total
}

/** The line that a run ends with, alone. @param {Counts} counts */
export function countLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
