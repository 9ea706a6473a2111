// Folders of tests: gone with their process, also where that failed or was killed, and never those of one that runs.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const HELPER = pathToFileURL(join(import.meta.dirname, '../../temporary-folder.ts')).href

/** A temporary folder of the system for this test alone. */
let system: string
beforeEach(() => {
  system = mkdtempSync(join(tmpdir(), 'foleyroom-system-'))
})
afterEach(() => rmSync(system, { recursive: true, force: true }))

/** Runs code in a process that has a folder in `path`. */
const runs = (code: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { makeTemporaryFolder } = await import(${JSON.stringify(HELPER)}); const path = makeTemporaryFolder('trial'); ${code}`,
    ],
    { env: { ...process.env, TMPDIR: system } },
  )
const longAgo = new Date(Date.now() - 24 * 3_600_000)

describe('a temporary folder', () => {
  it('is removed with what is in it when its process ends, also by an error', () => {
    const fill = `(await import('node:fs')).writeFileSync(path + '/file', 'x');`
    expect(runs(fill).status).toBe(0)
    expect(runs(`${fill} throw new Error('the test failed')`).status).toBe(1)
    expect(readdirSync(system)).toEqual([])
  })

  it('is removed by a later process when its own was killed, and stays while its own runs', () => {
    runs(`process.kill(process.pid, 'SIGKILL')`)
    const [left = ''] = readdirSync(system)
    expect(left).toMatch(/^foleyroom-trial-\d+-/)
    const running = `foleyroom-trial-${process.pid}-abcdef`
    mkdirSync(join(system, running))
    mkdirSync(join(system, 'foleyroom-of-a-person'))
    for (const name of readdirSync(system)) utimesSync(join(system, name), longAgo, longAgo)
    runs('')
    expect(existsSync(join(system, left))).toBe(false)
    expect(readdirSync(system).sort()).toEqual(['foleyroom-of-a-person', running].sort())
  })
})
