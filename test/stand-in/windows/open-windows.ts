// The windows that are open, and what `app` asks of each without knowing more of them.
export interface OpenWindow {
  /** Asks the window to close. @returns false when its `close` event was prevented */
  closeForQuit(): Promise<boolean>
}

/** Oldest first. */
export const openWindows = new Set<OpenWindow>()

/** An event object that can be prevented, as Electron hands it to listeners. */
export interface Preventable {
  readonly defaultPrevented: boolean
  preventDefault(): void
}

export function preventable<T extends object>(facts: T): T & Preventable {
  let isPrevented = false
  const event = {
    preventDefault: () => {
      isPrevented = true
    },
    get defaultPrevented() {
      return isPrevented
    },
  }
  return Object.defineProperties(event, Object.getOwnPropertyDescriptors(facts)) as T & Preventable // both at once
}
