// Electron or the stand-in: an explicit choice, and what a forced one says when it cannot be had.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { presentRuntime } from '../../set-up/runtime.mjs'

// Processes are started here: a bound for a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const ROOT = join(import.meta.dirname, '../../..')
let dist = ''

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'foleyroom-dist-'))
  vi.stubEnv('FOLEYROOM_RUNTIME', '')
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', dist)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(dist, { recursive: true })
})

test('takes the stand-in where the binary is not, and says why', () => {
  const runtime = presentRuntime()
  expect(runtime.kind).toBe('stand-in')
  expect(runtime.sentence).toBe("Running on the stand-in for Electron (Electron's binary is not here)")
  expect(runtime.env.ELECTRON_OVERRIDE_DIST_PATH).toBe(join(ROOT, 'test/stand-in/bin'))
})

test('takes Electron where its binary is', () => {
  writeFileSync(join(dist, 'electron'), '')
  const runtime = presentRuntime()
  expect(runtime.kind).toBe('electron')
  expect(runtime.executable).toBe(join(dist, 'electron'))
  expect(runtime.env.ELECTRON_OVERRIDE_DIST_PATH).toBe(dist)
})

test('takes the stand-in when it is asked for, wherever the binary is', () => {
  writeFileSync(join(dist, 'electron'), '')
  vi.stubEnv('FOLEYROOM_RUNTIME', 'stand-in')
  expect(presentRuntime().kind).toBe('stand-in')
})

test('never takes the stand-in when Electron is asked for', () => {
  vi.stubEnv('FOLEYROOM_RUNTIME', 'electron')
  expect(() => presentRuntime()).toThrow(/asks for Electron, whose binary is not here/)
})

test('names a choice that does not exist, and the two that do', () => {
  vi.stubEnv('FOLEYROOM_RUNTIME', 'chrome')
  expect(() => presentRuntime()).toThrow("FOLEYROOM_RUNTIME is 'chrome'; it can be 'electron' or 'stand-in'")
})

test('a person sees the words and not a stack, on stderr, with code 1', async () => {
  const script =
    "import { main } from './test/set-up/say.mjs'; import { presentRuntime } from './test/set-up/runtime.mjs'; await main(async () => { presentRuntime(); return 0 })"
  const { code, stdout, stderr } = await run(script, { ...process.env, FOLEYROOM_RUNTIME: 'chrome' })
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: "FOLEYROOM_RUNTIME is 'chrome'; it can be 'electron' or 'stand-in'\n",
  })
})

function run(script, env) {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--input-type=module', '-e', script],
      { cwd: ROOT, env },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}
