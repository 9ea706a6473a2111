// npm run check: types, lint and unit tests alone, for the minutes between two changes.
import { runSteps } from './run-steps.mjs'
import { main } from './say.mjs'
import { setUpTests } from './set-up.mjs'
import { lint, types, vitest } from './steps.mjs'

await main(async () => {
  await setUpTests()
  return runSteps({ types, lint, unit: vitest('unit') }, process.argv.slice(2))
})
