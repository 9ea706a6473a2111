// Runs steps one after the other, adds up what they count, and tells all failures together at the end.
import { SetUpError } from './say.mjs'
import { countLine, sum } from './steps.mjs'

/**
 * @param {Record<string, () => Promise<import('./steps.mjs').Outcome>>} steps in their order
 * @param {readonly string[]} wanted names of some of them; none means all
 * @returns {Promise<number>} exit code
 */
export async function runSteps(steps, wanted) {
  const unknown = wanted.filter((name) => !(name in steps))
  if (unknown.length > 0) {
    throw new SetUpError(`There is no step ${unknown.join(', ')}; there are ${Object.keys(steps).join(', ')}`)
  }
  const outcomes = []
  const failures = []
  for (const [name, step] of Object.entries(steps)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    process.stdout.write(`\n── ${name}\n`)
    const outcome = await step()
    process.stdout.write(`── ${name}: ${countLine(outcome)}\n`)
    outcomes.push(outcome)
    failures.push(...failuresOf(name, outcome))
  }
  if (failures.length > 0) process.stdout.write(`\n── failed\n${failures.join('\n')}\n`)
  const total = sum(outcomes)
  process.stdout.write(`\n${countLine(total)}\n`)
  return total.failed === 0 ? 0 : 1
}

/**
 * What a report names; where nothing is named, where to look.
 * @param {string} name @param {import('./steps.mjs').Outcome} outcome
 */
function failuresOf(name, { failed, failures = [] }) {
  return failed > 0 && failures.length === 0 ? [`${name} › see above, under ── ${name}`] : failures
}
