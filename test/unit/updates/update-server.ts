// A generic update server on loopback and electron-updater's own updater for AppImage, with Node's HTTP in place of Electron's.
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, RequestOptions, ServerResponse } from 'node:http'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import electronUpdater from 'electron-updater'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

export interface Served {
  version: string
  file: Buffer
  /** The hash that is published; by default the file's own. */
  sha512?: string | null
  /** Sends so many bytes and then cuts the line. */
  cutAfter?: number
  /** The share of installations that the server offers it to, in percent; by default it says none. */
  stagingPercentage?: number
}

export const sha512Of = (content: Buffer): string => createHash('sha512').update(content).digest('base64')

/** Serves what `served` says at the moment; `updater` is an installed 1.0.0. */
export async function startUpdateServer(served: Served) {
  const asked: string[] = []
  const stagingIds: (string | string[] | undefined)[] = []
  const folder = makeTemporaryFolder('updates')
  const server = createServer((incoming, answer) => {
    const path = new URL(incoming.url ?? '/', 'http://server').pathname
    asked.push(path)
    stagingIds.push(incoming.headers['x-user-staging-id'])
    if (path === '/latest-linux.yml') answer.end(published(served))
    else if (path === '/Foleyroom.AppImage') sendFile(served, answer)
    else answer.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server that listens has an AddressInfo.
  const { port } = server.address() as AddressInfo
  const old = join(folder, 'old.AppImage')
  writeFileSync(old, 'the installed program')
  process.env.APPIMAGE = old
  const config = join(folder, 'app-update.yml')
  writeFileSync(
    config,
    `provider: generic\nurl: http://127.0.0.1:${port}\nupdaterCacheDirName: foleyroom-updater\n`,
  )
  const updater = new electronUpdater.AppImageUpdater(null, {
    version: '1.0.0',
    name: 'foleyroom',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: join(folder, 'user-data'),
    baseCachePath: join(folder, 'cache'),
    whenReady: () => Promise.resolve(),
    relaunch() {},
    quit() {},
    onQuit() {},
  })
  updater.disableDifferentialDownload = true
  // The updater's own HTTP, but for Electron's network. Not in its declaration: the field that it has when no app is given.
  const httpExecutor = Object.assign(new ElectronHttpExecutor(), {
    createRequest: (options: RequestOptions, callback: (response: IncomingMessage) => void) =>
      request(options, callback),
  })
  Object.assign(updater, { httpExecutor })
  return {
    updater,
    asked,
    /** What each request said of who it is. */
    stagingIds,
    folder,
    async stop() {
      delete process.env.APPIMAGE
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function published({ version, file, sha512 = sha512Of(file), stagingPercentage }: Served): string {
  const hash = sha512 === null ? '' : `    sha512: ${sha512}\n`
  const files = `files:\n  - url: Foleyroom.AppImage\n${hash}    size: ${file.length}\n`
  const staging = stagingPercentage === undefined ? '' : `stagingPercentage: ${stagingPercentage}\n`
  return `version: ${version}\n${files}path: Foleyroom.AppImage\n${staging}releaseDate: '2026-11-01T00:00:00.000Z'\n`
}

function sendFile({ file, cutAfter }: Served, answer: ServerResponse): void {
  answer.setHeader('content-length', file.length)
  if (cutAfter === undefined) answer.end(file)
  else answer.write(file.subarray(0, cutAfter), () => answer.destroy())
}
