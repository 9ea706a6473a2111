// The log: one line an event, without keys, signed links or control characters.

export type Log = (message: string) => void

/** Makes what a person may not leak unreadable, and what a terminal may not obey visible. */
export function redact(text: string): string {
  return text
    .replaceAll(/\bsk-[A-Za-z0-9_-]+/g, 'sk-…')
    .replaceAll(/(Bearer\s+)\S+/gi, '$1…')
    .replaceAll(/(https?:\/\/[^\s?#]+)\?[^\s]+/g, '$1?…')
    .replaceAll(/\p{Cc}/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** Writes time and message through `write`, a line each. */
export function createLog(write: (line: string) => void, now: () => number): Log {
  return (message) => write(`${new Date(now()).toISOString()} ${redact(message)}\n`)
}

/** What is known of something that was thrown, for the log. */
export const wordsOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
