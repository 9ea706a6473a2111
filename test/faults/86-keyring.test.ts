// FAULTS 86: no keyring, a locked keyring, no D-Bus: the key is kept for this session only and said so; never in plain text.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../temporary-folder.ts'

const CANARY = 'sk-canary-2c7e41'
const script = join(import.meta.dirname, 'keyring-session.ts')
const unlock = 'printf "pw\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1;'

let home: string
beforeEach(() => {
  home = makeTemporaryFolder('keyring')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

interface Seen {
  readonly outcome: 'kept' | 'session-only' | null
  readonly found: string | null
  readonly state: { readonly kind: string; readonly reason?: string }
}

/** One session of a person: its own home; `before` is a shell line that runs first on the bus. */
function session(
  before: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  bus = true,
): Seen {
  const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_RUNTIME_DIR: home, LANG: 'C', ...environment }
  const run = ['sh', '-c', `${before} exec "$@"`, 'sh', process.execPath, script, ...args]
  const [file = '', ...rest] = bus ? ['dbus-run-session', '--', ...run] : run
  // JSON of a script of our own.
  return JSON.parse(
    execFileSync(file, rest, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ) as Seen
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
}

describe('86 the keyring', () => {
  it('unlocked: keeps the key over sessions, encrypted', () => {
    expect(session(unlock, ['set', CANARY])).toEqual({
      outcome: 'kept',
      found: CANARY,
      state: { kind: 'available' },
    })
    expect(session(unlock, ['get'])).toEqual({ outcome: null, found: CANARY, state: { kind: 'available' } })
    for (const path of filesBelow(home)) expect(readFileSync(path, 'latin1')).not.toContain(CANARY)
  })

  it('locked: the key lasts for the session, and the reason is told within the limit', () => {
    session(unlock, ['set', 'sk-old'])
    const seen = session('gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1;', [
      'set',
      CANARY,
    ])
    expect(seen).toMatchObject({ outcome: 'session-only', found: CANARY, state: { kind: 'session-only' } })
    expect(seen.state.reason).toMatch(/locked/)
  })

  it('none on the bus: the key lasts for the session', () => {
    // Without data folders the bus knows no service that it could start by name.
    const seen = session('', ['set', CANARY], { XDG_DATA_DIRS: home, XDG_DATA_HOME: home })
    expect(seen).toMatchObject({ outcome: 'session-only', found: CANARY })
    expect(seen.state.reason).toMatch(/No keyring/)
  })

  it('no D-Bus at all: the key lasts for the session', () => {
    const seen = session(
      '',
      ['set', CANARY],
      { DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/nothing` },
      false,
    )
    expect(seen).toMatchObject({ outcome: 'session-only', found: CANARY })
    expect(seen.state.reason).toMatch(/No session bus/)
  })

  it('never writes the key in plain text', () => {
    session('', ['set', CANARY], { XDG_DATA_DIRS: home, XDG_DATA_HOME: home })
    session('', ['set', CANARY], { DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/nothing` }, false)
    for (const path of filesBelow(home)) expect(readFileSync(path, 'latin1')).not.toContain(CANARY)
  })
})
