// The table of sounds: an ARIA grid of which only the visible rows are in the page.

import { useQuery } from '@tanstack/react-query'
import { Activity, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SoundRow as Sound } from '../../bridge.ts'
import { GridCell, GridColumnHead, GridRow } from '../../components/grid.tsx'
import { Icon } from '../../components/icon.tsx'
import { collections } from '../../data/queries.ts'
import { useDelayed, useSettled } from '../../data/use-delayed.ts'
import { useNow } from '../../data/use-now.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { grouped } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { insideOf, shownCollection } from '../collections/shown-collection.ts'
import { GenerateRow } from '../create/generate-row.tsx'
import type { CreateForm } from '../create/use-create.ts'
import { COLUMNS, ORDER_COLUMN, type Sort, sortAfter, sortText } from './columns.ts'
import { JobRow } from './job-row.tsx'
import styles from './library.module.css'
import type { RowsInPage } from './place-at.ts'
import { type MenuPlace, RowMenu } from './row-menu.tsx'
import { lineCount, listHeight, rowLines, rowWindow, scrollToRow, tileLines } from './row-window.ts'
import { indexOf, type RowKey } from './selection.ts'
import { EmptyRow, type SoundProps, SoundRow } from './sound-row.tsx'
import { SoundTiles } from './sound-tiles.tsx'
import type { Listing } from './use-listing.ts'
import { useOrder } from './use-order.ts'
import { useReorder } from './use-reorder.ts'
import { useLoaded, useScroll, useTable } from './use-table.ts'

