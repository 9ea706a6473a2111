// Ends parts one after the other, each in its time: what hangs is named and left, so that quitting always comes to its end.
import { type Log, wordsOf } from './log.ts'

/** A large file may just be copied or hashed; nobody waits longer for a window that is gone. */
const LIMIT_MS = 20_000

export type Ending = readonly [name: string, end: () => Promise<void> | void]

/**
 * Carries the endings out in order; never rejects. One that throws, or takes longer than 20 s, is told in the log and left behind: what
 * matters is on the disk by then, and the next start takes it up as after a kill.
 */
export async function endInTime(
  endings: readonly Ending[],
  tools: {
    /** Starts a timer in ms and gives the function that cancels it. */
    readonly timer: (ms: number, fire: () => void) => () => void
    readonly log: Log
  },
): Promise<void> {
  for (const [name, end] of endings) {
    const late = Promise.withResolvers<string>()
    const cancel = tools.timer(LIMIT_MS, () => late.resolve(`it has not ended in ${LIMIT_MS / 1000} s`))
    const ended = Promise.resolve().then(end)
    const trouble = await Promise.race([late.promise, ended.then(() => null, wordsOf)])
    cancel()
    if (trouble !== null) tools.log(`ending ${name}: ${trouble}`)
  }
}
