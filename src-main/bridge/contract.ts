// THE boundary to the window: every request, every one-way command and every event, with their types.
// The preload, the handlers and the window's client are derived from these three tables; schemas.ts guards the arguments.

import { agentsRequests } from './agents.ts'
import { askingEvents, askingRequests } from './askings.ts'
import { clipDrops, clipRequests } from './clips.ts'
import { diagnosticsRequests } from './diagnostics.ts'
import type { ArgsIn, ResultIn } from './entry.ts'
import { entry } from './entry.ts'
import {
  exportRequests,
  importDrops,
  importRequests,
  libraryEvents,
  likenessRequests,
  organiseRequests,
} from './library.ts'
import { midiRequests } from './midi.ts'
import { moneyRequests } from './money.ts'
import { openingRequests } from './opening.ts'
import { storageRequests } from './storage.ts'
import { transcriptionCommands, transcriptionRequests } from './transcriptions.ts'
import type {
  AppState,
  ClipView,
  CommandName,
  ConnectionDraft,
  ConnectionTest,
  ConnectionView,
  GenerationIntent,
  GenerationView,
  LibraryPage,
  LibraryQuery,
  Matches,
  MatchesQuery,
  ModelList,
  Notice,
  Quote,
  QuoteRequest,
  Reply,
  Settings,
  SoundDetail,
  SoundPatch,
  Topic,
} from './types.ts'
import { updatesRequests } from './updates.ts'
import { videoRequests } from './video.ts'

/** Requests answer `Reply<Result>`. The name is also the IPC channel. */
export const REQUESTS = {
  /** Everything the window needs before its first paint. */
  'app.state': entry<undefined, AppState>(),
  'settings.change': entry<Partial<Settings>, Settings>(),
  /** Ends the first run: from now on the given connection is used. */
  'app.finishFirstRun': entry<{ connectionId: string }, AppState>(),
  'app.chooseLibraryFolder': entry<undefined, { libraryFolderName: string } | null>(),
  'app.openLibraryFolder': entry<undefined, null>(),
  'app.openExternal': entry<{ url: string }, null>(),
  'app.copyText': entry<{ text: string }, null>(),

  'connections.list': entry<undefined, readonly ConnectionView[]>(),
  /** Asks the service who we are and what it has, with a key that is not kept. A null key means the kept one. */
  'connections.test': entry<ConnectionDraft, ConnectionTest>(),
  /** Tests, then stores; the key goes to the keychain and is never readable from here. */
  'connections.save': entry<ConnectionDraft, ConnectionView>(),
  'connections.use': entry<{ connectionId: string }, ConnectionView>(),
  'connections.remove': entry<{ connectionId: string }, null>(),
  /** Reads account and models again, now. */
  'connections.refresh': entry<{ connectionId: string }, ConnectionView>(),
  'models.list': entry<{ connectionId: string }, ModelList>(),

  'generations.quote': entry<QuoteRequest, Quote>(),
  'generations.start': entry<GenerationIntent, GenerationView>(),
  /** All that are not finished, or failed and not yet dismissed; newest first, at most 200. */
  'generations.current': entry<undefined, readonly GenerationView[]>(),
  'generations.recent': entry<{ limit: number }, readonly GenerationView[]>(),
  'generations.get': entry<{ generationId: string }, GenerationView>(),
  /** Only what was not sent yet can be cancelled. */
  'generations.cancel': entry<{ generationId: string }, GenerationView>(),
  /** What was sent is no longer waited for; what the service finishes within a day is fetched all the same. */
  'generations.stopWaiting': entry<{ generationId: string }, GenerationView>(),
  'generations.dismiss': entry<{ generationId: string }, null>(),
  /** A new intent with the request of an old one: a new key, a new charge. As `generations.start`. */
  'generations.again': entry<
    { generationId: string; newGenerationId: string; approvedCredits?: number | null | undefined },
    GenerationView
  >(),

  'library.page': entry<LibraryQuery, LibraryPage>(),
  /** The closest matches for what is being typed, at most `limit`. */
  'library.matches': entry<MatchesQuery, Matches>(),
  'library.sound': entry<{ soundId: number }, SoundDetail>(),
  'library.change': entry<{ soundIds: readonly number[]; patch: SoundPatch }, null>(),
  /** To the library's own trash, from which it can be restored. */
  'library.trash': entry<{ soundIds: readonly number[] }, { trashed: number }>(),
  'library.reveal': entry<{ soundId: number }, null>(),
  'library.copyFiles': entry<{ soundIds: readonly number[] }, null>(),
  ...moneyRequests,
  ...clipRequests,
  ...transcriptionRequests,
  ...midiRequests,
  ...organiseRequests,
  ...importRequests,
  ...exportRequests,
  ...likenessRequests,
  ...openingRequests,
  ...updatesRequests,
  ...agentsRequests,
  ...askingRequests,
  ...videoRequests,
  ...diagnosticsRequests,
  ...storageRequests,
} as const

