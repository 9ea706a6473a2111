// Choices and states of the shell that outlast a start: the yes to updates, and the library's move.
import { z } from 'zod'
import type { WritableDatabase } from '../library/database.ts'
import { getSetting, removeSetting, setSetting } from '../library/settings-store.ts'
import type { StoredMove } from './storage-move.ts'
import { storedMoveSchema } from './storage-move.ts'

const CONSENT_KEY = 'updates-allowed'
const MOVE_KEY = 'library-move'

/** No until the person says yes. */
export const updateConsent = (db: WritableDatabase) => ({
  get: (): boolean => getSetting(db, CONSENT_KEY, z.boolean()) === true,
  set: (isAllowed: boolean): void => setSetting(db, CONSENT_KEY, z.boolean(), isAllowed),
})

/** The move that is not finished. */
export const storedMove = (db: WritableDatabase) => ({
  load: (): StoredMove | null => getSetting(db, MOVE_KEY, storedMoveSchema),
  store(move: StoredMove | null): void {
    if (move === null) removeSetting(db, MOVE_KEY)
    else setSetting(db, MOVE_KEY, storedMoveSchema, move)
  },
})
