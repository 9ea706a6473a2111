// app.requestSingleInstanceLock: a file with the holder's process id, and a socket on which others announce themselves.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const SOCKET_FOLDER = 'stand-in-lock-'

interface Lock {
  readonly pid: number
  readonly socket: string
}

/** What the second instance says of itself before it ends. */
export interface Announcement {
  readonly argv: string[]
  readonly workingDirectory: string
  readonly additionalData: unknown
}

export type LockResult =
  | { readonly isHeld: true; readonly release: () => void }
  | { readonly isHeld: false; readonly announced: Promise<void> }

/** Takes the lock of a user-data folder, or tells its holder that someone else has come. */
export function takeLock(
  userData: string,
  announcement: Announcement,
  onSecondInstance: (other: Announcement) => void,
): LockResult {
  mkdirSync(userData, { recursive: true })
  const file = join(userData, 'stand-in.lock')
  const holder = readLock(file)
  if (holder !== undefined && isStandIn(holder.pid)) {
    return { isHeld: false, announced: announce(holder.socket, announcement) }
  }
  if (holder !== undefined) discardSocket(holder.socket) // left by a crash
  // Socket paths end at 108 bytes; a user-data folder may be deeper.
  const folder = mkdtempSync(join(tmpdir(), SOCKET_FOLDER))
  const socket = join(folder, 's')
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify({ pid: process.pid, socket } satisfies Lock), { flag: 'wx' })
  const server = createServer((connection) => {
    let text = ''
    connection.setEncoding('utf8')
    connection.on('data', (chunk: string) => {
      text += chunk
    })
    connection.on('end', () => onSecondInstance(JSON.parse(text) as Announcement)) // written by announce()
  })
  server.listen(socket).unref()
  let isReleased = false
  const release = () => {
    if (isReleased) return
    isReleased = true
    server.close()
    rmSync(file, { force: true })
    discardSocket(socket)
  }
  process.once('exit', release)
  return { isHeld: true, release }
}

/** The path may come from a file: only what is surely ours is removed, and nothing with anything else in it. */
function discardSocket(socket: string): void {
  const folder = dirname(socket)
  if (!basename(folder).startsWith(SOCKET_FOLDER)) return
  rmSync(socket, { force: true })
  if (existsSync(folder)) rmdirSync(folder)
}

function readLock(file: string): Lock | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Lock // written by takeLock()
  } catch {
    return undefined // no lock, or one cut short by a crash
  }
}

/** A process id alone may have been given to another program since. */
function isStandIn(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return /stand-in\/(bin\/\.\.\/)?launch\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}

function announce(socket: string, announcement: Announcement): Promise<void> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => connection.end(JSON.stringify(announcement)))
    connection.resume()
    connection.on('close', () => resolve())
    connection.on('error', () => resolve()) // the holder ended in between: nobody is left to be told
  })
}
