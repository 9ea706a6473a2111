// Runs a script of ours under strace, which makes one of its system calls fail or kills it there.
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryFolder } from '../temporary-folder.ts'

/** Why nothing can be traced here; null where it can. */
export function whyNoTrace(): string | null {
  try {
    execFileSync('strace', ['-f', '-qq', '-o', '/dev/null', 'true'], { stdio: 'ignore' })
    return null
  } catch {
    return 'strace cannot trace here'
  }
}

export interface Traced {
  /** 137 where it was killed. */
  readonly code: number
  readonly output: string
  readonly complaint: string
  /** What strace saw, a call a line, with the paths of its files. */
  readonly calls: readonly string[]
}

/**
 * Runs a script with Node once.
 * @param inject as strace takes it, such as `fsync:error=EIO:when=1`; `when` counts by thread
 * @param paths only calls on these files count and are seen; all where there are none
 * @param trace which calls are seen besides
 */
export async function runTraced(
  script: string,
  args: readonly string[],
  {
    inject,
    paths = [],
    trace = [],
  }: { inject: string; paths?: readonly string[]; trace?: readonly string[] },
): Promise<Traced> {
  const folder = makeTemporaryFolder('trace')
  const log = join(folder, 'calls')
  const [calls = ''] = inject.split(':')
  const options = [
    ...['-f', '-y', '-qq', '-o', log],
    ...paths.flatMap((path) => ['-P', path]),
    ...['-e', `trace=${[calls, ...trace].join(',')}`, '-e', `inject=${inject}`],
  ]
  try {
    const child = spawn('strace', [...options, process.execPath, script, ...args], {
      // One thread for files: its calls are counted as one.
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [output, complaint] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString()
    })
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (status, signal) => resolve(signal === 'SIGKILL' ? 137 : (status ?? 1)))
    })
    return { code, output, complaint, calls: readFileSync(log, 'utf8').split('\n') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
