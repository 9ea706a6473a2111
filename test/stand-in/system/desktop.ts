// What Electron knows of the desktop: theme, power, screens.
import { EventEmitter } from 'node:events'
import type * as E from 'electron'

/** Electron says light where the desktop states nothing, as on a machine without one. */
class NativeTheme extends EventEmitter {
  readonly inForcedColorsMode = false
  readonly shouldUseHighContrastColors = false
  readonly prefersReducedTransparency = false
  #source: E.NativeTheme['themeSource'] = 'system'

  get themeSource(): E.NativeTheme['themeSource'] {
    return this.#source
  }

  set themeSource(source: E.NativeTheme['themeSource']) {
    if (source === this.#source) return
    this.#source = source
    this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }
}

/** A test emits `suspend` and `resume`, on the stand-in and on Electron alike. */
class PowerMonitor extends EventEmitter {
  onBatteryPower = false

  isOnBatteryPower(): boolean {
    return this.onBatteryPower
  }

  getSystemIdleTime(): number {
    return 0
  }
}

class Screen extends EventEmitter {
  readonly #display = {
    id: 1,
    scaleFactor: 1,
    bounds: { x: 0, y: 0, width: 1440, height: 900 },
    workArea: { x: 0, y: 0, width: 1440, height: 900 },
    size: { width: 1440, height: 900 },
    workAreaSize: { width: 1440, height: 900 },
  } satisfies Partial<E.Display>

  getPrimaryDisplay() {
    return this.#display
  }

  getAllDisplays() {
    return [this.#display]
  }

  getDisplayMatching() {
    return this.#display
  }

  getDisplayNearestPoint() {
    return this.#display
  }

  getCursorScreenPoint(): E.Point {
    return { x: 0, y: 0 }
  }
}

export const nativeTheme = new NativeTheme()
export const powerMonitor = new PowerMonitor()
export const screen = new Screen()

export const powerSaveBlocker = (() => {
  const held = new Set<number>()
  let lastId = 0
  return {
    start(): number {
      held.add(++lastId)
      return lastId
    },
    stop: (id: number): boolean => held.delete(id),
    isStarted: (id: number): boolean => held.has(id),
  }
})() satisfies E.PowerSaveBlocker
