// Runs ffmpeg and ffprobe within bounds: no network, no playlists, so much time and output, killed on abort.

import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface FfmpegTools {
  readonly ffmpeg: string
  readonly ffprobe: string
}

export interface ToolRun {
  readonly signal: AbortSignal
  readonly deadlineMs: number
}

/**
 * Options before every input. Containers that name other files (playlists, concatenations) are not on the list,
 * nothing but files is opened, and no single allocation exceeds 256 MiB.
 */
export const INPUT_BOUNDS: readonly string[] = [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  'mov,matroska,webm,avi,ogg,mpegts,mpeg,flv,wav,mp3,flac,aac',
  '-max_alloc',
  String(256 * 1024 * 1024),
]

const ERROR_TEXT_LIMIT = 4000
const PROBE_TIMEOUT_MS = 5000

/** ffmpeg and ffprobe on this search path, where both are there and run; else null. */
export function findFfmpeg(searchPath: string): FfmpegTools | null {
  const ffmpeg = findProgram('ffmpeg', searchPath)
  const ffprobe = findProgram('ffprobe', searchPath)
  if (!ffmpeg || !ffprobe) return null
  const doRun = [ffmpeg, ffprobe].every(
    (program) =>
      spawnSync(program, ['-version'], { timeout: PROBE_TIMEOUT_MS, stdio: 'ignore', env: {} }).status === 0,
  )
  return doRun ? { ffmpeg, ffprobe } : null
}

function findProgram(name: string, searchPath: string): string | null {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  const candidates = searchPath.split(delimiter).map((folder) => join(folder, file))
  return candidates.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Runs a tool to its end and gives its output. Rejects past the deadline, on abort and over `maxBytes`. */
export async function runTool(
  program: string,
  args: readonly string[],
  options: ToolRun & { readonly maxBytes: number },
): Promise<{ readonly isOk: boolean; readonly output: Buffer; readonly errors: string }> {
  const chunks: Buffer[] = []
  let bytes = 0
  const run = startTool(program, args, options)
  for await (const chunk of run.output) {
    bytes += chunk.length
    if (bytes > options.maxBytes) {
      run.kill()
      throw new Error(`${program} wrote more than ${options.maxBytes} bytes`)
    }
    chunks.push(chunk)
  }
  const { isOk, errors } = await run.ended
  return { isOk, output: Buffer.concat(chunks), errors }
}

interface StartedTool {
  readonly output: AsyncIterable<Buffer>
  /** Resolves when the process is gone; rejects with the reason where it was aborted or could not start. */
  readonly ended: Promise<{ readonly isOk: boolean; readonly errors: string }>
  kill(): void
}

/** Starts a tool whose output is read as it comes; a reader that stops reading lets the tool wait. */
export function startTool(program: string, args: readonly string[], run: ToolRun): StartedTool {
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(run.deadlineMs)])
  const child = spawn(program, args, {
    signal,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    // Neither proxies nor settings of the person's shell reach it.
    env: {},
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (errors.length < ERROR_TEXT_LIMIT) errors += text
  })
  const ended = new Promise<{ isOk: boolean; errors: string }>((resolve, reject) => {
    child.once('error', (error) => reject(signal.aborted ? signal.reason : error))
    child.once('close', (code) => resolve({ isOk: code === 0, errors: errors.trim() }))
  })
  // Whoever reads the output asks for the end afterwards; until then a rejection waits.
  ended.catch(() => {})
  return { output: child.stdout, ended, kill: () => child.kill('SIGKILL') }
}
