// npm run bench: every measurement of test/bench (*.bench.ts, plain Node scripts), or those whose path has a given word.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NODE, ROOT } from './places.mjs'
import { runVisibly } from './run.mjs'
import { main, SetUpError } from './say.mjs'
import { setUpTools } from './set-up.mjs'

await main(async () => {
  await setUpTools()
  const words = process.argv.slice(2)
  const benches = readdirSync(join(ROOT, 'test/bench'), { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('.bench.ts') && (words.length === 0 || words.some((word) => file.includes(word))),
    )
    .sort()
  if (benches.length === 0)
    throw new SetUpError(`No test/bench/**/*.bench.ts has ${words.join(' or ')} in its path`)
  let code = 0
  for (const bench of benches) {
    process.stdout.write(`\n── ${bench}\n`)
    code = (await runVisibly(NODE, [join(ROOT, 'test/bench', bench)])) || code
  }
  return code
})
