// Runs other programs: shown on stderr, or quietly with their last words kept for the case that they fail.
import { spawn } from 'node:child_process'
import { ROOT, toolEnvironment } from './places.mjs'

const LAST_WORDS = 16_000 // characters of a failed program's output that are worth showing

/**
 * @typedef {object} Result
 * @property {number} code exit code; 127 when the program is not there, 124 when it took too long
 * @property {string} output the end of what it printed, both streams together
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, limitMs?: number }} [options]
 * @returns {Promise<Result>}
 */
export function runQuietly(command, args, { env = toolEnvironment(), limitMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let isLate = false
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk).slice(-LAST_WORDS)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const limit =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            isLate = true
            child.kill('SIGKILL')
          }, limitMs)
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => {
      clearTimeout(limit)
      resolve({ code: isLate ? 124 : (code ?? 1), output })
    })
  })
}

/**
 * Runs a program whose output is the person's.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} exit code
 */
export function runVisibly(command, args, { env = toolEnvironment() } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/**
 * Runs a program whose stdout is wanted; its stderr is the person's.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runForOutput(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: toolEnvironment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
