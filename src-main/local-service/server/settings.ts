// Small values that the service keeps across restarts: its signing secret and the sandbox's clock.

import type { ServiceDatabase } from './database.ts'

export interface Settings {
  /** The stored value, or the one that `create` makes, which is then stored. */
  bytes(name: string, create: () => Buffer): Buffer
  number(name: string): number | null
  setNumber(name: string, value: number): void
}

/** The settings kept in this database. */
export function createSettings(database: ServiceDatabase): Settings {
  const read = database.prepare<[string], Buffer>('SELECT value FROM settings WHERE name = ?').pluck()
  const write = database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)')
  return {
    bytes(name, create) {
      const stored = read.get(name)
      if (stored) return stored
      const created = create()
      write.run(name, created)
      return created
    },
    number(name) {
      const stored = read.get(name)
      return stored ? Number(stored.toString('utf8')) : null
    },
    setNumber(name, value) {
      write.run(name, Buffer.from(String(value)))
    },
  }
}
