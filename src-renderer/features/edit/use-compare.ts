// Before and after at the same playhead and the same loudness; blind where the person wants to be sure.
import { useState } from 'react'
import { bridge, type SoundRow } from '../../bridge.ts'
import { useAct } from '../../data/use-act.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import { shuffled } from '../inspector/shuffle.ts'
import { playerSound } from '../library/player-sound.ts'
import type { Edit } from './use-edit.ts'

const words = texts.edit.board

export interface Compare {
  /** In the order of the keys 1 to 4; shuffled while blind. */
  readonly variants: readonly SoundRow[]
  readonly isBlind: boolean
  readonly isMatched: boolean
  readonly loadedId: number | null
  /** Gain of the match in dB; null where nothing is matched. */
  offsetOf(sound: SoundRow): number | null
  hear(sound: SoundRow): void
  /** From before to the variant that was heard last, and back. */
  swap(): void
  toggleMatch(): void
  toggleBlind(): void
  judge(sound: SoundRow, verdict: 'kept' | 'rejected'): void
}

/** Keys of variants go to 4. */
const BOARD = 4

export function useCompare(edit: Edit): Compare {
  const { player, isMatching } = useWindow()
  const act = useAct()
  const isMatched = useStore(isMatching)
  const loadedId = useStore(player.state, ({ sound }) => sound?.id ?? null)
  const [lastHeardId, setLastHeardId] = useState<number | null>(null)
  const [blindOrder, setBlindOrder] = useState<readonly number[] | null>(null)
  const isBlind = blindOrder !== null
  const own = edit.variants.slice(0, BOARD)
  const variants =
    blindOrder === null ? own : own.toSorted((a, b) => blindOrder.indexOf(a.id) - blindOrder.indexOf(b.id))

  const offset = (sound: SoundRow): number | null =>
    isMatching.get() ? (edit.match?.offsetsDb.get(sound.id) ?? null) : null
  const hear = (sound: SoundRow): void => {
    const isVariant = sound.id !== edit.detail.id
    if (isVariant) setLastHeardId(sound.id)
    const { status } = player.state.get()
    const named = playerSound(sound)
    const place = variants.indexOf(sound) + 1
    void player.load(
      isBlind && isVariant
        ? { ...named, name: words.blindVariant(place), detail: words.blindDetail, isBlind }
        : named,
      {
        isPlaying: true,
        trimDb: offset(sound) ?? 0,
        // A playhead that stands at the end would play nothing.
        keepsPosition: status === 'playing' || status === 'paused',
        region: edit.state.region,
      },
    )
  }
  return {
    variants,
    isBlind,
    isMatched,
    loadedId,
    offsetOf: (sound) => (isMatched && !isBlind ? (edit.match?.offsetsDb.get(sound.id) ?? null) : null),
    hear,
    swap: () => {
      const after = variants.find(({ id }) => id === lastHeardId) ?? variants[0]
      if (after === undefined) return
      hear(loadedId === edit.detail.id ? after : edit.detail)
    },
    toggleMatch: () => {
      isMatching.set((now) => !now)
      const sounding = [edit.detail, ...own].find(({ id }) => id === loadedId)
      if (sounding !== undefined && player.state.get().status === 'playing') hear(sounding)
    },
    toggleBlind: () => {
      // What sounds now would give its place away.
      player.unload()
      setBlindOrder(
        isBlind
          ? null
          : shuffled(
              own.map(({ id }) => id),
              Math.random,
            ),
      )
    },
    judge: (sound, verdict) => {
      const patch = { verdict: sound.verdict === verdict ? null : verdict }
      void act(bridge.library.change({ soundIds: [sound.id], patch }))
    },
  }
}
