// npm test: sets up what is missing, runs every step even when one fails, ends with the line of counts.
// `npm test -- unit e2e` runs these steps alone.
import { runSteps } from './run-steps.mjs'
import { main, say } from './say.mjs'
import { setUpTests } from './set-up.mjs'
import { endToEnd, lint, types, vitest } from './steps.mjs'

await main(async () => {
  const runtime = await setUpTests()
  const steps = {
    types,
    lint,
    unit: vitest('unit'),
    contract: vitest('contract'),
    faults: vitest('faults'),
    e2e: () => {
      say(runtime.sentence)
      return endToEnd(runtime)()
    },
  }
  return runSteps(steps, process.argv.slice(2))
})
