// npm run test:contract -- [--base-url URL --key KEY]: the contract tests against any such service, by default the local one.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { NODE, ROOT, toolEnvironment } from './places.mjs'
import { runVisibly } from './run.mjs'
import { main, SetUpError } from './say.mjs'
import { setUpTools } from './set-up.mjs'

const USAGE = 'npm run test:contract -- [--base-url https://… --key sk-…]'

/** @param {readonly string[]} args */
function readArguments(args) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { 'base-url': { type: 'string' }, key: { type: 'string' } },
    })
    return values
  } catch (error) {
    throw new SetUpError(error instanceof Error ? error.message : String(error), USAGE)
  }
}

await main(async () => {
  const { 'base-url': baseUrl, key } = readArguments(process.argv.slice(2))
  if ((baseUrl === undefined) !== (key === undefined))
    throw new SetUpError('--base-url and --key go together.', USAGE)
  await setUpTools()
  const named =
    baseUrl === undefined ? {} : { FOLEYROOM_CONTRACT_BASE_URL: baseUrl, FOLEYROOM_CONTRACT_KEY: key }
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  return runVisibly(NODE, [vitest, 'run', 'test/contract', '--no-file-parallelism'], {
    env: { ...toolEnvironment(), ...named },
  })
})
