// The table of sounds: an ARIA grid of which only the visible rows are in the page.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { GridCell, GridColumnHead, GridRow } from '../../components/grid.tsx'
import { Icon } from '../../components/icon.tsx'
import { useNow } from '../../data/use-now.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { counted, grouped } from '../../wording/numbers.ts'
import { GenerateRow } from '../create/generate-row.tsx'
import type { CreateForm } from '../create/use-create.ts'
import { COLUMNS, type Sort, sortAfter, sortText } from './columns.ts'
import { JobRow } from './job-row.tsx'
import styles from './library.module.css'
import { type MenuPlace, RowMenu } from './row-menu.tsx'
import { listHeight, rowWindow, scrollToRow } from './row-window.ts'
import { indexOf, type RowKey } from './selection.ts'
import { EmptyRow, SoundRow } from './sound-row.tsx'
import type { Listing } from './use-listing.ts'
import { useLoaded, useRowHeight, useScroll, useTable } from './use-table.ts'

/** The head of the table stays at the top. */
const HEAD_PX = 26
export const GRID_ID = 'sounds'
/** Id of a row's element, for naming the active one. */
export const rowIdOf = (key: RowKey): string => `row-${key.replace(':', '-')}`

interface Props {
  readonly listing: Listing
  readonly form: CreateForm
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  readonly tableRef: RefObject<HTMLDivElement | null>
  readonly onLeaveTop: () => void
  /** Hands out how the omnibar enters the table. */
  readonly enterRef: RefObject<((to: 'first' | 'last') => void) | null>
}

export function Table({ listing, form, sort, onSort, tableRef, onLeaveTop, enterRef }: Props) {
  const state = useWindow()
  const selection = useStore(state.selection)
  const loaded = useLoaded()
  const nowMs = useNow()
  const rowPx = useRowHeight()
  const listRef = useRef<HTMLDivElement>(null)
  const { scrollTop, viewportPx } = useScroll(tableRef)
  const [listTop, setListTop] = useState(HEAD_PX)
  useLayoutEffect(() => setListTop(listRef.current?.offsetTop ?? HEAD_PX))
  const seenPx = viewportPx - HEAD_PX
  const shown = rowWindow(listing.total, rowPx, scrollTop + HEAD_PX - listTop, seenPx)
  const { want } = listing
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again for the same rows changes nothing
  useEffect(() => want(shown.first, shown.end), [shown.first, shown.end])

  const reveal = useCallback(
    (key: RowKey) => {
      const table = tableRef.current
      const list = listRef.current
      if (table === null || list === null) return
      if (!key.startsWith('at:')) {
        document.getElementById(rowIdOf(key))?.scrollIntoView({ block: 'nearest' })
        return
      }
      const scrolled = table.scrollTop + HEAD_PX - list.offsetTop
      const target = scrollToRow(
        Number(key.slice(3)),
        listing.total,
        rowPx,
        scrolled,
        table.clientHeight - HEAD_PX,
      )
      if (target !== null) table.scrollTop = target + list.offsetTop - HEAD_PX
    },
    [tableRef, listing.total, rowPx],
  )
  const [menuPlace, setMenuPlace] = useState<MenuPlace | null>(null)
  const closeMenu = useCallback(() => setMenuPlace(null), [])
  const focus = useCallback(() => tableRef.current?.focus(), [tableRef])
  const table = useTable(listing, sort, reveal, focus, onLeaveTop, form.generate, setMenuPlace)
  enterRef.current = (to) => {
    const { head, total } = listing.walk
    tableRef.current?.focus()
    const last: RowKey | undefined = total > 0 ? `at:${total - 1}` : head.at(-1)
    const first: RowKey | undefined = head[0] ?? (total > 0 ? 'at:0' : undefined)
    table.moveTo((to === 'first' ? first : last) ?? null, false)
  }
  const selectedSeed = table.soundOf(selection.cursor)?.seed ?? null
  const rowProps = (key: RowKey) => ({
    rowId: rowIdOf(key),
    rowIndex: indexOf(listing.walk, key) + 2,
    isCursor: selection.cursor === key,
  })
  const cursorIndex = indexOf(listing.walk, selection.cursor) - listing.walk.head.length
  // A row that was scrolled away or is no longer there has no element to name.
  const isDrawn =
    cursorIndex >= 0
      ? cursorIndex >= shown.first && cursorIndex < shown.end
      : cursorIndex >= -listing.walk.head.length
  const drawnCursor = isDrawn ? selection.cursor : null
  const common = { nowMs, handlers: table.handlers }
  const loadedAs = (id: number): 'no' | 'paused' | 'playing' =>
    id !== loaded.id ? 'no' : loaded.isPlaying ? 'playing' : 'paused'
  const isTyping = listing.offersToGenerate
  const isMetered = form.connection?.account?.billing_mode === 'metered'
  return (
    <div className={styles.tableBox}>
      {/* biome-ignore lint/a11y/useSemanticElements: a grid that is virtual and walked by the keyboard is no table */}
      <div
        ref={tableRef}
        id={GRID_ID}
        role="grid"
        aria-label="Sounds"
        aria-multiselectable="true"
        aria-rowcount={listing.walk.head.length + listing.total + 1}
        aria-colcount={COLUMNS.length}
        aria-activedescendant={drawnCursor === null ? undefined : rowIdOf(drawnCursor)}
        aria-busy={!listing.isRead}
        tabIndex={0}
        className={styles.table}
        onKeyDown={table.onKeyDown}
      >
        <TableHead sort={sort} onSort={onSort} />
        {listing.jobs.map((job) => (
          <JobRow key={job.id} job={job} {...rowProps(`job:${job.id}`)} />
        ))}
        {listing.moreJobs > 0 && <Group title={`${counted(listing.moreJobs, 'more job')} in Activity`} />}
        {isTyping && listing.near.length > 0 && (
          <Group
            title="Closest in your library"
            count={listing.near.length}
            note={isMetered ? 'already owned, nothing to pay' : 'already owned'}
          />
        )}
        {isTyping &&
          listing.near.map((sound) => (
            <SoundRow
              key={sound.id}
              sound={sound}
              rowKey={`near:${sound.id}`}
              words={listing.search.words}
              isSelected={selection.ids.has(sound.id)}
              loaded={loadedAs(sound.id)}
              {...rowProps(`near:${sound.id}`)}
              {...common}
            />
          ))}
        {isTyping && <GenerateRow form={form} selectedSeed={selectedSeed} {...rowProps('generate')} />}
        {isTyping && listing.total > 0 && (
          <Group
            title={`${listing.search.filters === '' ? 'Further away' : listing.search.filters}, ${sortText(sort)}`}
            count={listing.total}
          />
        )}
        <div
          ref={listRef}
          role="presentation"
          className={styles.list}
          style={{ height: `${listHeight(listing.total, rowPx)}px` }}
        >
          <div
            role="presentation"
            className={styles.window}
            style={{ transform: `translateY(${shown.topPx}px)` }}
          >
            {Array.from({ length: shown.end - shown.first }, (_, i) => {
              const index = shown.first + i
              const key: RowKey = `at:${index}`
              const sound = listing.rowAt(index)
              if (sound === undefined) return <EmptyRow key={key} rowIndex={rowProps(key).rowIndex} isDrawn />
              return (
                <SoundRow
                  key={key}
                  sound={sound}
                  rowKey={key}
                  words=""
                  isSelected={selection.ids.has(sound.id)}
                  loaded={loadedAs(sound.id)}
                  {...rowProps(key)}
                  {...common}
                />
              )
            })}
          </div>
        </div>
        {!listing.isRead && listing.isSlow && <Skeleton />}
      </div>
      {menuPlace !== null && <RowMenu place={menuPlace} onClose={closeMenu} />}
    </div>
  )
}

