// What failed, read from the reports of vitest and Playwright, so that the end of a long log tells it again.
import { isAbsolute, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './places.mjs'

const SHOWN_LINES = 12 // of each message: the difference, not the whole stack

/**
 * @typedef {object} VitestFile
 * @property {string} name path of the file
 * @property {string} status
 * @property {string} [message] why it could not be loaded
 * @property {{ fullName: string, status: string, failureMessages?: string[] | null }[]} assertionResults
 */

/**
 * @param {{ testResults: readonly VitestFile[] }} report
 * @returns {string[]} a text for each failed test and for each file that could not be loaded
 */
export function vitestFailures({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    if (status === 'failed' && assertionResults.length === 0) return [told(name, 'not loaded', message)]
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => told(name, fullName, failureMessages?.[0]))
  })
}

/**
 * @typedef {object} PlaywrightSuite
 * @property {PlaywrightSpec[]} [specs]
 * @property {PlaywrightSuite[]} [suites]
 *
 * @typedef {object} PlaywrightSpec
 * @property {string} title
 * @property {string} file
 * @property {{ status: string, results: { errors?: { message?: string }[] }[] }[]} tests
 */

/**
 * @param {{ suites?: PlaywrightSuite[], errors?: { message?: string }[] }} report
 * @returns {string[]} a text for each test that failed, at once or at first, and for each error outside of them
 */
export function playwrightFailures({ suites = [], errors = [] }) {
  const failures = suites
    .flatMap(specsOf)
    .flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => told(file, title, results.flatMap(({ errors = [] }) => errors)[0]?.message)),
    )
  return [...failures, ...errors.map(({ message }) => told('Playwright', 'outside of every test', message))]
}

/** @param {PlaywrightSuite} suite @returns {PlaywrightSpec[]} */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** @param {string} file @param {string} name @param {string} [message] */
function told(file, name, message = '') {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, SHOWN_LINES)
  const where = isAbsolute(file) ? relative(ROOT, file) : file
  return [`${where} › ${name}`, ...lines.map((line) => `    ${line}`)].join('\n').trimEnd()
}
