// What set-up remembers between runs, in node_modules: a fresh install forgets it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES } from './places.mjs'

const FILE = join(MODULES, '.foleyroom-set-up.json')

/** @typedef {{ keytarFailed?: string, electronMissedAtMs?: number, electronMissedWhere?: string, builtFrom?: string }} Memory */

/** @returns {Memory} */
function read() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'))
  } catch {
    return {} // nothing yet, or cut short: everything is then looked at again
  }
}

/** @template {keyof Memory} K @param {K} key @returns {Memory[K]} */
export function recall(key) {
  return read()[key]
}

/** @template {keyof Memory} K @param {K} key @param {Memory[K]} value */
export function remember(key, value) {
  try {
    writeFileSync(FILE, `${JSON.stringify({ ...read(), [key]: value }, null, 2)}\n`)
  } catch {
    // a clone that is someone else's: the same is found out again next time
  }
}
