// Where the window stood, kept between starts; forgotten when no screen shows that place any more.
import { screen } from 'electron'
import { z } from 'zod'
import type { WritableDatabase } from '../library/database.ts'
import { getSetting, setSetting } from '../library/settings-store.ts'
import type { WindowBounds } from './window.ts'

const KEY = 'window-bounds'
const schema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  isMaximized: z.boolean(),
})
/** So much of the title bar has to be reachable, in pixels. */
const REACHABLE = 100

/** The remembered place where it is on a screen, else null. */
export function readWindowBounds(db: WritableDatabase): WindowBounds | null {
  const bounds = getSetting(db, KEY, schema)
  if (bounds === null) return null
  const isReachable = screen.getAllDisplays().some(({ workArea }) => {
    const left = Math.max(bounds.x, workArea.x)
    const right = Math.min(bounds.x + bounds.width, workArea.x + workArea.width)
    const isTitleInside = bounds.y >= workArea.y && bounds.y < workArea.y + workArea.height
    return right - left >= REACHABLE && isTitleInside
  })
  return isReachable ? bounds : null
}

export function writeWindowBounds(db: WritableDatabase, bounds: WindowBounds): void {
  setSetting(db, KEY, schema, bounds)
}
