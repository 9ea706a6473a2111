// The table's behaviour: the keyboard walks and auditions, the pointer selects, the scroll position decides what is drawn.

import { useQueryClient } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { SoundRow as Sound } from '../../bridge.ts'
import { libraryPage, PAGE_ROWS } from '../../data/queries.ts'
import { useDrag } from '../../data/use-drag.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import type { Sort } from './columns.ts'
import { playerSound } from './player-sound.ts'
import type { MenuPlace } from './row-menu.tsx'
import {
  keyAt,
  type RowKey,
  rowsBetween,
  selectOnly,
  selectRange,
  stepInLines,
  toggleRow,
} from './selection.ts'
import type { RowHandlers } from './sound-row.tsx'
import type { Listing } from './use-listing.ts'

/** A range reaches over at most this many rows: more is not meant. */
const LONGEST_RANGE = 2000
/** Below the waveform of its row. */
const MENU_INDENT_PX = 38
/** Holding an arrow key moves faster than sounds can be read; only where it rests is played and looked at. */
const REST_MS = 70
/** What stands above and below the table, about. */
const AROUND_TABLE_PX = 180
/** Lines that Page Up and Page Down move over. */
const PAGE_OF_ROWS = 16
const PAGE_OF_TILES = 5

export interface Table {
  readonly handlers: RowHandlers
  onKeyDown(event: KeyboardEvent): void
  /** Sound of a row, where it is one and is read. */
  soundOf(key: RowKey | null): Sound | undefined
  /** @param isPassing the key is held: what it moves over is selected, and looked at where it rests */
  moveTo(key: RowKey | null, isRange: boolean, isPassing?: boolean): void
}

interface Surroundings {
  readonly listing: Listing
  readonly sort: Sort
  /** Sounds side by side: 1 in rows. */
  readonly columns: number
  /** Scrolls a row into view. */
  readonly reveal: (key: RowKey) => void
  /** Gives the table the keyboard. */
  readonly focus: () => void
  /** The keyboard went above the first row. */
  readonly onLeaveTop: () => void
  readonly generate: () => void
  /** Of the selected sounds. */
  readonly openMenu: (place: MenuPlace) => void
  /** Begins to drag a sound within the table. */
  readonly grip: (soundId: number, event: PointerEvent) => void
}

