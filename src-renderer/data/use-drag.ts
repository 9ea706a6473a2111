// Drags sounds out at the speed of the player: what is rendered must lie ready before the system's drag begins, in the same turn.
import { useMemo } from 'react'
import { bridge } from '../bridge.ts'
import { announce, beginDrag, useWindow, type WindowState } from '../window-state.ts'
import { percent } from '../wording/numbers.ts'
import { texts } from '../wording/texts.ts'
import { type Act, useAct } from './use-act.ts'

export interface Dragging {
  /** Renders them where the player is not at its usual speed: to be called when a handle is pressed that is for dragging alone. */
  prepare(soundIds: readonly number[]): void
  /** Begins the drag, or renders what is to be dragged and says when to drag again. */
  start(soundIds: readonly number[]): void
}

interface Prepared {
  readonly key: string
  /** Null while they are rendered. */
  files: readonly number[] | null
  /** A drag waits for it. */
  isWanted: boolean
}

export function useDrag(): Dragging {
  const state = useWindow()
  const act = useAct()
  return useMemo(() => createDragging(state, act), [state, act])
}

/** Only the last that was prepared is remembered: made again, the same sounds are found rather than rendered. */
function createDragging(state: WindowState, act: Act): Dragging {
  let prepared: Prepared | null = null
  const words = texts.inspector.drag
  const prepare = (soundIds: readonly number[], isWanted: boolean): void => {
    const { speed } = state.player.state.get()
    if (speed === 1) return
    const key = keyOf(soundIds, speed)
    if (prepared?.key === key) {
      prepared.isWanted ||= isWanted
      return
    }
    const mine: Prepared = { key, files: null, isWanted }
    prepared = mine
    void act(bridge.exports.atSpeed({ soundIds, speed }), ({ soundIds: files, problems }) => {
      const [problem] = problems
      if (files.length > 0) mine.files = files
      else if (prepared === mine) prepared = null
      if (problem !== undefined) announce(state, { tone: 'error', message: problem })
      return mine.isWanted && files.length > 0 && prepared === mine
        ? words.ready(files.length, percent(speed))
        : null
    }).then((report) => {
      if (report === null && prepared === mine) prepared = null
    })
  }
  return {
    prepare: (soundIds) => prepare(soundIds, false),
    start: (soundIds) => {
      const { speed } = state.player.state.get()
      if (speed === 1) {
        beginDrag(state, soundIds)
        return
      }
      if (prepared?.key === keyOf(soundIds, speed) && prepared.files !== null) {
        beginDrag(state, soundIds, prepared.files)
        return
      }
      prepare(soundIds, true)
      announce(state, { tone: 'info', message: words.rendering(soundIds.length, percent(speed)) })
    },
  }
}

const keyOf = (soundIds: readonly number[], speed: number): string => `${speed} ${soundIds.join(' ')}`
