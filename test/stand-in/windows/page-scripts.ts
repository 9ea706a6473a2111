// The two scripts that make a page's worlds: the page's half of the context bridge, and the isolated world of the preload.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Name of the isolated world in which the preload runs, the same as Electron's. */
export const PRELOAD_WORLD = 'Electron Isolated Context'

/** Name of the function through which the preload's world reaches this process. */
export const POST_BINDING = '__standInPost'

/** The two worlds find each other by an event of this name, which no page can guess. */
const HANDSHAKE = `stand-in-${randomUUID()}`

const read = (file: string) => readFileSync(join(import.meta.dirname, '../page', file), 'utf8')

/** @param preloadPath the app's preload: one CommonJS file without imports but `electron` */
export function pageScripts(preloadPath: string): { readonly page: string; readonly preload: string } {
  const [codec, bridge] = [read('codec.js'), read('bridge.js')]
  const fill = (script: string) =>
    script
      .replaceAll('__HANDSHAKE__', HANDSHAKE)
      .replace('__PLATFORM__', process.platform)
      .replace('__ARCH__', process.arch)
      .replace('__ELECTRON__', process.versions.electron ?? '')
  const preload = readFileSync(preloadPath, 'utf8')
  return {
    page: fill(`(() => {${bridge}${read('world-main.js')}})()`),
    // A function, for `$` in a replacement string would be read as a pattern.
    preload: fill(`(() => {${codec}${bridge}${read('world-preload.js')}})()`).replace(
      '/* __PRELOAD__ */',
      () => preload,
    ),
  }
}
