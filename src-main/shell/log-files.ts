// The log on disk: a few files of bounded size, the oldest forgotten. A disk that refuses a line costs that line, never the app.
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface LogFiles {
  readonly folder: string
  /** Appends one line, its newline included. Synchronous: the last words before a crash are on the disk. */
  readonly write: (line: string) => void
  /** The newest lines, oldest first, at most so many. */
  readonly recent: (most: number) => readonly string[]
}

const NAME = 'foleyroom'

/** Opens the log in `folder` (absolute, made here). It holds at most `files` files of about `bytesPerFile` each. */
export function createLogFiles(options: {
  readonly folder: string
  readonly bytesPerFile?: number
  readonly files?: number
}): LogFiles {
  const { folder, bytesPerFile = 1 << 20, files = 5 } = options
  const fileOf = (age: number): string => join(folder, age === 0 ? `${NAME}.log` : `${NAME}.${age}.log`)
  let bytes: number | null = null

  const rotate = (): void => {
    for (let age = files - 2; age >= 0; age -= 1) {
      try {
        renameSync(fileOf(age), fileOf(age + 1))
      } catch {
        // not there yet
      }
    }
    bytes = 0
  }
  const sizeNow = (): number => {
    try {
      return statSync(fileOf(0)).size
    } catch {
      return 0
    }
  }

  return {
    folder,
    write(line) {
      try {
        if (bytes === null) {
          mkdirSync(folder, { recursive: true })
          bytes = sizeNow()
        }
        const length = Buffer.byteLength(line)
        if (bytes > 0 && bytes + length > bytesPerFile) rotate()
        appendFileSync(fileOf(0), line, { mode: 0o600 })
        bytes += length
      } catch {
        bytes = null // a full or absent disk: looked at again with the next line
      }
    },
    recent(most) {
      const lines: string[] = []
      for (let age = 0; age < files && lines.length < most; age += 1) {
        try {
          lines.unshift(...readFileSync(fileOf(age), 'utf8').split('\n').filter(Boolean))
        } catch {
          break
        }
      }
      return lines.slice(-most)
    },
  }
}
