// What the window reads over the bridge, each under a key that begins with the topic that makes it stale.
import { queryOptions } from '@tanstack/react-query'
import { FIRST_PAGE } from '../../src-main/bridge/first-requests.ts'
import {
  bridge,
  type ExportOptions,
  fetchNotes,
  type LibraryQuery,
  type QuoteRequest,
  unwrap,
} from '../bridge.ts'

/** Rows of one page; the bridge takes at most 200. */
export const PAGE_ROWS = FIRST_PAGE.limit

export const appState = queryOptions({ queryKey: ['app'], queryFn: () => unwrap(bridge.app.state()) })

export const connections = queryOptions({
  queryKey: ['connections', 'list'],
  queryFn: () => unwrap(bridge.connections.list()),
})

export const models = (connectionId: string) =>
  queryOptions({
    queryKey: ['connections', 'models', connectionId],
    queryFn: () => unwrap(bridge.models.list({ connectionId })),
  })

export const currentGenerations = queryOptions({
  queryKey: ['generations', 'current'],
  queryFn: () => unwrap(bridge.generations.current()),
})

export const recentGenerations = (limit: number) =>
  queryOptions({
    queryKey: ['generations', 'recent', limit],
    queryFn: () => unwrap(bridge.generations.recent({ limit })),
  })

export type PageQuery = Pick<LibraryQuery, 'text' | 'filterByText' | 'sort'>

export const libraryPage = (query: PageQuery, page: number) =>
  queryOptions({
    queryKey: ['library', 'page', query, page],
    queryFn: () => unwrap(bridge.library.page({ ...query, offset: page * PAGE_ROWS, limit: PAGE_ROWS })),
  })

export const matches = (text: string, limit: number, sort: LibraryQuery['sort']) =>
  queryOptions({
    queryKey: ['library', 'matches', text, limit, sort],
    queryFn: () => unwrap(bridge.library.matches({ text, limit, sort })),
  })

export const sound = (soundId: number) =>
  queryOptions({
    queryKey: ['library', 'sound', soundId],
    queryFn: () => unwrap(bridge.library.sound({ soundId })),
  })

/** Prices go stale on their own: another device may have spent meanwhile. */
export const quote = (request: QuoteRequest) =>
  queryOptions({
    queryKey: ['quote', request],
    queryFn: () => unwrap(bridge.generations.quote(request)),
    staleTime: 30_000,
  })

export const collections = queryOptions({
  queryKey: ['library', 'collections'],
  queryFn: () => unwrap(bridge.collections.list()),
})

export const libraryHistory = queryOptions({
  queryKey: ['library', 'history'],
  queryFn: () => unwrap(bridge.library.history()),
})

export const libraryFacets = queryOptions({
  queryKey: ['library', 'facets'],
  queryFn: () => unwrap(bridge.library.facets()),
})

export const libraryTags = (prefix: string, limit: number) =>
  queryOptions({
    queryKey: ['library', 'tags', prefix, limit],
    queryFn: () => unwrap(bridge.library.tags({ prefix, limit })),
  })

export const soundCategory = (soundId: number) =>
  queryOptions({
    queryKey: ['library', 'category', soundId],
    queryFn: () => unwrap(bridge.library.category({ soundId })),
    enabled: soundId > 0,
  })

export const ucsCategories = (text: string, limit: number) =>
  queryOptions({
    queryKey: ['ucs', text, limit],
    queryFn: () => unwrap(bridge.library.categories({ text, limit })),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const trashed = (page: number) =>
  queryOptions({
    queryKey: ['library', 'trashed', page],
    queryFn: () => unwrap(bridge.library.trashed({ offset: page * PAGE_ROWS, limit: PAGE_ROWS })),
  })

/** Groups of sounds with the same content on one page. */
export const GROUPS_SHOWN = 50

export const duplicates = (page: number) =>
  queryOptions({
    queryKey: ['library', 'duplicates', page],
    queryFn: () => unwrap(bridge.library.duplicates({ offset: page * GROUPS_SHOWN, limit: GROUPS_SHOWN })),
  })

export const currentImport = queryOptions({
  queryKey: ['imports', 'current'],
  queryFn: () => unwrap(bridge.imports.current()),
})

export const similarSounds = (soundId: number, limit: number) =>
  queryOptions({
    queryKey: ['library', 'similar', soundId, limit],
    queryFn: () => unwrap(bridge.library.similar({ soundId, limit })),
  })

export const exportNames = (request: {
  readonly soundIds: readonly number[]
  readonly options: ExportOptions
}) =>
  queryOptions({
    queryKey: ['library', 'export-names', request],
    queryFn: () => unwrap(bridge.exports.names(request)),
  })

/** Newest first. Their job changes as a generation does, so they are stale with it. */
export const transcriptionsOf = (soundId: number) =>
  queryOptions({
    queryKey: ['made', 'transcriptions', soundId],
    queryFn: () => unwrap(bridge.transcriptions.list({ soundId, limit: 50 })),
  })

/** MIDI files that were opened, newest first. */
export const midiFiles = (asked: {
  readonly text: string
  readonly offset: number
  readonly limit: number
}) => queryOptions({ queryKey: ['library', 'midi', asked], queryFn: () => unwrap(bridge.midi.list(asked)) })

export const midiFile = (midiId: string) =>
  queryOptions({
    queryKey: ['library', 'midi', midiId],
    queryFn: () => unwrap(bridge.midi.get({ midiId })),
  })

export const transcriptionQuote = (request: { readonly connectionId: string; readonly soundId: number }) =>
  queryOptions({
    queryKey: ['quote', 'transcription', request],
    queryFn: () => unwrap(bridge.transcriptions.quote(request)),
    staleTime: 30_000,
  })

/** @param revision of the notes: another one when there are more, or when they are final */
export const detectedInstruments = (place: { readonly connectionId: string; readonly soundId: number }) =>
  queryOptions({
    queryKey: ['made', 'detection', place.connectionId, place.soundId],
    queryFn: () => unwrap(bridge.transcriptions.detected(place)),
  })

export const transcribedNotes = (generationId: string, revision: string) =>
  queryOptions({
    queryKey: ['notes', generationId, revision],
    queryFn: () => fetchNotes(generationId),
    staleTime: Number.POSITIVE_INFINITY,
    // A large result is kept while it is looked at, not for every one that was.
    gcTime: 60_000,
  })

interface LedgerSpan {
  readonly fromMs: number
  readonly untilMs: number
}

export const moneyToday = queryOptions({
  queryKey: ['money', 'today'],
  queryFn: () => unwrap(bridge.money.today()),
})

export const ledgerDays = (span: LedgerSpan) =>
  queryOptions({
    queryKey: ['money', 'days', span],
    queryFn: () => unwrap(bridge.money.days(span)),
  })

export const ledgerTotals = (span: LedgerSpan, by: 'day' | 'model' | 'family') =>
  queryOptions({
    queryKey: ['money', 'totals', span, by],
    queryFn: () => unwrap(bridge.money.totals({ ...span, by })),
  })

export const ledgerEntries = (span: LedgerSpan, limit: number) =>
  queryOptions({
    queryKey: ['money', 'entries', span, limit],
    queryFn: () => unwrap(bridge.money.entries({ ...span, offset: 0, limit })),
  })

export const evidence = (generationId: string) =>
  queryOptions({
    queryKey: ['money', 'evidence', generationId],
    queryFn: () => unwrap(bridge.money.evidence({ generationId })),
  })
