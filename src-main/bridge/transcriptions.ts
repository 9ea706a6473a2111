// Transcriptions, as the window asks for them: quote, detection, the job, its notes and files.

import type { Asked } from './askings.ts'
import { entry } from './entry.ts'
import type { GenerationView, Quote, TranscriptionIntent, TranscriptionOptions } from './types.ts'

export interface TranscriptionQuote extends Omit<Quote, 'isUpperBound'> {
  /** What the list price is for: the whole sound. */
  readonly durationMs: number
}

export interface InstrumentListen {
  /** One of the 35 names, or a newer one. */
  readonly name: string
  /** 0..1: the largest share of one window's listens that named it; no probability. */
  readonly agreement: number
}
/** Which instruments are in a sound. */
export interface DetectionQuestion {
  readonly connectionId: string
  readonly soundId: number
  /** 0 asks only where it is free. */
  readonly maxCredits: number | null
}
export interface DetectionView {
  readonly detectionId: string
  readonly recommended: readonly string[]
  readonly instruments: readonly InstrumentListen[]
  readonly creditsCharged: number
}
export interface DetectionAnswer extends DetectionView {
  /** Of the account, by now. */
  readonly freeLeft: number
}

export type TranscriptionFileKind = 'midi' | 'musicxml' | 'score' | 'part' | 'tablature' | 'bundle' | 'other'
export interface TranscriptionFileView {
  readonly id: number
  readonly kind: TranscriptionFileKind
  /** Which part of the score; null for the whole. */
  readonly part: string | null
  readonly name: string
  readonly bytes: number
}

export interface TranscriptionView {
  readonly generation: GenerationView
  readonly soundId: number | null
  readonly soundName: string | null
  readonly options: TranscriptionOptions
  /** Notes that are there by now: all of them once it is done. Read them at `notesPath`. */
  readonly noteCount: number
  readonly instruments: readonly string[]
  readonly files: readonly TranscriptionFileView[]
}

/** What `notesPath` answers, as JSON. Times in seconds. */
export interface NotesDocument {
  readonly notes: readonly {
    readonly pitch: number
    readonly start: number
    readonly end: number
    readonly velocity: number
    readonly instrument: string
  }[]
  readonly tempoMap: readonly { readonly time: number; readonly bpm: number }[]
  readonly timeSignature: { readonly numerator: number; readonly denominator: number } | null
  /** Quarter notes before the first whole bar, where that is known. */
  readonly pickupQuarters?: number
  /** Where the meter changes on the way: all of them, each from a quarter on, the first from the first whole bar on. */
  readonly meters?: readonly {
    readonly quarter: number
    readonly numerator: number
    readonly denominator: number
  }[]
  readonly bpm: number | null
  readonly timing: {
    readonly requested: string | null
    readonly applied: string | null
    readonly fallbackReason: string | null
  }
  readonly isMusicXmlOptimized: boolean | null
  readonly isComplete: boolean
}

/** A page of the engraved score, as a picture and where its moments stand. */
export interface ScorePage {
  readonly pageCount: number
  /** A picture: shown as one, nothing in it runs. */
  readonly svg: string
  /** By time; `quarter` from the beginning, the others as fractions of the page. */
  readonly marks: readonly {
    readonly quarter: number
    readonly x: number
    readonly top: number
    readonly bottom: number
  }[]
}

export const transcriptionRequests = {
  'transcriptions.quote': entry<{ connectionId: string; soundId: number }, TranscriptionQuote>(),
  /** Uploads the sound where it has to. */
  'transcriptions.detect': entry<DetectionQuestion & Asked, DetectionAnswer>(),
  /** What was heard in it before, by this connection; null for nothing that a transcription may still name. */
  'transcriptions.detected': entry<Omit<DetectionQuestion, 'maxCredits'>, DetectionView | null>(),
  /** As `generations.start`; cancelled, left and dismissed as a generation. */
  'transcriptions.start': entry<TranscriptionIntent, GenerationView>(),
  /** Newest first; of one sound, or of all. */
  'transcriptions.list': entry<{ soundId: number | null; limit: number }, readonly TranscriptionView[]>(),
  'transcriptions.get': entry<{ generationId: string }, TranscriptionView>(),
  /** Asks for a folder, copies the files there under unique names. Null when the person cancels. */
  'transcriptions.export': entry<
    { fileIds: readonly number[] },
    { exported: number; folderName: string } | null
  >(),
  /** Puts files on the clipboard, as file managers paste them. */
  'transcriptions.copyFiles': entry<{ fileIds: readonly number[] }, null>(),
  'transcriptions.reveal': entry<{ fileId: number }, null>(),
  /** One MIDI file for each part, to be dragged alone; made and kept at the first wish. In the order of the parts' first notes. */
  'transcriptions.partFiles': entry<{ generationId: string }, readonly TranscriptionFileView[]>(),
  /** Asks for a folder, writes the notes there. Null when the person cancels. */
  'transcriptions.exportNotes': entry<
    { generationId: string; format: 'json' | 'csv' },
    { fileName: string; folderName: string } | null
  >(),
  /** `page` from 1; `part` is an instrument's name, null for the full score. */
  'transcriptions.scorePage': entry<{ generationId: string; part: string | null; page: number }, ScorePage>(),
} as const

/** One-way: a drag must begin in the same turn as the pointer's event. */
export const transcriptionCommands = {
  'transcriptions.drag': entry<{ fileIds: readonly number[] }, never>(),
} as const

/** Paths below the origin, for `fetch`. */
export const notesPath = (generationId: string): string => `/notes/${generationId}`
export const transcriptionFilePath = (fileId: number): string => `/transcription-file/${fileId}`
