// Every permission that Electron may be asked for is tried at its three gates: only the choice of a sound output passes, for our own page alone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session, WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { APP_ORIGIN } from '../../../src-main/bridge/contract.ts'
import { denyPermissions } from '../../../src-main/shell/permissions.ts'

const ALLOWED = 'speaker-selection'
/** All names that this Electron knows, as its own types list them. */
const PERMISSIONS = permissionsOf(
  readFileSync(join(import.meta.dirname, '../../../node_modules/electron/electron.d.ts'), 'utf8'),
)
function permissionsOf(types: string): readonly string[] {
  const handlers = types.matchAll(
    /setPermission(?:Request|Check)Handler\(handler: [^\n]*? permission: ([^,]+),/g,
  )
  const names = [...handlers].flatMap(([, union = '']) =>
    [...union.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
  )
  return [...new Set(names)].filter((name) => name !== ALLOWED)
}

/** The three gates, as `denyPermissions` sets them on a session. */
function gates() {
  let request: (contents: WebContents, permission: string, answer: (isGranted: boolean) => void) => void =
    () => {}
  let check: (
    contents: WebContents | null,
    permission: string,
    origin: string,
    details: { readonly mediaType?: string },
  ) => boolean = () => true
  let device: () => boolean = () => true
  const session = {
    setPermissionRequestHandler: (handler: typeof request) => {
      request = handler
    },
    setPermissionCheckHandler: (handler: typeof check) => {
      check = handler
    },
    setDevicePermissionHandler: (handler: typeof device) => {
      device = handler
    },
    // The rest of a session is not touched.
  } as unknown as Session
  denyPermissions(session, APP_ORIGIN)
  return {
    asked(permission: string, url: string): boolean {
      let isGranted = true
      // Only the address of the page is read.
      request({ getURL: () => url } as WebContents, permission, (answer) => {
        isGranted = answer
      })
      return isGranted
    },
    checked: (permission: string, origin: string, details: { readonly mediaType?: string } = {}) =>
      check(null, permission, origin, details),
    device: () => device(),
  }
}

describe('a permission', () => {
  it('has a name in the list', () => expect(PERMISSIONS.length).toBeGreaterThan(30))

  it.each(PERMISSIONS)('%s is denied to our own page, asked and checked', (permission) => {
    const { asked, checked } = gates()
    expect(asked(permission, `${APP_ORIGIN}/index.html`)).toBe(false)
    expect(checked(permission, APP_ORIGIN)).toBe(false)
  })

  it('of a sound output is given to our own page alone', () => {
    const { asked, checked } = gates()
    expect(asked(ALLOWED, `${APP_ORIGIN}/index.html`)).toBe(true)
    expect(checked(ALLOWED, APP_ORIGIN)).toBe(true)
    for (const foreign of [
      'https://example.com/',
      'app://other/',
      'app://foleyroom.evil/',
      'about:blank',
      '',
    ]) {
      expect(asked(ALLOWED, foreign), foreign).toBe(false)
      expect(checked(ALLOWED, foreign), foreign).toBe(false)
    }
  })

  it('of a microphone passes where the names of outputs hang on it, and nowhere where sound would be taken', () => {
    const { asked, checked } = gates()
    expect(checked('media', APP_ORIGIN, { mediaType: 'audio' })).toBe(true)
    expect(checked('media', 'https://example.com/', { mediaType: 'audio' })).toBe(false)
    for (const mediaType of ['video', 'unknown'])
      expect(checked('media', APP_ORIGIN, { mediaType }), mediaType).toBe(false)
    expect(asked('media', `${APP_ORIGIN}/index.html`)).toBe(false)
  })

  it('of a device is given to nobody', () => expect(gates().device()).toBe(false))
})
