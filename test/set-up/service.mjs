// npm run service: the local service on its own; its options are its own (--help).
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { NODE, ROOT, toolEnvironment } from './places.mjs'
import { main } from './say.mjs'
import { setUpTools } from './set-up.mjs'

await main(async () => {
  await setUpTools()
  const script = join(ROOT, 'src-main/local-service/serve.ts')
  const child = spawn(NODE, [script, ...process.argv.slice(2)], { env: toolEnvironment(), stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 0)) // ended by a signal: that is how it is ended
  })
})
