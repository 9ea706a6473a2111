// The `session` module: the app's permission handlers, carried out by Chromium's own permission settings.
import { browserEvents, runningCdp } from '../browser/browser.ts'
import type { Cdp, Protocol } from '../browser/cdp.ts'
import { toChromium } from '../browser/schemes.ts'
import { notOffered } from '../not-offered.ts'
import { protocol } from './protocol.ts'

/** Electron's name of a permission, the descriptor of the Permissions API, and what Electron tells of it. */
const PERMISSIONS: readonly (readonly [string, Protocol.Browser.PermissionDescriptor, object?])[] = [
  ['media', { name: 'microphone' }, { mediaType: 'audio', mediaTypes: ['audio'] }],
  ['media', { name: 'camera' }, { mediaType: 'video', mediaTypes: ['video'] }],
  ['clipboard-read', { name: 'clipboard-read' }],
  ['clipboard-sanitized-write', { name: 'clipboard-write' }],
  ['display-capture', { name: 'display-capture' }],
  ['geolocation', { name: 'geolocation' }],
  ['idle-detection', { name: 'idle-detection' }],
  ['local-fonts', { name: 'local-fonts' }],
  ['midi', { name: 'midi' }],
  ['midiSysex', { name: 'midi', sysex: true }],
  ['notifications', { name: 'notifications' }],
  ['persistent-storage', { name: 'persistent-storage' }],
  ['screen-wake-lock', { name: 'screen-wake-lock' }],
  ['sensors', { name: 'accelerometer' }],
  ['speaker-selection', { name: 'speaker-selection' }],
  ['storage-access', { name: 'storage-access' }],
  ['window-management', { name: 'window-management' }],
]

/** The handlers are the app's, typed for Electron's own objects, which ours stand in for. */
type RequestHandler = (
  contents: never,
  permission: never,
  callback: (isGranted: boolean) => void,
  details: never,
) => void
type CheckHandler = (contents: never, permission: never, origin: string, details: never) => boolean

let requestHandler: RequestHandler | null = null
let checkHandler: CheckHandler | null = null
const asked = new Map<string, object>()

/**
 * Chromium asks nobody through CDP: the app's handlers are asked about every permission before an address is loaded,
 * and again when they change. Both must agree; a handler that is not there agrees, as in Electron.
 */
export async function askPermissions(contents: object, url: string): Promise<void> {
  asked.set(url, contents)
  const cdp = runningCdp()
  if (cdp) await apply(cdp, contents, url)
}

async function apply(cdp: Cdp, contents: object, url: string): Promise<void> {
  const address = new URL(toChromium(url))
  if (address.protocol !== 'http:' && address.protocol !== 'https:') return
  const settings = PERMISSIONS.map(async ([name, permission, media]) => {
    const isGranted =
      (await isRequestGranted(contents, name, url, media)) && isChecked(contents, name, url, media)
    const setting = isGranted ? 'granted' : 'denied'
    await cdp.root.send('Browser.setPermission', { permission, setting, origin: address.origin })
  })
  await Promise.all(settings)
}

function isRequestGranted(contents: object, name: string, url: string, media?: object): Promise<boolean> {
  const handler = requestHandler
  if (!handler) return Promise.resolve(true)
  const details = { isMainFrame: true, requestingUrl: url, ...media }
  return new Promise((resolve) => handler(contents as never, name as never, resolve, details as never))
}

function isChecked(contents: object, name: string, url: string, media?: object): boolean {
  if (!checkHandler) return true
  const origin = `${/^[^:]+:\/\/[^/]*/.exec(url)?.[0] ?? url}/`
  const details = { isMainFrame: true, requestingUrl: url, securityOrigin: origin, ...media }
  return checkHandler(contents as never, name as never, origin, details as never)
}

function askAgain(): void {
  const cdp = runningCdp()
  if (!cdp) return
  for (const [url, contents] of asked) {
    apply(cdp, contents, url).catch((error: unknown) => console.error(error))
  }
}

const defaultSession = {
  protocol,
  setPermissionRequestHandler(handler: RequestHandler | null): void {
    requestHandler = handler
    askAgain()
  },
  setPermissionCheckHandler(handler: CheckHandler | null): void {
    checkHandler = handler
    askAgain()
  },
  /** USB, HID and serial devices are chosen in a dialog that headless Chromium never shows: nothing to grant. */
  setDevicePermissionHandler(): void {},
  setSpellCheckerEnabled(): void {},
  async clearStorageData(): Promise<void> {
    await runningCdp()?.root.send('Storage.clearCookies', {})
  },
}

export const session = {
  defaultSession,
  fromPartition: (): never => notOffered('session.fromPartition: the app has one session'),
}

browserEvents.on('started', askAgain)
