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

/** A whole library in a folder: its database, every file, a list with their hashes. One export or import at a time. */
export type LibraryArchive =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'exporting' | 'importing'
      readonly filesDone: number
      readonly filesTotal: number
      readonly bytesDone: number
      readonly bytesTotal: number
    }
  /** The same folder goes on where it stopped. */
  | { readonly kind: 'stopped'; readonly error: BridgeError }
  /** `missing`: files that the library itself does not find any more. */
  | {
      readonly kind: 'exported'
      readonly folderName: string
      readonly files: number
      readonly missing: number
    }
  /** The next start opens it; the present library is then set aside, and its files stay where they are. */
  | { readonly kind: 'imported'; readonly files: number; readonly missing: number }

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
  'storage.archive': entry<undefined, LibraryArchive>(),
  /** Asks for a folder, then exports the whole library into one below it. Refused while jobs run. */
  'storage.exportLibrary': entry<undefined, LibraryArchive>(),
  /** Asks for an exported library and for an empty folder for its files. It takes the place of this one at the next start. */
  'storage.importLibrary': entry<undefined, LibraryArchive>(),
  /** Ends at the next file. */
  'storage.stopArchive': entry<undefined, LibraryArchive>(),
  'storage.emptyCache': entry<undefined, { freedBytes: number }>(),
  /** Everything but the sounds' files, or those too; keys leave the keychain. The app ends. The word is typed by the person. */
  'storage.deleteAll': entry<{ confirmation: 'delete'; withSounds: boolean }, null>(),
} as const
