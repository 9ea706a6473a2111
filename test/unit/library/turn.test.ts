// Turns at a library: one process at a time, and none lost to a process that was killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeTurn, takeTurnSoon, waitForTurn } from '../../../src-main/library/turn.ts'
import { type TemporaryFolder, temporaryFolder } from './library-fixture.ts'

const TURN = pathToFileURL(join(import.meta.dirname, '../../../src-main/library/turn.ts')).href

let folder: TemporaryFolder
let path: string
beforeEach(() => {
  folder = temporaryFolder()
  path = join(folder.path, 'library.turn')
})
afterEach(() => folder.remove())

describe('a turn', () => {
  it('is held by one at a time', () => {
    const first = takeTurn(path)
    expect(first).not.toBeNull()
    expect(takeTurn(path)).toBeNull()
    first?.end()
    const next = takeTurn(path)
    expect(next).not.toBeNull()
    next?.end()
  })

  it('is waited for, and that is told once', async () => {
    const first = takeTurn(path)
    const told: string[] = []
    const turn = await waitForTurn(path, {
      sleep: async () => {
        told.push('looked')
        if (told.length === 4) first?.end()
      },
      onWait: () => told.push('told'),
    })
    expect(told).toEqual(['told', 'looked', 'looked', 'looked'])
    expect(takeTurn(path)).toBeNull()
    turn.end()
  })

  it('is taken over from one who is just ending, and not from one who goes on', async () => {
    const first = takeTurn(path)
    let looks = 0
    expect(await takeTurnSoon(path, async () => void looks++)).toBeNull()
    expect(looks * 200).toBeGreaterThan(2_000)
    const next = await takeTurnSoon(path, async () => first?.end())
    expect(next).not.toBeNull()
    next?.end()
  })

  it('is free again when its process was killed', async () => {
    const holds = `const { takeTurn } = await import(${JSON.stringify(TURN)}); globalThis.turn = takeTurn(${JSON.stringify(path)}); console.log('held'); setInterval(() => {}, 1000)`
    const other = spawn(process.execPath, ['--input-type=module', '-e', holds], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(other.stdout, 'data')
    expect(takeTurn(path)).toBeNull()
    const gone = once(other, 'exit')
    other.kill('SIGKILL')
    await gone
    const turn = takeTurn(path)
    expect(turn).not.toBeNull()
    turn?.end()
  })
})