function TableHead({ sort, onSort }: Pick<Props, 'sort' | 'onSort'>) {
  return (
    <GridRow rowIndex={1} className={`${styles.row} ${styles.head}`}>
      {COLUMNS.map((column) => {
        const isSorted = column.sort === sort.column
        if (column.sort === null) {
          return (
            <GridColumnHead key={column.name} className={styles[column.className]}>
              {column.className === 'play' ? <span className="spoken">{column.name}</span> : column.name}
            </GridColumnHead>
          )
        }
        return (
          <GridColumnHead
            key={column.name}
            sorted={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
            className={styles[column.className]}
          >
            <button
              type="button"
              className={styles.headButton}
              onClick={() => onSort(sortAfter(sort, column))}
            >
              {column.name}
              {isSorted && <Icon name={sort.descending ? 'down' : 'up'} size={12} />}
            </button>
          </GridColumnHead>
        )
      })}
    </GridRow>
  )
}

function Group({ title, count, note }: { title: string; count?: number; note?: string }) {
  return (
    <GridRow className={styles.group}>
      <GridCell>
        <b>{title}</b> {count !== undefined && grouped(count)}
      </GridCell>
      {note !== undefined && <GridCell className={styles.groupNote}>{note}</GridCell>}
    </GridRow>
  )
}

/** The first is 2: the head is row 1. */
const SKELETON_ROWS = Array.from({ length: 12 }, (_, i) => i + 2)
const Skeleton = () => SKELETON_ROWS.map((row) => <EmptyRow key={row} rowIndex={row} isDrawn />)
