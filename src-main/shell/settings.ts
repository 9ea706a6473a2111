// The person's settings: defaults, what is stored over them, changes.
import { settingsSchema } from '../bridge/schemas.ts'
import type { Settings } from '../bridge/types.ts'
import type { WritableDatabase } from '../library/database.ts'
import { getSetting, setSetting } from '../library/settings-store.ts'

const KEY = 'settings'

export const DEFAULT_SETTINGS: Settings = {
  theme: 'dark',
  density: 32,
  motion: 'system',
  auditions: true,
  gainDb: 0,
  isLooping: false,
  outputDevice: null,
  fileNames: { nameTemplate: '{name}', folderTemplate: '', creator: '', source: '' },
  create: {
    isOpen: true,
    durationMs: 4_000,
    variants: 4,
    lockedSeed: null,
    isLoop: false,
    format: 'wav',
    modelByConnection: {},
  },
  presets: [],
}

/** What is stored, over the defaults: a setting that a later version adds has its default here. */
export function readSettings(db: WritableDatabase): Settings {
  return { ...DEFAULT_SETTINGS, ...getSetting(db, KEY, settingsSchema.partial()) }
}

/** Stores a change and answers with the whole. */
export function changeSettings(db: WritableDatabase, change: Partial<Settings>): Settings {
  const changed = { ...readSettings(db), ...change }
  setSetting(db, KEY, settingsSchema, changed)
  return changed
}
