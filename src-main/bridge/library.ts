// The library beyond its table, as the window asks for it: collections, tags, history, trash, likeness, import and export.
import { entry } from './entry.ts'
import type { LibraryPage, SoundRow } from './types.ts'

export interface CollectionView {
  readonly id: number
  readonly parentId: number | null
  readonly name: string
  /** A saved search; null for a collection whose sounds were put there by hand. */
  readonly query: string | null
  /** Place among its siblings, from 0. */
  readonly position: number
  /** Sounds outside the trash, without those of nested collections; null for a saved search, whose total its page tells. */
  readonly soundCount: number | null
}

/** Where sounds go in the order of a collection: between two that are shown beside each other, to an end, or all together one step. */
export type CollectionMove =
  | { readonly kind: 'between'; readonly above: number | null; readonly below: number | null }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'up' }
  | { readonly kind: 'down' }

/** They stand beside each other afterwards. */
export interface OrderedSounds {
  /** 0 where none of them lies where they should go. */
  readonly moved: number
  /** Of the first of them, in the order of all that is shown in the collection, from 0. */
  readonly index: number
}

export interface TagCount {
  readonly tag: string
  readonly count: number
}

/** What undoing, or doing again, would do next, such as "Rename 3 sounds"; null where there is nothing. */
export interface HistoryView {
  readonly undo: string | null
  readonly redo: string | null
}
/** What was undone or done again; null where there was nothing. */
export interface HistoryStep extends HistoryView {
  readonly done: string | null
}

export interface FacetValue {
  readonly value: string
  readonly count: number
}
/** Which values there are, the most frequent first, at most 200 of each. */
export interface LibraryFacets {
  readonly family: readonly FacetValue[]
  readonly model: readonly FacetValue[]
  readonly type: readonly FacetValue[]
  readonly category: readonly FacetValue[]
  readonly format: readonly FacetValue[]
  /** Hz, as text. */
  readonly rate: readonly FacetValue[]
  /** '0' to '5'. */
  readonly rating: readonly FacetValue[]
  /** By name. */
  readonly connection: readonly FacetValue[]
  /** 'missing', 'loop', 'imported', 'kept', 'rejected', 'favourite'. */
  readonly state: readonly FacetValue[]
}

/** What two sounds have in common, in words: 'brightness', 'noisiness', 'rhythm', 'decay', 'pitch', 'timbre', 'loudness', 'length'. */
export type Likeness =
  | 'brightness'
  | 'noisiness'
  | 'rhythm'
  | 'decay'
  | 'pitch'
  | 'timbre'
  | 'dynamics'
  | 'length'
export interface SimilarSound {
  readonly sound: SoundRow
  /** 0..1, 1 for the same sound. */
  readonly similarity: number
  /** What makes them alike, the strongest first, at most three. */
  readonly because: readonly Likeness[]
}

/** A category of the Universal Category System. */
export interface UcsCategory {
  /** Such as DOORWood. */
  readonly catId: string
  /** Such as DOORS. */
  readonly category: string
  /** Such as WOOD. */
  readonly subcategory: string
}
export interface SoundCategory {
  /** By the person, or as the file carried it; null: the guess stands. */
  readonly chosen: UcsCategory | null
  /** From name, prompt, and what the engine understood. */
  readonly guess: UcsCategory
}

export interface DuplicateGroup {
  /** The same samples and the same metadata: byte for byte the same file. Oldest first. */
  readonly sounds: readonly SoundRow[]
}

export interface ImportProblem {
  /** The file's name with its folder, as far as it tells the person which one it is. */
  readonly name: string
  /** 'file_empty', 'not_a_file', 'format_unsupported' …, or 'duplicate'. */
  readonly code: string
  readonly message: string
  /** The sound that has the same content already, where that is the reason. */
  readonly soundId: number | null
}
export interface ImportView {
  readonly id: number
  readonly state: 'listing' | 'running' | 'done' | 'canceled'
  /** What was chosen or dropped, in a few words. */
  readonly label: string
  /** Files found so far; more while listing. */
  readonly found: number
  readonly imported: number
  readonly duplicates: number
  readonly failed: number
  /** The newest 200 of what was not imported, with its reason. */
  readonly problems: readonly ImportProblem[]
  /** The sound of its first file that has one, new or here already; null while there is none. */
  readonly firstSoundId: number | null
}
export interface WatchedFolderView {
  readonly id: number
  readonly name: string
  /** It cannot be read now: a disk that is not there. */
  readonly isAway: boolean
}

export type ExportFormat =
  | 'original'
  | 'wav-16'
  | 'wav-24'
  | 'wav-32f'
  | 'flac-16'
  | 'flac-24'
  | 'mp3-192'
  | 'mp3-320'
export interface ExportOptions {
  readonly format: ExportFormat
  /** 8000 to 192000; null keeps each sound's own. MP3 takes 32000, 44100 or 48000. */
  readonly sampleRate: number | null
  readonly channels: 'keep' | 'mono' | 'stereo'
  /** Integrated loudness to reach by gain alone; null leaves the level. */
  readonly loudnessLufs: number | null
  /** The gain goes no higher than leaves this true peak. */
  readonly ceilingDbtp: number
  readonly fadeInMs: number
  readonly fadeOutMs: number
  /** Fields in braces: name, prompt, model, seed, type, category, date, time, n, take, catid, cat, subcat, fxname, creator, source, tags. */
  readonly nameTemplate: string
  /** Folders below the chosen one, by the same fields, joined by '/'; '' for none. */
  readonly folderTemplate: string
  /** For `{creator}` and `{source}`, as UCS has them. */
  readonly creator: string
  readonly source: string
}
export interface ExportNames {
  /** With their folders; the first 200. */
  readonly names: readonly string[]
}
export interface ExportProgress {
  readonly done: number
  readonly total: number
  readonly isFinished: boolean
}
export interface ExportReport {
  readonly exported: number
  readonly folderName: string
  readonly isCanceled: boolean
  /** One sentence for each sound that could not be written. */
  readonly problems: readonly string[]
}