/** Requests whose arguments are files that the person dropped: the page gives `File` objects, the preload makes paths of them. */
export const DROPS = {
  ...importDrops,
  ...clipDrops,
} as const

/** One-way: a drag must begin in the same turn as the pointer's event. */
export const COMMANDS = {
  'drag.start': entry<{ soundIds: readonly number[] }, never>(),
  ...transcriptionCommands,
} as const

/** Events tell that something changed, the window reads again what it shows. */
export const EVENTS = {
  changed: entry<{ topics: readonly Topic[] }, never>(),
  /** Progress of one generation, at most a few a second. */
  generation: entry<GenerationView, never>(),
  /** A menu item or a global shortcut. */
  command: entry<{ name: CommandName }, never>(),
  notice: entry<Notice, never>(),
  /** A link or the system asks to show a sound of the library. */
  openSound: entry<{ soundId: number }, never>(),
  /** The system asks to open a video file: it is registered. */
  openClip: entry<{ clip: ClipView }, never>(),
  /** A MIDI file was given to be opened, or a link names one: it is kept. */
  openMidi: entry<{ midiId: string }, never>(),
  ...libraryEvents,
  ...askingEvents,
} as const

export type RequestName = keyof typeof REQUESTS
export type SendName = keyof typeof COMMANDS
export type DropName = keyof typeof DROPS
export type EventName = keyof typeof EVENTS

export type RequestArgs<N extends RequestName> = ArgsIn<(typeof REQUESTS)[N]>
export type RequestResult<N extends RequestName> = ResultIn<(typeof REQUESTS)[N]>
export type DropArgs<N extends DropName> = ArgsIn<(typeof DROPS)[N]>
export type DropResult<N extends DropName> = ResultIn<(typeof DROPS)[N]>
export type SendArgs<N extends SendName> = ArgsIn<(typeof COMMANDS)[N]>
export type EventPayload<N extends EventName> = ArgsIn<(typeof EVENTS)[N]>

type Parameters<Args> = Args extends undefined ? [] : [args: Args]
type Group<N extends string> = N extends `${infer G}.${string}` ? G : never
type Member<N extends string, G extends string> = N extends `${G}.${infer M}` ? M : never

/** `window.foleyroom`: one function an entry, grouped by the word before the dot. */
export type FoleyroomBridge = {
  readonly [G in Group<RequestName | SendName | DropName>]: {
    readonly [M in Member<RequestName, G>]: (
      ...args: Parameters<RequestArgs<Extract<`${G}.${M}`, RequestName>>>
    ) => Promise<Reply<RequestResult<Extract<`${G}.${M}`, RequestName>>>>
  } & {
    readonly [M in Member<SendName, G>]: (args: SendArgs<Extract<`${G}.${M}`, SendName>>) => void
  } & {
    /** Files without a path, such as those that a page makes itself, are left out. */
    readonly [M in Member<DropName, G>]: (
      files: readonly File[],
    ) => Promise<Reply<DropResult<Extract<`${G}.${M}`, DropName>>>>
  }
} & {
  /** Each answers with the function that ends the subscription. */
  readonly on: {
    readonly [N in EventName]: (listener: (payload: EventPayload<N>) => void) => () => void
  }
}

/** The name under which the bridge stands in the window. */
export const BRIDGE_NAME = 'foleyroom'

/** The window's only origin; audio and peaks come from it too. */
export const APP_SCHEME = 'app'
export const APP_ORIGIN = `${APP_SCHEME}://foleyroom`
/** Paths below the origin, for `fetch` and media elements. `id` is a sound's. */
export const audioPath = (id: number): string => `/audio/${id}`
/** The same samples as a plain WAV, for formats that the window does not decode. */
export const listeningPath = (id: number): string => `/audio/${id}/wav`
/** So many overviews at once. */
export const MOST_OVERVIEWS = 64
/** 256 buckets of int8 minimum and maximum. */
export const OVERVIEW_BYTES = 512
/** Overviews of sounds, at most `MOST_OVERVIEWS`: a byte for each, 1 where it has one, then those, in the order of the ids. */
export const overviewsPath = (ids: readonly number[]): string => `/overviews/${ids.join(',')}`
export const peaksPath = (id: number): string => `/peaks/${id}/full`
