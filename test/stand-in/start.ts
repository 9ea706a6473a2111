// Makes the app ready, as Electron does once its main module has run.
import { app } from './app.ts'
import { appFacts } from './app-facts.ts'
import { startBrowser } from './browser/browser.ts'

/** Chromium starts with the first window; Playwright, which asks for its DevTools port, has it at once. */
export function startApp(): void {
  setInterval(() => {}, 2 ** 30) // Electron ends when the app says so, not when nothing is left to do
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit())
  if (!appFacts.switches.has('remote-debugging-port')) {
    app.becomeReady()
    return
  }
  startBrowser().then(
    () => app.becomeReady(),
    (error: unknown) => {
      console.error(error)
      app.exit(1)
    },
  )
}
