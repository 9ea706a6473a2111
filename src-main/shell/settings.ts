// The person's settings: defaults, what is stored over them, changes.
import { z } from 'zod'
import { settingsSchema } from '../bridge/schemas.ts'
import type { Settings } from '../bridge/types.ts'
import type { WritableDatabase } from '../library/database.ts'
import { getSetting, setSetting } from '../library/settings-store.ts'

const KEY = 'settings'

export const DEFAULT_SETTINGS: Settings = {
  theme: 'dark',
  density: 32,
  libraryLayout: 'rows',
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
  transcribe: {
    timing: 'performance',
    subdivision: 'automatic',
    pageSize: 'a4',
    hasScorePdfs: true,
    isReadable: true,
  },
  presets: [],
}

const anything = z.record(z.string(), z.unknown())

/** What is stored, over the defaults, field by field: one that an older or newer app wrote otherwise costs itself, not all others. */
export function readSettings(db: WritableDatabase): Settings {
  const stored = getSetting(db, KEY, anything) ?? {}
  const fitting = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(stored[name])
    return parsed.success ? [[name, parsed.data] as const] : []
  })
  // Each value has passed the schema of its own name.
  return { ...DEFAULT_SETTINGS, ...(Object.fromEntries(fitting) as Partial<Settings>) }
}

/** Stores a change and answers with the whole. */
export function changeSettings(db: WritableDatabase, change: Partial<Settings>): Settings {
  const changed = { ...readSettings(db), ...change }
  setSetting(db, KEY, settingsSchema, changed)
  return changed
}
