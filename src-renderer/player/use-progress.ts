// Follows the playhead frame by frame while something sounds.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from '../store.ts'
import type { Player } from './player.ts'

/** Position in seconds, fresh every frame while playing. @param isFollowed false follows nothing and answers 0 */
export function useProgress(player: Player, isFollowed = true): number {
  const state = useStore(player.state)
  const [positionS, setPositionS] = useState(0)
  useEffect(() => {
    if (!isFollowed) return
    let frame = 0
    const follow = (): void => {
      setPositionS(player.positionS())
      if (state.status === 'playing') frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [player, isFollowed, state])
  return isFollowed ? positionS : 0
}

/** Tells the position in seconds after each render, and every frame while playing: for what moves without being rendered. */
export function useEachFrame(player: Player, isFollowed: boolean, tell: (positionS: number) => void): void {
  const state = useStore(player.state)
  const latest = useRef(tell)
  useLayoutEffect(() => {
    latest.current = tell
    if (isFollowed) tell(player.positionS())
  })
  useEffect(() => {
    if (!isFollowed || state.status !== 'playing') return
    const follow = (): void => {
      latest.current(player.positionS())
      frame = requestAnimationFrame(follow)
    }
    let frame = requestAnimationFrame(follow)
    return () => cancelAnimationFrame(frame)
  }, [player, isFollowed, state])
}
