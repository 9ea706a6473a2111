// The samples and peaks of a sound for drawing: from the player's own decoded copy, so that nothing is decoded twice.
import { useEffect, useState } from 'react'
import { errorOf, type SoundRow } from '../../bridge.ts'
import { fullPeaks } from '../../waveform/picture-cache.ts'
import { usePicture } from '../../waveform/use-picture.ts'
import { useWindow } from '../../window-state.ts'
import { type Drawable, monoOf } from './sample-columns.ts'

export type DrawableState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'ready'; readonly drawable: Drawable }
  | { readonly kind: 'failed'; readonly message: string }

/** Summing channels of a long sound takes a moment: once a decoded copy. */
const monos = new WeakMap<AudioBuffer, Float32Array>()

export function useDrawable(sound: SoundRow): DrawableState {
  const { player } = useWindow()
  const peaks = usePicture(fullPeaks, sound.hasFacts && !sound.isMissing ? sound.id : null)
  const [read, setRead] = useState<{ readonly id: number; readonly result: AudioBuffer | string } | null>(
    null,
  )
  useEffect(() => {
    let isCurrent = true
    const put = (result: AudioBuffer | string): void => {
      if (isCurrent) setRead({ id: sound.id, result })
    }
    player.decoded(sound.id).then(put, (thrown: unknown) => put(errorOf(thrown).message))
    return () => {
      isCurrent = false
    }
  }, [player, sound.id])
  if (read === null || read.id !== sound.id) return { kind: 'reading' }
  const { result } = read
  if (typeof result === 'string') return { kind: 'failed', message: result }
  const samples = monos.get(result) ?? monoOf(result)
  monos.set(result, samples)
  return { kind: 'ready', drawable: { samples, sampleRate: result.sampleRate, peaks: peaks.value } }
}
