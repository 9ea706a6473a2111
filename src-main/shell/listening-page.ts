// Whether a page of the person's window listens: what is meant for it waits until one does.

export interface ListeningPage {
  /** A page has begun to listen. */
  began(): void
  /** It crashed, or its window was closed. */
  ended(): void
  /** Calls back each time a page has begun. */
  onBegan(watcher: () => void): void
  /** Does it now, or as soon as a page listens. Without a window one is opened. */
  whenListening(work: () => void): void
}

/** `open` opens a window where there is none. */
export function createListeningPage(open: () => void): ListeningPage {
  const watchers: (() => void)[] = []
  let waiting: (() => void)[] = []
  let isListening = false
  return {
    began() {
      isListening = true
      for (const watcher of watchers) watcher()
      const due = waiting
      waiting = []
      for (const work of due) work()
    },
    ended() {
      isListening = false
    },
    onBegan: (watcher) => void watchers.push(watcher),
    whenListening(work) {
      if (isListening) return work()
      waiting.push(work)
      open()
    },
  }
}
