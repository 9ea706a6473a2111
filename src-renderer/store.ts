// A value that components can watch: the smallest store that `useSyncExternalStore` needs.
import { useSyncExternalStore } from 'react'

/** A value, its changes, and who wants to hear of them. */
export interface Store<T> {
  get(): T
  set(next: T | ((current: T) => T)): void
  /** @returns the function that ends the subscription */
  subscribe(listener: () => void): () => void
}

/** Makes a store. Setting an identical value tells nobody. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      // A T that is itself a function is never stored here, so a function is always an update.
      const after = typeof next === 'function' ? (next as (current: T) => T)(value) : next
      if (Object.is(after, value)) return
      value = after
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Reads a store and renders again when the selected part changed (compared by identity). */
export function useStore<T, S = T>(
  store: Store<T>,
  // Without a selector S is T by its default; TypeScript does not tie the two.
  select: (value: T) => S = (value) => value as unknown as S,
): S {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
