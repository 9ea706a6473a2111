// Playwright over the whole app: one at a time, never twice, what failed leaves its trace under out/.
import { defineConfig } from '@playwright/test'
import { presentRuntime } from '../set-up/runtime.mjs'

// `npm test` has chosen already and said so; run by hand, this is where it is chosen. Workers inherit the choice.
const isChosen = Boolean(process.env.FOLEYROOM_RUNTIME)
const runtime = presentRuntime()
if (!isChosen) console.log(runtime.sentence)
Object.assign(process.env, runtime.env)

export default defineConfig({
  testDir: '.',
  // It takes as long as it is told to, by FOLEYROOM_PLAYBACK_MINUTES.
  testIgnore: process.env.FOLEYROOM_PLAYBACK_MINUTES ? [] : ['playback.spec.ts'],
  outputDir: '../../out/e2e',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 }, // a busy machine of two cores
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: { trace: 'retain-on-failure' },
})
