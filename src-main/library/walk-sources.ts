// The files behind what a person chose or dropped: those themselves, and the audio files in folders. Links are followed once, never in a circle.
import { opendir, realpath, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { fileFailure } from '../media/outcome.ts'

export interface FoundSource {
  readonly path: string
  readonly bytes: number
  readonly modifiedAtMs: number
  /** Why it cannot be read, where that is known already. */
  readonly problem: { readonly code: string; readonly message: string } | null
}

/** By what a folder is searched; a file that was chosen itself is tried whatever its name is. */
const AUDIO_EXTENSIONS: ReadonlySet<string> = new Set(
  [
    'wav wave bwf rf64 w64 aif aiff aifc caf au snd flac mp3 mp2 m4a m4b mp4 aac ogg oga opus'.split(' '),
    // Read where the system has ffmpeg, and named with what to do where it has not.
    'wma ac3 eac3 dts amr 3ga wv ape tta mpc tak mka weba spx voc ra dsf oma sox'.split(' '),
  ].flat(),
)
const DEEPEST = 64

export const isAudioName = (name: string): boolean =>
  !name.startsWith('.') && AUDIO_EXTENSIONS.has(extname(name).slice(1).toLowerCase())

/** Goes through files and folders in order. Nothing that cannot be read ends it: it is given with its problem. */
export async function* walkSources(roots: readonly string[]): AsyncGenerator<FoundSource> {
  const visited = new Set<string>()
  for (const root of roots) yield* walk(root, visited, 0, true)
}

async function* walk(
  path: string,
  visited: Set<string>,
  depth: number,
  isChosen: boolean,
): AsyncGenerator<FoundSource> {
  try {
    const stats = await stat(path)
    if (!stats.isDirectory()) {
      const modifiedAtMs = Math.round(stats.mtimeMs)
      if (stats.isFile()) yield { path, bytes: stats.size, modifiedAtMs, problem: null }
      else yield unreadable(path, 'not_a_file', 'It is not a plain file.')
      return
    }
    const real = await realpath(path)
    // A folder that a link leads back to, or that is chosen twice, is walked once.
    if (visited.has(real) || depth > DEEPEST) return
    visited.add(real)
    const names: string[] = []
    for await (const entry of await opendir(path)) {
      const mayBeFolder = entry.isDirectory() || (entry.isSymbolicLink() && !isAudioName(entry.name))
      if (isAudioName(entry.name) || (mayBeFolder && !entry.name.startsWith('.'))) names.push(entry.name)
    }
    for (const name of names.sort()) yield* walk(join(path, name), visited, depth + 1, false)
  } catch (error) {
    const failure = fileFailure(error, `read ${basename(path)}`).error
    // A dangling link with another name than audio's is nothing that was meant.
    if (isChosen || isAudioName(basename(path)) || failure.code !== 'file_missing')
      yield unreadable(path, failure.code, failure.message)
  }
}

const unreadable = (path: string, code: string, message: string): FoundSource => ({
  path,
  bytes: 0,
  modifiedAtMs: 0,
  problem: { code, message },
})
