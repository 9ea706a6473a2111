// Opens one page in Chromium and prepares it before its first script runs.
import { randomUUID } from 'node:crypto'
import type * as E from 'electron'
import { browserEvents, isHeadless, profileFolder, startBrowser } from '../browser/browser.ts'
import type { Cdp, Protocol, Session } from '../browser/cdp.ts'
import { openAppWindow } from '../browser/chromium.ts'
import { BLANK_PATH } from '../browser/loopback.ts'
import { schemes } from '../browser/schemes.ts'

export interface PageTarget {
  readonly cdp: Cdp
  readonly session: Session
  readonly targetId: string
}

type Expected = (session: Session, info: Protocol.Target.TargetInfo) => void

/** Pages asked for and not yet attached, by the marker in their first address. */
const expected = new Map<string, Expected>()

browserEvents.on('page', (session, info) => {
  for (const [marker, take] of expected) {
    if (!info.url.includes(marker)) continue
    expected.delete(marker)
    take(session, info)
    return
  }
  void closeUnasked(session, info.targetId)
})

/** A link with target=_blank has made it; Page.windowOpen has asked the app's handler, which opens its own. */
async function closeUnasked(session: Session, targetId: string): Promise<void> {
  const cdp = await startBrowser()
  // Either call fails when the page has gone by itself.
  await session.send('Runtime.runIfWaitingForDebugger').catch(() => {})
  await cdp.root.send('Target.closeTarget', { targetId }).catch(() => {})
}

/** `prepare` runs while the page still waits for its debugger: what it adds is there from the first document on. */
export async function openPage(
  size: E.Size,
  prepare: (page: PageTarget) => Promise<unknown>,
): Promise<PageTarget> {
  const cdp = await startBrowser()
  const marker = randomUUID()
  const attached = new Promise<PageTarget>((resolve) => {
    expected.set(marker, (session, info) => resolve({ cdp, session, targetId: info.targetId }))
  })
  if (isHeadless) {
    await cdp.root.send('Target.createTarget', { url: `about:blank#${marker}`, ...size, newWindow: true })
  } else {
    const scheme = [...schemes.keys()][0] ?? 'app'
    const blank = `http://window-${marker}.${scheme}.localhost${BLANK_PATH}`
    openAppWindow(profileFolder(), blank, size.width, size.height)
  }
  const page = await attached
  await Promise.all([prepare(page), page.session.send('Runtime.runIfWaitingForDebugger')])
  await resizePage(page, size)
  return page
}

/** Sets the window so that the page itself has this size: Chromium counts its own frame and toolbar in. */
export async function resizePage(page: PageTarget, size: E.Size): Promise<void> {
  const { result } = await page.session.send('Runtime.evaluate', {
    expression: '[outerWidth - innerWidth, outerHeight - innerHeight]',
    returnByValue: true,
  })
  const [frameWidth, frameHeight] = result.value as [number, number] // the expression above
  const { windowId } = await page.cdp.root.send('Browser.getWindowForTarget', { targetId: page.targetId })
  await page.cdp.root.send('Browser.setWindowBounds', {
    windowId,
    bounds: { width: size.width + frameWidth, height: size.height + frameHeight },
  })
}
