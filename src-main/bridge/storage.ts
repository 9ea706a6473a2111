// What the app keeps on this computer, as the window asks for it: where, how much, moved, emptied, deleted.
import { entry } from './entry.ts'
import type { BridgeError } from './types.ts'

export interface StorageUse {
  readonly libraryBytes: number
  readonly databaseBytes: number
  readonly backupBytes: number
  /** Peaks: made again when they are needed. */
  readonly cacheBytes: number
  readonly logBytes: number
  /** Jobs of the built-in engine. */
  readonly engineBytes: number
}

/** Moving the library's folder: everything is copied and compared, then the new folder is used, then the old files go. */
export type StorageMove =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'copying' | 'deleting'
      readonly filesDone: number
      readonly filesTotal: number
      readonly bytesDone: number
      readonly bytesTotal: number
    }
  /** It can be taken up again, or given up. */
  | { readonly kind: 'stopped'; readonly error: BridgeError }
  /** Files of the old folder that were not ours to delete, or could not be. */
  | { readonly kind: 'done'; readonly folderName: string; readonly leftBehind: number }

/** Entries that the storage's handlers answer; progress is told by the topic 'settings'. */
export const storageRequests = {
  'storage.use': entry<undefined, StorageUse>(),
  'storage.move': entry<undefined, StorageMove>(),
  /** Asks for an empty folder, then moves the library there. Refused while jobs run. */
  'storage.startMove': entry<undefined, StorageMove>(),
  /** Takes up a move that stopped, also after a crash. */
  'storage.resumeMove': entry<undefined, StorageMove>(),
  /** Removes the copies; the library stays where it was. Not once the new folder is used. */
  'storage.cancelMove': entry<undefined, StorageMove>(),
  'storage.emptyCache': entry<undefined, { freedBytes: number }>(),
  /** Everything but the sounds' files, or those too; keys leave the keychain. The app ends. The word is typed by the person. */
  'storage.deleteAll': entry<{ confirmation: 'delete'; withSounds: boolean }, null>(),
} as const
