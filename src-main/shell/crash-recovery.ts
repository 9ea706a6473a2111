// When a part of the app crashes: whether it is started again by itself, and what the person is told.
import type { Notice } from '../bridge/types.ts'

/** More crashes than this within the time are no accident: going on by itself would only flicker. */
const MOST_CRASHES = 3
const WITHIN_MS = 10 * 60_000

export type Recovery = 'reload' | 'ask'

/** Counts the crashes of one part; each call is one crash. */
export function createCrashCounter(now: () => number): () => Recovery {
  let crashes: readonly number[] = []
  return () => {
    crashes = [...crashes.filter((atMs) => now() - atMs < WITHIN_MS), now()]
    return crashes.length <= MOST_CRASHES ? 'reload' : 'ask'
  }
}

export type CrashedPart = 'window' | 'engine' | 'media-worker'

/** What the person reads once the part is there again. */
export function crashNotice(part: CrashedPart): Notice {
  const message = {
    window:
      'The window crashed and was opened again. Jobs went on in the meantime, and nothing that was stored is lost.',
    engine:
      'The built-in engine stopped and is being started again. Unfinished jobs of it go on by themselves.',
    'media-worker': 'A file crashed its analysis. The file is kept; its waveform and loudness are missing.',
  }[part]
  return { tone: 'warning', message }
}

export interface ReloadingWindow {
  /** `reason` as Electron's `render-process-gone` has it. */
  onGone(watcher: (reason: string) => void): void
  onLoaded(watcher: () => void): void
  reload(): void
  tell(notice: Notice): void
  /** Asks whether to open it once more or to quit; true for once more. */
  ask(): Promise<boolean>
  quit(): void
}

/** Jobs live in the main process: a window that crashed or ran out of memory is loaded again, and says so. */
export function recoverWindow(
  window: ReloadingWindow,
  now: () => number,
  log: (message: string) => void,
): void {
  const crashed = createCrashCounter(now)
  let isToTell = false
  window.onGone((reason) => {
    log(`window: its process ended (${reason})`)
    if (reason === 'clean-exit') return
    isToTell = true
    if (crashed() === 'reload') window.reload()
    else
      void window.ask().then((again) => {
        if (again) window.reload()
        else window.quit()
      })
  })
  window.onLoaded(() => {
    if (isToTell) window.tell(crashNotice('window'))
    isToTell = false
  })
}
