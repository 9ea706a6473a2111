// electron-updater as the updater of the port: generic server, one step at a time, nothing by itself.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AppUpdater } from 'electron-updater'
import type { UpdaterPort } from './updates.ts'

type Found =
  | { readonly ok: true; readonly value: UpdaterPort }
  | { readonly ok: false; readonly reason: string }

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Wraps an updater. It verifies SHA-512 on every platform, the publisher's signature on Windows; macOS itself checks the signature before it replaces an app. */
export function updaterPort(
  updater: AppUpdater,
  options: { readonly beforeInstall: () => void; readonly log: (message: string) => void },
): UpdaterPort {
  const { log } = options
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.autoRunAppAfterInstall = true
  updater.allowPrerelease = false
  updater.allowDowngrade = false
  updater.disableWebInstaller = true
  // It draws an id for the installation, to find out whether a release in stages is for it, and would tell the server with each question.
  updater.requestHeaders = { 'x-user-staging-id': '' }
  const tell = (message?: unknown): void => log(`updates: ${String(message).replace(UUID, '…')}`)
  updater.logger = { info: tell, warn: tell, error: tell }
  return {
    async offer() {
      const result = await updater.checkForUpdates()
      if (result === null || !result.isUpdateAvailable) return null
      const { version, files } = result.updateInfo
      // A server's YAML: the field may be absent whatever the type says.
      return { version, sha512: files.map(({ sha512 }) => (sha512 as string | undefined) ?? null) }
    },
    async download(progress) {
      const told = ({ percent }: { readonly percent: number }): void => progress(percent / 100)
      updater.on('download-progress', told)
      try {
        await updater.downloadUpdate()
      } finally {
        updater.off('download-progress', told)
      }
    },
    install() {
      options.beforeInstall()
      updater.quitAndInstall(false, true)
    },
  }
}

/** The updater of this installation, or why it has none. Loaded only where it can be used: it needs Electron itself. */
export async function findUpdater(options: {
  readonly isPackaged: boolean
  readonly resourcesPath: string
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  /** Called right before the app is ended and the new version put in its place. */
  readonly beforeInstall: () => void
  readonly log: (message: string) => void
}): Promise<Found> {
  const reason = whyNot(options)
  if (reason !== null) return { ok: false, reason }
  const { default: loaded } = await import('electron-updater')
  return { ok: true, value: updaterPort(loaded.autoUpdater, options) }
}

/** A sentence, or null where this installation can update itself. */
export function whyNot({
  isPackaged,
  resourcesPath,
  platform,
  environment,
}: {
  readonly isPackaged: boolean
  readonly resourcesPath: string
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
}): string | null {
  if (!isPackaged) return 'This Foleyroom runs from its sources: update it as you got it.'
  const config = join(resourcesPath, 'app-update.yml')
  if (!existsSync(config))
    return 'This package names no update server: get the next version where you got this one.'
  if (!/^url:\s*['"]?https:\/\//m.test(readFileSync(config, 'utf8')))
    return 'The update server of this package is not reached by https, so it is not used.'
  if (platform === 'linux' && environment.APPIMAGE === undefined)
    return 'The package manager of your system updates this Foleyroom.'
  return null
}
