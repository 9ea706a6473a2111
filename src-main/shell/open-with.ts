// What the system asks the app to open: files named on the command line or by the Finder, and links of our own scheme.
import { extname, isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Notice } from '../bridge/types.ts'
import { type DeepLink, isLink, parseDeepLink } from './deep-link.ts'

export type OpenableKind = 'audio' | 'midi' | 'video'
export interface OpenRequest {
  /** Absolute paths by kind. */
  readonly audio: readonly string[]
  readonly midi: readonly string[]
  readonly video: readonly string[]
  readonly links: readonly string[]
}

/** The same endings as the package registers, with their common variants. */
const KINDS: Readonly<Record<OpenableKind, readonly string[]>> = {
  audio: ['.wav', '.wave', '.flac', '.mp3', '.ogg', '.oga', '.opus', '.m4a', '.aac', '.aif', '.aiff'],
  midi: ['.mid', '.midi'],
  video: ['.mp4', '.m4v', '.mov', '.webm'],
}
/** One double click opens one file; a shell may expand a whole folder. */
const MOST_FILES = 1_000

/** What a file is by its name's ending; null for everything that the app does not open. */
export function kindOf(path: string): OpenableKind | null {
  const extension = extname(path).toLowerCase()
  const kinds = Object.keys(KINDS) as readonly OpenableKind[] // the keys of KINDS, which TypeScript widens
  return kinds.find((kind) => KINDS[kind].includes(extension)) ?? null
}

/** Whether a word of the command line is something to open, rather than a command. */
export const isOpenable = (word: string): boolean => isLink(word) || kindOf(word) !== null

/** Sorts the app's own arguments. Relative paths stand against the folder in which they were typed. */
export function readOpenRequest(args: readonly string[], workingFolder: string): OpenRequest {
  const words = args.filter((arg) => !arg.startsWith('-')).slice(0, MOST_FILES)
  const paths = words.flatMap((word) => (isLink(word) ? [] : (pathOf(word, workingFolder) ?? [])))
  const ofKind = (kind: OpenableKind): string[] => paths.filter((path) => kindOf(path) === kind)
  return {
    audio: ofKind('audio'),
    midi: ofKind('midi'),
    video: ofKind('video'),
    links: words.filter(isLink),
  }
}

/** File managers may hand over a file: address. */
function pathOf(word: string, workingFolder: string): string | null {
  if (/^file:/i.test(word)) {
    try {
      return fileURLToPath(word)
    } catch {
      return null // an address of another machine
    }
  }
  return isAbsolute(word) ? word : resolve(workingFolder, word)
}

export interface OpenPort {
  /** Brings files into the library; its own report tells the person what came of it. */
  importAudio(paths: readonly string[]): Promise<void>
  soundIdOf(uid: string): number | null
  showSound(soundId: number): void
  hasMidi(midiId: string): boolean
  showMidi(midiId: string): void
  /** Registers a video file and shows it in the Video view; tells the person where it cannot. */
  openClip(path: string): Promise<void>
  /** Keeps MIDI files and shows the last one in the Transcribe view; tells the person where it cannot. */
  openMidi(paths: readonly string[]): Promise<void>
  tell(notice: Notice): void
  log(message: string): void
}

/** @returns whether the library has it */
function show({ kind, id }: Extract<DeepLink, { ok: true }>, port: OpenPort): boolean {
  if (kind === 'midi') {
    const isThere = port.hasMidi(id)
    if (isThere) port.showMidi(id)
    return isThere
  }
  const soundId = port.soundIdOf(id)
  if (soundId !== null) port.showSound(soundId)
  return soundId !== null
}

/** Carries out what was asked for. Nothing of a file or a link is trusted: files go through the import, a link names what the library has or is refused. */
export async function openRequest(asked: OpenRequest, port: OpenPort): Promise<void> {
  for (const link of asked.links) {
    const parsed = parseDeepLink(link)
    if (!parsed.ok) {
      port.log(`refused: ${parsed.reason}`)
      continue
    }
    if (!show(parsed, port))
      port.tell({
        tone: 'warning',
        message: `The link names a ${parsed.kind === 'midi' ? 'MIDI file' : 'sound'} that is not in this library.`,
      })
  }
  if (asked.audio.length > 0) await port.importAudio(asked.audio)
  // Of several the last one is shown; the others stand among those that were worked on before.
  for (const path of asked.video) await port.openClip(path)
  if (asked.midi.length > 0) await port.openMidi(asked.midi)
}
