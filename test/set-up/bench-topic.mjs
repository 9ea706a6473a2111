// Runs one bench on Node 24, prints machine, date and every line of it; code 1 when a target does not hold.
// With --json the words go to stderr and stdout gets the lines as one JSON array.
import { cpus, totalmem } from 'node:os'
import { basename, dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * @typedef {object} BenchLine what run() of every test/bench/<topic>/index.ts gives
 * @property {string} name
 * @property {number} ours
 * @property {number | null} peer what it is measured against
 * @property {string} unit
 * @property {number | null} ratio ours ÷ peer
 * @property {number | null} target the bound of `ours`
 * @property {boolean} holds
 */

const [file = '', ...flags] = process.argv.slice(2)
const options = Object.fromEntries(
  flags.map((flag) => flag.slice(2).split('=')).map(([name, text]) => [name, numberOrText(text)]),
)

/** @param {string | undefined} text */
function numberOrText(text) {
  return text === undefined || text === '' || Number.isNaN(Number(text)) ? text : Number(text)
}

/** @param {BenchLine} line */
function words({ name, ours, peer, unit, ratio, target, holds }) {
  const beside = peer === null ? '' : `, beside ${peer.toFixed(2)} ${unit} (${ratio?.toFixed(2)} ×)`
  const bound = target === null ? '' : `, target ${target} ${unit}: ${holds ? 'holds' : 'DOES NOT HOLD'}`
  return `${name}: ${ours.toFixed(2)} ${unit}${beside}${bound}`
}

const { json: isJson = false, ...runOptions } = 'json' in options ? { ...options, json: true } : options
const say = isJson ? console.error : console.log
const processors = cpus()
const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
say(`\n── ${basename(dirname(file))}`)
say(
  `${processors.length} × ${processors[0]?.model ?? 'processor'}, ${memory}, Node ${process.versions.node}, ${new Date().toISOString()}`,
)
const { run } = await import(pathToFileURL(file).href)
/** @type {readonly BenchLine[]} */
const lines = await run({ ...runOptions, print: (/** @type {string} */ text) => say(text) })
for (const line of lines) say(words(line))
if (isJson) console.log(JSON.stringify(lines))
process.exitCode = lines.every(({ holds }) => holds) ? 0 : 1
