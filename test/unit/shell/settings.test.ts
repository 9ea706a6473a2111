// Settings that another version of the app has stored are read field by field.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { setSetting } from '../../../src-main/library/settings-store.ts'
import { changeSettings, DEFAULT_SETTINGS, readSettings } from '../../../src-main/shell/settings.ts'
import { openTemporaryLibrary, type TemporaryFolder, temporaryFolder } from '../library/library-fixture.ts'

let folder: TemporaryFolder
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

describe('settings', () => {
  it('are the defaults before any were stored', () => {
    const db = openTemporaryLibrary(folder)
    expect(readSettings(db)).toEqual(DEFAULT_SETTINGS)
    db.close()
  })

  it('keep what fits where an older app left some out and a newer one added or changed others', () => {
    const db = openTemporaryLibrary(folder)
    const stored = { theme: 'light', density: 99, gainDb: -6, hologram: true }
    setSetting(db, 'settings', z.record(z.string(), z.unknown()), stored)
    expect(readSettings(db)).toEqual({ ...DEFAULT_SETTINGS, theme: 'light', gainDb: -6 })
    expect(changeSettings(db, { motion: 'reduced' })).toEqual({
      ...DEFAULT_SETTINGS,
      theme: 'light',
      gainDb: -6,
      motion: 'reduced',
    })
    expect(readSettings(db).motion).toBe('reduced')
    db.close()
  })
})