export function useTable(surroundings: Surroundings): Table {
  const { listing, sort, columns, reveal, focus, onLeaveTop, generate, openMenu, grip } = surroundings
  const state = useWindow()
  const client = useQueryClient()
  const [settings] = useSettings()
  const latest = useRef({ listing, settings, sort })
  latest.current = { listing, settings, sort }
  const rest = useRest()
  const dragging = useDrag()

  const soundOf = useCallback((key: RowKey | null): Sound | undefined => {
    const { listing: now } = latest.current
    if (key === null) return undefined
    if (key.startsWith('at:')) return now.rowAt(Number(key.slice(3)))
    return key.startsWith('near:') ? now.near.find((row) => `near:${row.id}` === key) : undefined
  }, [])

  const idsBetween = useCallback(
    async (from: RowKey | null, to: RowKey): Promise<number[]> => {
      const keys = rowsBetween(latest.current.listing.walk, from, to).slice(0, LONGEST_RANGE)
      const query = {
        text: latest.current.listing.search.filters,
        filterByText: false,
        sort: latest.current.sort,
      }
      const ids: number[] = []
      for (const key of keys) {
        const known = soundOf(key)
        if (known !== undefined) ids.push(known.id)
        else if (key.startsWith('at:')) {
          const index = latest.current.listing.wholeIndexOf(Number(key.slice(3)))
          const page = await client.ensureQueryData(libraryPage(query, Math.floor(index / PAGE_ROWS)))
          const row = page.rows[index % PAGE_ROWS]
          if (row !== undefined) ids.push(row.id)
        }
      }
      return ids
    },
    [client, soundOf],
  )

  const inspect = useCallback(
    (sound: Sound | undefined, isPassing: boolean) => {
      if (sound === undefined) return
      const { auditions } = latest.current.settings
      if (!isPassing) state.inspectedId.set(sound.id)
      rest(() => {
        state.inspectedId.set(sound.id)
        if (auditions) void state.player.load(playerSound(sound), { isPlaying: true })
      })
    },
    [state, rest],
  )

  const moveTo = useCallback(
    (key: RowKey | null, isRange: boolean, isPassing = false): void => {
      if (key === null) return
      const sound = soundOf(key)
      reveal(key)
      if (!isRange) {
        state.selection.set(selectOnly(key, sound?.id ?? null))
        inspect(sound, isPassing)
        return
      }
      const { anchor, cursor } = state.selection.get()
      void idsBetween(anchor ?? cursor, key).then((ids) =>
        state.selection.set((now) => selectRange(now, key, ids)),
      )
    },
    [state, soundOf, idsBetween, inspect, reveal],
  )

  const handlers = useMemo<RowHandlers>(
    () => ({
      press: (key, sound, event) => {
        if (event.shiftKey) moveTo(key, true)
        else if (event.ctrlKey || event.metaKey) {
          state.selection.set((now) => toggleRow(now, key, sound.id))
          state.inspectedId.set(sound.id)
        } else moveTo(key, false)
      },
      toggle: (key, sound) => {
        // The keyboard goes on from the row, not from its button.
        focus()
        const { sound: loaded } = state.player.state.get()
        state.selection.set(selectOnly(key, sound.id))
        state.inspectedId.set(sound.id)
        if (loaded?.id === sound.id) state.player.toggle()
        else void state.player.load(playerSound(sound), { isPlaying: true })
      },
      playFrom: (key, sound, at) => {
        const fromS = (at * sound.durationMs) / 1000
        state.selection.set(selectOnly(key, sound.id))
        state.inspectedId.set(sound.id)
        if (state.player.state.get().sound?.id === sound.id) {
          state.player.seek(fromS)
          if (state.player.state.get().status !== 'playing') void state.player.play(fromS)
        } else void state.player.load(playerSound(sound), { isPlaying: true, fromS })
      },
      drag: (sound) => {
        const { ids } = state.selection.get()
        const soundIds = ids.has(sound.id) ? [...ids] : [sound.id]
        dragging.start(soundIds)
      },
      grip: (sound, event) => grip(sound.id, event),
      menu: (key, sound, event) => {
        event.preventDefault()
        focus()
        // On one of several selected sounds it is about all of them.
        if (!state.selection.get().ids.has(sound.id)) state.selection.set(selectOnly(key, sound.id))
        state.inspectedId.set(sound.id)
        openMenu({ x: event.clientX, y: event.clientY })
      },
    }),
    [state, moveTo, focus, openMenu, dragging, grip],
  )

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.altKey) return
    const { cursor } = state.selection.get()
    const { walk } = latest.current.listing
    const move = moveOf(event.key, columns > 1)
    if (move !== null && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      // In tiles the arrows to the sides are the table's; in rows they move the playhead.
      event.stopPropagation()
      const next = stepInLines(walk, cursor, move, columns)
      if (next === cursor && move.lines === -1) onLeaveTop()
      else moveTo(next, event.shiftKey, event.repeat)
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault()
      moveTo(keyAt(walk, event.key === 'Home' ? 0 : Number.MAX_SAFE_INTEGER), event.shiftKey)
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      const first: RowKey = 'at:0'
      const last: RowKey = `at:${Math.min(walk.total, LONGEST_RANGE) - 1}`
      if (walk.total > 0)
        void idsBetween(first, last).then((ids) =>
          state.selection.set((now) => selectRange(now, now.cursor ?? first, ids)),
        )
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      const sound = soundOf(cursor)
      const active = event.currentTarget.getAttribute('aria-activedescendant')
      const row = active === null ? null : document.getElementById(active)
      if (sound === undefined || row === null) return
      state.inspectedId.set(sound.id)
      const { left, bottom } = row.getBoundingClientRect()
      openMenu({ x: left + MENU_INDENT_PX, y: bottom })
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      const sound = soundOf(cursor)
      if (cursor === 'generate') generate()
      else if (sound !== undefined) void state.player.load(playerSound(sound), { isPlaying: true })
    }
  }
  return { handlers, onKeyDown, soundOf, moveTo }
}

/** Lines and neighbours that a key moves over; null where it moves nothing. */
function moveOf(key: string, isTiled: boolean): { readonly lines: number; readonly across: number } | null {
  if (key === 'ArrowDown' || key === 'ArrowUp') return { lines: key === 'ArrowDown' ? 1 : -1, across: 0 }
  const page = isTiled ? PAGE_OF_TILES : PAGE_OF_ROWS
  if (key === 'PageDown' || key === 'PageUp') return { lines: key === 'PageDown' ? page : -page, across: 0 }
  if (!isTiled || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null
  return { lines: 0, across: key === 'ArrowRight' ? 1 : -1 }
}

/** Does the last of what it is given, once the cursor rests. */
function useRest(): (work: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback((work) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, REST_MS)
  }, [])
}

export interface Scroll {
  readonly scrollTop: number
  readonly viewportPx: number
  /** Without the scrollbar. */
  readonly widthPx: number
}

/** Follows the scroll position and the height of the table. */
export function useScroll(tableRef: RefObject<HTMLDivElement | null>): Scroll {
  const [scroll, setScroll] = useState<Scroll>({
    scrollTop: 0,
    // Until it is measured, which the first rows need not wait for.
    viewportPx: window.innerHeight - AROUND_TABLE_PX,
    widthPx: 0,
  })
  useEffect(() => {
    const table = tableRef.current
    if (table === null) return
    const read = (): void =>
      setScroll({
        scrollTop: table.scrollTop,
        viewportPx: table.clientHeight,
        widthPx: table.clientWidth,
      })
    const observer = new ResizeObserver(read)
    observer.observe(table)
    table.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      table.removeEventListener('scroll', read)
    }
  }, [tableRef])
  return scroll
}

/** Which row of the table is loaded in the player. */
export function useLoaded(): { readonly id: number | null; readonly isPlaying: boolean } {
  const { player } = useWindow()
  const id = useStore(player.state, (state) =>
    state.sound === null || state.sound.isBlind === true ? null : state.sound.id,
  )
  const isPlaying = useStore(player.state, (state) => state.status === 'playing')
  return { id, isPlaying }
}
