// `library search "…"`: reads the library beside the app that may be running, and prints what it finds. Never writes.
import { join } from 'node:path'
import { openLibraryReadonly, type ReadableDatabase } from '../library/database.ts'
import { createLibrarySearch, PAGE_ROWS } from '../library/search.ts'
import { getDetailFacts } from '../library/sound-store.ts'
import type { SearchCommand } from './command-line.ts'

export interface SearchPorts {
  readonly databasePath: string
  /** The folder of the files, as the library itself has it stored. */
  readonly rootOf: (db: ReadableDatabase) => string
  readonly print: (line: string) => void
  readonly complain: (line: string) => void
}

/** Prints the newest first: a line each, or with --json one JSON object a line. Answers with the exit code: 1 where the library cannot be read. */
export function searchLibrary(command: SearchCommand, ports: SearchPorts): 0 | 1 {
  const opened = openLibraryReadonly(ports.databasePath)
  if (!opened.ok) {
    ports.complain(opened.error.message)
    return 1
  }
  const db = opened.value
  try {
    const search = createLibrarySearch(db)
    const root = ports.rootOf(db)
    let printed = 0
    for (;;) {
      const { rows, total } = search.page({
        text: command.text,
        filterByText: true,
        sort: { column: 'createdAtMs', descending: true },
        offset: printed,
        limit: Math.min(PAGE_ROWS, command.limit - printed),
      })
      for (const row of rows) {
        const facts = getDetailFacts(db, row.id)
        if (facts === null) continue
        const { uid, prompt, note, category, relativePath, sha256, bytes } = facts
        const { headSilenceMs, tailSilenceMs, tempoBpm, pitchHz } = facts
        const path = join(root, ...relativePath.split('/'))
        ports.print(
          command.isJson
            ? JSON.stringify({
                ...row,
                ...{ uid, prompt, note, category, relativePath, path, sha256, bytes },
                ...{ headSilenceMs, tailSilenceMs, tempoBpm, pitchHz },
              })
            : [(row.durationMs / 1000).toFixed(2), row.model || row.family, row.name, relativePath].join(
                '\t',
              ),
        )
      }
      printed += rows.length
      if (rows.length === 0 || printed >= Math.min(total, command.limit)) return 0
    }
  } finally {
    db.close()
  }
}

/** Where the app keeps its database. */
export const libraryDatabasePath = (userData: string): string => join(userData, 'library.db')
