// What the page may ask the system for: choosing a sound output, nothing else.
import type { Session } from 'electron'

const ALLOWED: ReadonlySet<string> = new Set(['speaker-selection'])

/** Whether a permission is granted to a page of this origin. */
export const isAllowedPermission = (
  permission: string,
  requestingOrigin: string,
  appOrigin: string,
): boolean =>
  ALLOWED.has(permission) && (requestingOrigin === appOrigin || requestingOrigin === `${appOrigin}/`)

/** Sets the three handlers through which Electron asks: request, check, device. */
export function denyPermissions(session: Session, appOrigin: string): void {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    const url = contents.getURL()
    const origin = url.startsWith(`${appOrigin}/`) ? appOrigin : url
    answer(isAllowedPermission(permission, origin, appOrigin))
  })
  session.setPermissionCheckHandler((_contents, permission, origin, details) => {
    // Chromium hides the names of sound outputs where this check fails. A microphone would have to be requested, and is refused there.
    const isOfOutputs = permission === 'media' && details.mediaType === 'audio'
    return isAllowedPermission(isOfOutputs ? 'speaker-selection' : permission, origin, appOrigin)
  })
  session.setDevicePermissionHandler(() => false)
}
