// npm run test:crash: the whole crash sweep, `-- 5000` for more kills than the thousand of a full run.
import { join } from 'node:path'
import { NODE, ROOT } from './places.mjs'
import { runVisibly } from './run.mjs'
import { main } from './say.mjs'
import { setUpTests } from './set-up.mjs'

const SWEEP = join(ROOT, 'test/crash/sweep.ts')

await main(async () => {
  await setUpTests()
  const [kills = '1000', ...rest] = process.argv.slice(2)
  return runVisibly(NODE, [SWEEP, kills, ...rest])
})
