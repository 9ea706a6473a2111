// Drags rows or tiles within the table to another place of their collection: by the handle that the order's column is, or by dropping what was dragged out.
import {
  type DragEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useWindow } from '../../window-state.ts'
import { placeAt, type RowsInPage } from './place-at.ts'
import type { MoveInOrder } from './use-order.ts'

/** So near to an edge the table scrolls along. */
const EDGE_PX = 28
const SCROLL_PX = 12
/** A press that moves less is a click. */
const SLACK_PX = 4

export interface Reorder {
  /** The sound before which it would go, `total` behind the last; null while nothing is dragged over the table. */
  readonly dropIndex: number | null
  /** The pointer went down on the handle of a row. */
  readonly grip: (soundId: number, event: ReactPointerEvent) => void
  readonly onDragOver: (event: DragEvent) => void
  readonly onDragLeave: (event: DragEvent) => void
  readonly onDrop: (event: DragEvent) => void
}

/**
 * @param move null where the rows stand in no order that can be changed
 * @param soundAt the sound of a row by its index, where it is read
 */
export function useReorder(
  move: MoveInOrder | null,
  tableRef: RefObject<HTMLElement | null>,
  /** The element whose top is the top of the first row in the page. */
  rowsRef: RefObject<HTMLElement | null>,
  rows: RowsInPage,
  soundAt: (index: number) => number | undefined,
): Reorder {
  const state = useWindow()
  const [dropIndex, setDropIndex] = useState<number | null>(null)
  const latest = useRef({ move, rows, soundAt })
  latest.current = { move, rows, soundAt }
  /** Ends a drag that goes on; nothing is moved. */
  const stopRef = useRef<() => void>(() => undefined)
  useEffect(() => () => stopRef.current(), [])

  const indexAt = useCallback(
    (x: number, y: number): number => {
      const { left = 0, top = 0, width = 0 } = rowsRef.current?.getBoundingClientRect() ?? {}
      return placeAt(x - left, y - top, width, latest.current.rows)
    },
    [rowsRef],
  )
  const dropAt = useCallback((soundIds: readonly number[], index: number): void => {
    const { move: put, soundAt: at } = latest.current
    put?.(soundIds, { kind: 'between', above: at(index - 1) ?? null, below: at(index) ?? null })
  }, [])
  const draggedWith = useCallback(
    (soundId: number): readonly number[] => {
      const { ids } = state.selection.get()
      // The one that is held says in which collection they move.
      return ids.has(soundId) ? [soundId, ...[...ids].filter((id) => id !== soundId)] : [soundId]
    },
    [state],
  )

  const grip = useCallback(
    (soundId: number, { button, pointerId, clientX, clientY }: ReactPointerEvent): void => {
      const table = tableRef.current
      if (button !== 0 || table === null || latest.current.move === null) return
      const ending = new AbortController()
      const on = { signal: ending.signal }
      let [x, y] = [clientX, clientY]
      let isDragged = false
      const frame = (): void => {
        if (ending.signal.aborted) return
        const { top, bottom } = table.getBoundingClientRect()
        if (isDragged && y < top + EDGE_PX) table.scrollTop -= SCROLL_PX
        if (isDragged && y > bottom - EDGE_PX) table.scrollTop += SCROLL_PX
        if (isDragged) setDropIndex(indexAt(x, y))
        requestAnimationFrame(frame)
      }
      const stop = (): void => {
        ending.abort()
        setDropIndex(null)
      }
      stopRef.current = stop
      // The row may be scrolled out of the page meanwhile: the window listens.
      addEventListener(
        'pointermove',
        (event) => {
          if (event.pointerId !== pointerId) return
          x = event.clientX
          y = event.clientY
          isDragged ||= Math.hypot(x - clientX, y - clientY) > SLACK_PX
        },
        on,
      )
      addEventListener(
        'pointerup',
        (event) => {
          if (event.pointerId !== pointerId) return
          stop()
          if (isDragged) dropAt(draggedWith(soundId), indexAt(event.clientX, event.clientY))
        },
        on,
      )
      addEventListener('pointercancel', stop, on)
      addEventListener('blur', stop, on)
      addEventListener(
        'keydown',
        (event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          stop()
        },
        { ...on, capture: true },
      )
      requestAnimationFrame(frame)
    },
    [tableRef, indexAt, dropAt, draggedWith],
  )

  /** Only what was dragged out of this window, and came back. */
  const isOwn = (): boolean => move !== null && state.draggedIds.get().length > 0
  return {
    dropIndex,
    grip,
    onDragOver: (event) => {
      if (!isOwn()) return
      event.preventDefault()
      setDropIndex(indexAt(event.clientX, event.clientY))
    },
    onDragLeave: (event) => {
      const to = event.relatedTarget
      if (!(to instanceof Node) || !event.currentTarget.contains(to)) setDropIndex(null)
    },
    onDrop: (event) => {
      setDropIndex(null)
      if (!isOwn()) return
      event.preventDefault()
      event.stopPropagation()
      dropAt(state.draggedIds.get(), indexAt(event.clientX, event.clientY))
    },
  }
}
