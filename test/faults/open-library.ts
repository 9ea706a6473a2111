// Opens a library as a start of the app does, in a process of its own, made to be killed. Arguments: database, folder of its backups.
import { openOrRestore } from '../../src-main/library/open-or-restore.ts'
import { libraryStats } from '../../src-main/library/sound-rows.ts'

const [, , path = '', backups = ''] = process.argv
const opened = await openOrRestore(path, backups, Date.now())
if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`)
const { db, notice } = opened.value
process.stdout.write(
  JSON.stringify({
    version: db.driver.pragma('user_version', { simple: true }),
    integrity: db.driver.pragma('integrity_check', { simple: true }),
    count: libraryStats(db).count,
    notice,
  }),
)
db.close()
