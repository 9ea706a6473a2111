// Comparing takes: at the same playhead, at the same loudness, and blind where the person wants to be sure.
import { useState } from 'react'
import { bridge, type SoundDetail, type SoundRow } from '../../bridge.ts'
import { useCommands } from '../../commands/registry.ts'
import { useAct } from '../../data/use-act.ts'
import { type LoudnessMatch, matchLoudness } from '../../player/loudness-match.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import { playerSound } from '../library/player-sound.ts'
import { shuffled } from './shuffle.ts'

/** As many as are compared at once. */
const BOARD = 4

export interface Board {
  /** In the order of the keys 1 to 4; shuffled while blind. */
  readonly takes: readonly SoundRow[]
  readonly match: LoudnessMatch | null
  readonly isBlind: boolean
  readonly loadedId: number | null
  /** What is shown as kept or rejected: while blind only what was judged blind. */
  verdictOf(take: SoundRow): SoundRow['verdict']
  judge(take: SoundRow, verdict: 'kept' | 'rejected'): void
  compare(take: SoundRow): void
  toggleMatch(): void
  toggleBlind(): void
}

/** The board of a sound's takes, with its shortcuts. */
export function useBoard(detail: SoundDetail): Board {
  const state = useWindow()
  const loadedId = useStore(state.player.state, ({ sound }) => sound?.id ?? null)
  const [blindOrder, setBlindOrder] = useState<readonly number[] | null>(null)
  const [judged, setJudged] = useState<readonly number[]>([])
  const act = useAct()
  const own = detail.takes.slice(0, BOARD)
  const takes =
    blindOrder === null ? own : own.toSorted((a, b) => blindOrder.indexOf(a.id) - blindOrder.indexOf(b.id))
  const match = matchLoudness(own)
  const isBlind = blindOrder !== null

  const compare = (take: SoundRow): void => {
    const loaded = state.player.state.get()
    // Only takes of the same output are compared at one playhead; another sound begins at its start.
    const isFamily = own.some((each) => each.id === loaded.sound?.id)
    const named = playerSound(take)
    if (!isBlind) {
      state.inspectedId.set(take.id)
      state.selection.set((now) => ({ ...now, ids: new Set([take.id]) }))
    }
    void state.player.load(
      isBlind
        ? {
            ...named,
            name: texts.inspector.takes.blindTake(takes.indexOf(take) + 1),
            detail: texts.inspector.takes.blindDetail,
            isBlind,
          }
        : named,
      {
        isPlaying: true,
        trimDb: state.isMatching.get() ? (match?.offsetsDb.get(take.id) ?? 0) : 0,
        keepsPosition: isFamily && loaded.status === 'playing',
        region: isFamily ? loaded.region : null,
      },
    )
  }
  const toggleBlind = (): void => {
    // What sounds now would give its place away.
    state.player.unload()
    setJudged([])
    setBlindOrder(
      isBlind
        ? null
        : shuffled(
            own.map((take) => take.id),
            Math.random,
          ),
    )
  }
  const verdictOf = (take: SoundRow): SoundRow['verdict'] =>
    isBlind && !judged.includes(take.id) ? null : take.verdict
  const judge = (take: SoundRow, verdict: 'kept' | 'rejected'): void => {
    setJudged((ids) => [...ids, take.id])
    const patch = { verdict: verdictOf(take) === verdict ? null : verdict }
    void act(bridge.library.change({ soundIds: [take.id], patch }))
  }
  useCommands([
    ...takes.map((take, index) => ({
      id: `take-${index + 1}`,
      title: texts.inspector.commands.listen(index + 1),
      section: 'Play' as const,
      shortcuts: [String(index + 1)],
      run: () => compare(take),
    })),
    {
      id: 'blind',
      title: isBlind ? texts.inspector.commands.open : texts.inspector.commands.blind,
      section: 'Play',
      shortcuts: ['b'],
      run: toggleBlind,
    },
  ])
  return {
    takes,
    match,
    isBlind,
    loadedId,
    verdictOf,
    judge,
    compare,
    toggleMatch: () => {
      state.isMatching.set((isMatched) => !isMatched)
      const sounding = own.find((take) => take.id === loadedId)
      if (sounding !== undefined) compare(sounding)
    },
    toggleBlind,
  }
}
