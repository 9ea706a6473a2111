// What time does to uploads: an asset can be used for a day, then it is removed.

import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ASSET_USABLE_MS } from '../../../contract/index.ts'
import type { AssetStore } from './asset-store.ts'

/** Removes assets whose day is over, and tickets that were never used. */
export function removeOldAssets(assets: AssetStore, uploadsDir: string, nowMs: number): void {
  for (const name of assets.removeBefore(nowMs - ASSET_USABLE_MS))
    rmSync(join(uploadsDir, name), { force: true })
}

/** Removes what a crash left: files that no asset took. */
export function removeStrayUploads(assets: AssetStore, uploadsDir: string): void {
  for (const name of readdirSync(uploadsDir)) {
    if (!assets.hasFileNamed(name)) rmSync(join(uploadsDir, name), { force: true })
  }
}