export interface RegionRequest {
  readonly soundId: number
  readonly startMs: number
  readonly endMs: number
  /** Kept before and after the region, as far as the sound has it. */
  readonly handleMs: number
  /** 1 is as it is; 0.25 to 4. Pitch and time go together, as on tape. */
  readonly speed: number
}

export interface AtSpeedReport {
  /** The rendered sounds, in the order of their sources. */
  readonly soundIds: readonly number[]
  /** One sentence for each that could not be rendered. */
  readonly problems: readonly string[]
}

/** Tags, history, trash, files, collections. */
export const organiseRequests = {
  'library.tags': entry<{ prefix: string; limit: number }, readonly TagCount[]>(),
  /** Everywhere at once; a tag that is there already takes in the other. */
  'library.renameTag': entry<{ from: string; to: string }, { changed: number }>(),
  'library.history': entry<undefined, HistoryView>(),
  'library.undo': entry<undefined, HistoryStep>(),
  'library.redo': entry<undefined, HistoryStep>(),
  /** What lies in the trash and can be restored, newest first. */
  'library.trashed': entry<{ offset: number; limit: number }, LibraryPage>(),
  'library.restore': entry<{ soundIds: readonly number[] }, { restored: number }>(),
  /** To the system's trash; nothing of it can be undone here. */
  'library.emptyTrash': entry<undefined, { removed: number }>(),
  'library.duplicates': entry<
    { offset: number; limit: number },
    { groups: readonly DuplicateGroup[]; total: number }
  >(),
  'library.category': entry<{ soundId: number }, SoundCategory>(),
  /** What fits the words in id, names or meaning, the closest first. */
  'library.categories': entry<{ text: string; limit: number }, readonly UcsCategory[]>(),
  /** Null: guessed again. */
  'library.setCategory': entry<{ soundIds: readonly number[]; catId: string | null }, null>(),
  /** Looks whether the files of all sounds are there; in the background. */
  'library.checkFiles': entry<undefined, { missing: number; found: number }>(),
  /** Asks for a folder and finds missing files in it by their content, wherever they lie and however they are named. Null when canceled. */
  'library.relink': entry<undefined, { relinked: number; stillMissing: number } | null>(),
  'library.facets': entry<undefined, LibraryFacets>(),

  'collections.list': entry<undefined, readonly CollectionView[]>(),
  /** With `query` a saved search. At the end of its siblings. */
  'collections.create': entry<
    { name: string; parentId: number | null; query: string | null },
    CollectionView
  >(),
  'collections.change': entry<{ collectionId: number; name?: string; query?: string }, CollectionView>(),
  /** Before the sibling that is at `index` now. */
  'collections.move': entry<{ collectionId: number; parentId: number | null; index: number }, null>(),
  /** With those nested in it; the sounds stay in the library. */
  'collections.remove': entry<{ collectionId: number }, null>(),
  /** In this order before the sound at `index` (null: at the end); those that are in it already move there. */
  'collections.add': entry<
    { collectionId: number; soundIds: readonly number[]; index: number | null },
    { added: number }
  >(),
  /**
   * Moves sounds within the order of a collection, keeping the order that they have among themselves. What is shown there because it lies in
   * another one, nested in it, has its place in that one: only what lies in the same one as the first sound is moved.
   */
  'collections.order': entry<
    { collectionId: number; soundIds: readonly number[]; to: CollectionMove },
    OrderedSounds
  >(),
  'collections.take': entry<{ collectionId: number; soundIds: readonly number[] }, { taken: number }>(),
} as const

export const likenessRequests = {
  'library.similar': entry<{ soundId: number; limit: number }, readonly SimilarSound[]>(),
} as const

export const importRequests = {
  /** The one that runs, or the last one. */
  'imports.current': entry<undefined, ImportView | null>(),
  /** Asks for files or a folder. Null when canceled. */
  'imports.choose': entry<{ what: 'files' | 'folder' }, ImportView | null>(),
  'imports.cancel': entry<undefined, null>(),
  'imports.watched': entry<undefined, readonly WatchedFolderView[]>(),
  /** Asks for a folder; what is put into it is imported from then on. Null when canceled. */
  'imports.watch': entry<undefined, WatchedFolderView | null>(),
  'imports.unwatch': entry<{ folderId: number }, null>(),
} as const

export const exportRequests = {
  /** How the files would be named, before anything is written. */
  'exports.names': entry<{ soundIds: readonly number[]; options: ExportOptions }, ExportNames>(),
  /** Asks for a folder and writes the files; answers when all are written. Null when the person cancels the question. */
  'exports.write': entry<{ soundIds: readonly number[]; options: ExportOptions }, ExportReport | null>(),
  'exports.cancel': entry<undefined, null>(),
  /** Makes a region a sound of its own, child of its source, its file ready to be dragged. The same region again is the same sound. */
  'exports.region': entry<RegionRequest, { soundId: number }>(),
  /** Whole sounds at another speed, each a child of its source, as `exports.region` makes them. */
  'exports.atSpeed': entry<{ soundIds: readonly number[]; speed: number }, AtSpeedReport>(),
} as const

/** Given by the page as `File` objects, to main as their paths: a page has no say in which file of the disk that is. */
export const importDrops = {
  'imports.drop': entry<{ paths: readonly string[] }, ImportView | null>(),
} as const

/** Sent at most four times a second. */
export const libraryEvents = {
  importing: entry<ImportView, never>(),
  exporting: entry<ExportProgress, never>(),
} as const
