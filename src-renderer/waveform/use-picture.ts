// Reads a picture from its cache, and tells canvases when they must be painted again.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createStore, useStore } from '../store.ts'
import type { PictureCache } from './picture-cache.ts'

export interface Picture<T> {
  readonly value: T | null
  readonly isFailed: boolean
}

/** @param soundId null where there is nothing to draw yet */
export function usePicture<T>(cache: PictureCache<T>, soundId: number | null): Picture<T> {
  const [read, setRead] = useState<{ id: number; value: T | null } | null>(null)
  useEffect(() => {
    if (soundId === null) return
    let isCurrent = true
    cache.get(soundId).then(
      (value) => isCurrent && setRead({ id: soundId, value }),
      () => isCurrent && setRead({ id: soundId, value: null }),
    )
    return () => {
      isCurrent = false
      cache.leave(soundId)
    }
  }, [cache, soundId])
  if (soundId === null) return { value: null, isFailed: false }
  const kept = cache.peek(soundId)
  if (kept !== undefined) return { value: kept, isFailed: false }
  if (read === null || read.id !== soundId) return { value: null, isFailed: false }
  return { value: read.value, isFailed: read.value === null }
}

const tokensRevision = createStore(0)
/** Call after the theme changed: canvases read their colours again. */
export const announceTokens = (): void => tokensRevision.set((revision) => revision + 1)

/** Changes when the tokens changed or the window got another size or density. */
export function usePaintRevision(): string {
  const tokens = useStore(tokensRevision)
  const box = useSyncExternalStore(
    subscribeToResize,
    () => `${innerWidth}×${innerHeight}@${devicePixelRatio}`,
  )
  return `${tokens}:${box}`
}

function subscribeToResize(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}