const words = texts.library.table
/** The head of the table stays at the top. */
const HEAD_PX = 26
/** Within it what a key finds is out; nobody waits for the rest. */
const AFTER_KEY_MS = 50
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
  const [settings] = useSettings()
  const listRef = useRef<HTMLDivElement>(null)
  const { scrollTop, viewportPx, widthPx } = useScroll(tableRef)
  const [listTop, setListTop] = useState(HEAD_PX)
  // What stands above the list changes with these, and not by scrolling, which would lay the page out twice a frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is read, and those who change it stand here
  useLayoutEffect(
    () => setListTop(listRef.current?.offsetTop ?? HEAD_PX),
    [listing, form, sort, settings, widthPx],
  )
  const seenPx = viewportPx - HEAD_PX
  const isTiled = settings.libraryLayout === 'tiles'
  const lines = isTiled ? tileLines(widthPx, seenPx) : rowLines(settings.density)
  const { columns, linePx } = lines
  const count = lineCount(listing.total, lines)
  const shown = rowWindow(count, linePx, scrollTop + HEAD_PX - listTop, seenPx, lines.overscan)
  const first = shown.first * columns
  const end = Math.min(listing.total, shown.end * columns)
  const { want } = listing
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again for the same rows changes nothing
  useEffect(() => want(first, end), [first, end])

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
        Math.floor(Number(key.slice(3)) / columns),
        count,
        linePx,
        scrolled,
        table.clientHeight - HEAD_PX,
      )
      if (target !== null) table.scrollTop = target + list.offsetTop - HEAD_PX
    },
    [tableRef, count, linePx, columns],
  )
  const [menuPlace, setMenuPlace] = useState<MenuPlace | null>(null)
  const closeMenu = useCallback(() => setMenuPlace(null), [])
  const focus = useCallback(() => tableRef.current?.focus(), [tableRef])
  const { filters } = listing.search
  const isInside = insideOf(filters) !== null
  const { data: all = [] } = useQuery(collections)
  const move = useOrder(shownCollection(all, filters), sort, listing.total, reveal)
  const windowRef = useRef<HTMLDivElement>(null)
  const rows = { first, linePx, columns, total: listing.total }
  const reorder = useReorder(move, tableRef, windowRef, rows, (index) => listing.rowAt(index)?.id)
  const table = useTable({
    listing,
    sort,
    columns,
    reveal,
    focus,
    onLeaveTop,
    generate: form.generate,
    openMenu: setMenuPlace,
    grip: reorder.grip,
  })
  enterRef.current = (to) => {
    const { head, total } = listing.walk
    tableRef.current?.focus()
    const last: RowKey | undefined = total > 0 ? `at:${total - 1}` : head.at(-1)
    const first: RowKey | undefined = head[0] ?? (total > 0 ? 'at:0' : undefined)
    table.moveTo((to === 'first' ? first : last) ?? null, false)
  }
  // Which rows of the grid those below are is told when the frame with what was found is out: all of them are drawn again for it.
  const headRows = useSettled(listing.walk.head.length, AFTER_KEY_MS)
  const selectedSeed = table.soundOf(selection.cursor)?.seed ?? null
  const rowProps = (key: RowKey) => ({
    rowId: rowIdOf(key),
    rowIndex: indexOf(listing.walk, key) + 2,
    isCursor: selection.cursor === key,
  })
  const cursorIndex = indexOf(listing.walk, selection.cursor) - listing.walk.head.length
  // A row that was scrolled away or is no longer there has no element to name.
  const isDrawn =
    cursorIndex >= 0 ? cursorIndex >= first && cursorIndex < end : cursorIndex >= -listing.walk.head.length
  const drawnCursor = isDrawn ? selection.cursor : null
  const loadedAs = (id: number): 'no' | 'paused' | 'playing' =>
    id !== loaded.id ? 'no' : loaded.isPlaying ? 'playing' : 'paused'
  const propsOf = (key: RowKey, sound: Sound): SoundProps => ({
    sound,
    rowKey: key,
    isSelected: selection.ids.has(sound.id),
    loaded: loadedAs(sound.id),
    handlers: table.handlers,
    ...rowProps(key),
  })
  const placeOf = (index: number): number | null | undefined => {
    if (!isInside) return undefined
    if (sort.column !== 'collection') return null
    const whole = listing.wholeIndexOf(index)
    return sort.descending ? listing.totalFound - whole : whole + 1
  }
  const isTyping = listing.offersToGenerate
  // The offer is not what a key is pressed for.
  const isOffering = useDelayed(isTyping, AFTER_KEY_MS)
  const isMetered = form.connection?.account?.billing_mode === 'metered'
  return (
    <div className={styles.tableBox}>
      {/* biome-ignore lint/a11y/useSemanticElements: a grid that is virtual and walked by the keyboard is no table */}
      <div
        ref={tableRef}
        id={GRID_ID}
        role="grid"
        aria-label={words.label}
        aria-multiselectable="true"
        aria-rowcount={listing.walk.head.length + count + 1}
        aria-colcount={COLUMNS.length + (isInside && !isTiled ? 1 : 0)}
        aria-activedescendant={drawnCursor === null ? undefined : rowIdOf(drawnCursor)}
        aria-busy={!listing.isRead}
        tabIndex={0}
        className={styles.table}
        data-ordered={isInside && !isTiled}
        onKeyDown={table.onKeyDown}
        onDragOver={reorder.onDragOver}
        onDragLeave={reorder.onDragLeave}
        onDrop={reorder.onDrop}
      >
        <TableHead sort={sort} onSort={onSort} isInside={isInside} />
        {listing.jobs.map((job) => (
          <JobRow key={job.id} job={job} {...rowProps(`job:${job.id}`)} />
        ))}
        {listing.moreJobs > 0 && <Group title={words.moreJobs(listing.moreJobs)} />}
        {isTyping && listing.near.length > 0 && (
          <Group
            title={words.closest}
            count={listing.near.length}
            note={isMetered ? words.ownedAndFree : words.owned}
          />
        )}
        {isTyping &&
          listing.near.map((sound, place) => (
            <SoundRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the next letter fills the rows that are there, which is half the work of new ones
              key={place}
              words={listing.search.words}
              nowMs={nowMs}
              place={isInside ? null : undefined}
              isMovable={false}
              {...propsOf(`near:${sound.id}`, sound)}
            />
          ))}
        {/* Made while nothing is typed: its controls take longer to draw than all that the first key of a search finds. */}
        <Activity mode={isOffering ? 'visible' : 'hidden'}>
          <GenerateRow form={form} selectedSeed={selectedSeed} {...rowProps('generate')} />
        </Activity>
        {isTyping && listing.total > 0 && (
          <Group
            title={words.rest(
              listing.search.filters === '' ? words.furtherAway : listing.search.filters,
              sortText(sort),
            )}
            count={listing.total}
          />
        )}
        <div
          ref={listRef}
          role="presentation"
          className={styles.list}
          style={{ height: `${listHeight(count, linePx)}px` }}
        >
          <div
            ref={windowRef}
            role="presentation"
            className={styles.window}
            style={{ transform: `translateY(${shown.topPx}px)` }}
          >
            {isTiled ? (
              <SoundTiles
                listing={listing}
                columns={columns}
                shown={shown}
                firstRowIndex={listing.walk.head.length + 2}
                tileOf={propsOf}
                placeOf={placeOf}
                isMovable={move !== null}
              />
            ) : (
              Array.from({ length: end - first }, (_, i) => {
                const key: RowKey = `at:${first + i}`
                const sound = listing.rowAt(first + i)
                return sound === undefined ? (
                  <EmptyRow key={key} rowIndex={rowProps(key).rowIndex} isDrawn />
                ) : (
                  <SoundRow
                    key={key}
                    words=""
                    nowMs={nowMs}
                    place={placeOf(first + i)}
                    isMovable={move !== null}
                    {...propsOf(key, sound)}
                    rowIndex={headRows + 2 + first + i}
                  />
                )
              })
            )}
            {reorder.dropIndex !== null && <DropLine index={reorder.dropIndex} rows={rows} />}
          </div>
        </div>
        {!listing.isRead && listing.isSlow && <Skeleton />}
      </div>
      {menuPlace !== null && <RowMenu place={menuPlace} onClose={closeMenu} />}
    </div>
  )
}

/** Where it would go: above a row, or to the left of a tile. */
function DropLine({ index, rows }: { index: number; rows: RowsInPage }) {
  const { first, linePx, columns, total } = rows
  if (columns === 1) return <i className={styles.dropLine} style={{ top: `${(index - first) * linePx}px` }} />
  // Behind the last tile of a full line there is no tile to the right.
  const isBehind = index === total && index > first && (index - first) % columns === 0
  const line = Math.floor((index - first) / columns) - (isBehind ? 1 : 0)
  const across = isBehind ? columns : (index - first) % columns
  return (
    <i
      className={`${styles.dropLine} ${styles.dropBeside}`}
      style={{ top: `${line * linePx}px`, left: `${(100 * across) / columns}%`, height: `${linePx - 1}px` }}
    />
  )
}

type HeadProps = Pick<Props, 'sort' | 'onSort'> & {
  /** A collection is looked at. */
  readonly isInside: boolean
}

function TableHead({ sort, onSort, isInside }: HeadProps) {
  const columns = isInside ? [ORDER_COLUMN, ...COLUMNS] : COLUMNS
  return (
    <GridRow rowIndex={1} className={`${styles.row} ${styles.head}`}>
      {columns.map((column) => {
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
              aria-label={column === ORDER_COLUMN ? texts.library.order.column : undefined}
              title={column === ORDER_COLUMN ? texts.library.order.column : undefined}
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
