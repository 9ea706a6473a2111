// npm run bench: every topic of test/bench, or those that are named; `--name=value` is handed to each as an option.
// With --json stdout is one array of the lines of all of them.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NODE, ROOT } from './places.mjs'
import { runForOutput, runVisibly } from './run.mjs'
import { main, SetUpError } from './say.mjs'
import { setUpTools } from './set-up.mjs'

const BENCHES = join(ROOT, 'test/bench')
const RUNNER = join(ROOT, 'test/set-up/bench-topic.mjs')

await main(async () => {
  await setUpTools()
  const args = process.argv.slice(2)
  const options = args.filter((arg) => arg.startsWith('--'))
  const wanted = args.filter((arg) => !arg.startsWith('--'))
  const topics = readdirSync(BENCHES).filter((name) => existsSync(join(BENCHES, name, 'index.ts')))
  const unknown = wanted.filter((name) => !topics.includes(name))
  if (unknown.length > 0) {
    throw new SetUpError(`There is no bench ${unknown.join(', ')}; there are ${topics.join(', ')}`)
  }
  const isJson = options.includes('--json')
  const lines = []
  let code = 0
  for (const topic of wanted.length > 0 ? wanted : topics) {
    const args = [RUNNER, join(BENCHES, topic, 'index.ts'), ...options]
    if (!isJson) {
      code = (await runVisibly(NODE, args)) || code
      continue
    }
    const { code: topicCode, output } = await runForOutput(NODE, args)
    code = topicCode || code
    if (output !== '') lines.push(...JSON.parse(output))
  }
  if (isJson) console.log(JSON.stringify(lines, null, 2))
  return code
})
