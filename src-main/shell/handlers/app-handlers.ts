// The app itself, as the window asks for it: state, settings, the library's folder, links out.
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import { failure, success } from '../../bridge/reply.ts'
import type { AppState, Reply, Settings } from '../../bridge/types.ts'
import type { Connections } from '../../connections/connections.ts'
import { checkExternalLink } from '../external-links.ts'

/** What the handlers need of the shell. */
export interface AppPort {
  state(): AppState
  changeSettings(change: Partial<Settings>): Settings
  finishFirstRun(): void
  /** Asks for a folder and makes it the library's; null when the person cancels. */
  chooseLibraryFolder(): Promise<Reply<{ readonly libraryFolderName: string } | null>>
  openLibraryFolder(): Promise<string | null>
  /** Asks the person, then opens the address in the browser. */
  openExternal(url: URL): Promise<void>
  copyText(text: string): Promise<void>
}

/** Handlers of `app.*` and `settings.*`. */
export function appHandlers(
  app: AppPort,
  connections: Connections,
): HandlersOf<'app'> & HandlersOf<'settings'> {
  return {
    'app.state': async () => success(app.state()),
    'settings.change': async (change) => success(app.changeSettings(change)),
    'app.finishFirstRun': async ({ connectionId }) => {
      const used = await connections.use(connectionId)
      if (!used.ok) return used
      app.finishFirstRun()
      return success(app.state())
    },
    'app.chooseLibraryFolder': () => app.chooseLibraryFolder(),
    'app.openLibraryFolder': async () => {
      const complaint = await app.openLibraryFolder()
      return complaint === null
        ? success(null)
        : failure({ code: 'folder_not_opened', message: complaint, retryable: true })
    },
    'app.openExternal': async ({ url }) => {
      const hosts = connections.list().flatMap(({ baseUrl }) => baseUrl ?? [])
      const verdict = checkExternalLink(url, hosts)
      if (!verdict.ok) return failure({ code: 'link_refused', message: verdict.reason, retryable: false })
      await app.openExternal(verdict.url)
      return success(null)
    },
    'app.copyText': async ({ text }) => {
      await app.copyText(text)
      return success(null)
    },
  }
}
