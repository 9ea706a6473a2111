// Exports or imports a whole library in a process of its own, made to be killed. Arguments: export|import, database, its sounds, the archive, folder of backups.
import { randomUUID } from 'node:crypto'
import { exportArchive } from '../../src-main/library/archive-export.ts'
import { importArchive } from '../../src-main/library/archive-import.ts'
import { openOrRestore } from '../../src-main/library/open-or-restore.ts'
import { libraryStats } from '../../src-main/library/sound-rows.ts'

const [, , what, databasePath = '', root = '', archive = '', backups = ''] = process.argv
const common = {
  root,
  signal: new AbortController().signal,
  now: () => 1_790_000_000_000,
  onProgress: () => {},
}
const opened = await openOrRestore(databasePath, backups, Date.now())
if (!opened.ok) throw new Error(opened.error.message)
const { db } = opened.value
// Killed while the imported one took its place: the start above has gone on with it.
const isTaken = what === 'import' && libraryStats(db).count > 0
const done = isTaken
  ? { ok: true }
  : what === 'export'
    ? await exportArchive({ ...common, db, target: archive, newId: randomUUID })
    : await importArchive({ ...common, databasePath, archive, rootSetting: 'library-root' })
db.close()
if (what === 'import') (await openOrRestore(databasePath, backups, Date.now())).ok || process.exit(3)
process.stdout.write(JSON.stringify(done))
