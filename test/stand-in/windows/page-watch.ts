// Prepares a page before its first document, and tells its webContents what Chromium then says of it.
import { browserEvents } from '../browser/browser.ts'
import type { Protocol } from '../browser/cdp.ts'
import { toApp } from '../browser/schemes.ts'
import { nativeTheme } from '../system/desktop.ts'
import { PRELOAD_WORLD, pageScripts } from './page-scripts.ts'
import type { PageTarget } from './page-target.ts'

/** Addresses are Chromium's in `address`, the app's own in `url`. */
export interface PageWatcher {
  onNavigated(address: string): void
  onNavigatedInPage(address: string): void
  onLoading(isLoading: boolean): void
  onDomReady(): void
  onLoaded(): void
  onPainted(): void
  onCrashed(): void
  onGone(): void
  onWindowOpen(url: string, frameName: string, features: string): void
  /** A document is about to be asked for. @returns false to stop it */
  mayLoad(document: { readonly address: string; readonly isMainFrame: boolean }): boolean
}

/** Runs while the page still waits for its debugger: everything here is in force from the first document on. */
export async function watchPage(
  page: PageTarget,
  preloadPath: string | undefined,
  watcher: PageWatcher,
): Promise<void> {
  listen(page, watcher)
  followTheme(page, watcher)
  const { session } = page
  await Promise.all([
    session.send('Page.enable'),
    session.send('Runtime.enable'),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] }),
    ...(preloadPath === undefined ? [] : addPreload(page, preloadPath)),
  ])
}

function addPreload({ session }: PageTarget, preloadPath: string): readonly Promise<unknown>[] {
  const scripts = pageScripts(preloadPath)
  return [
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.page }),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: scripts.preload,
      worldName: PRELOAD_WORLD,
    }),
  ]
}

function listen(page: PageTarget, watcher: PageWatcher): void {
  const { session, targetId } = page
  const isMainFrame = (frameId: string) => frameId === targetId
  session.on('Page.frameNavigated', ({ frame }) => {
    if (isMainFrame(frame.id)) watcher.onNavigated(frame.url)
  })
  session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    if (isMainFrame(frameId)) watcher.onNavigatedInPage(url)
  })
  session.on('Page.frameStartedLoading', ({ frameId }) => {
    if (isMainFrame(frameId)) watcher.onLoading(true)
  })
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    if (isMainFrame(frameId)) watcher.onLoading(false)
  })
  session.on('Page.domContentEventFired', () => watcher.onDomReady())
  session.on('Page.loadEventFired', () => watcher.onLoaded())
  session.on('Page.lifecycleEvent', ({ name, frameId }) => {
    if (name === 'firstContentfulPaint' && isMainFrame(frameId)) watcher.onPainted()
  })
  session.on('Page.windowOpen', ({ url, windowName, windowFeatures }) =>
    watcher.onWindowOpen(toApp(url), windowName, windowFeatures.join(',')),
  )
  session.on('Fetch.requestPaused', (paused) => void answerRequest(page, paused, watcher))
  session.on('Inspector.targetCrashed', () => watcher.onCrashed())
}

async function answerRequest(
  { session, targetId }: PageTarget,
  { requestId, frameId, request }: Protocol.Fetch.requestPausedPayload,
  watcher: PageWatcher,
): Promise<void> {
  const mayLoad = watcher.mayLoad({ address: request.url, isMainFrame: frameId === targetId })
  const answered = mayLoad
    ? session.send('Fetch.continueRequest', { requestId })
    : session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
  await answered.catch(() => {}) // the page may have gone on or closed
}

/** The page's prefers-color-scheme is nativeTheme's, until the page is gone. */
function followTheme({ session, targetId }: PageTarget, watcher: PageWatcher): void {
  const apply = () => {
    const { themeSource } = nativeTheme
    const features = themeSource === 'system' ? [] : [{ name: 'prefers-color-scheme', value: themeSource }]
    session.send('Emulation.setEmulatedMedia', { features }).catch(() => {}) // the page may be closing
  }
  const onGone = (gone: string) => {
    if (gone !== targetId) return
    nativeTheme.off('updated', apply)
    browserEvents.off('page-gone', onGone)
    watcher.onGone()
  }
  nativeTheme.on('updated', apply)
  browserEvents.on('page-gone', onGone)
  apply()
}
