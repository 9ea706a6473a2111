// One sound as a row of the table.

import { type DragEvent, type MouseEvent, memo, type PointerEvent } from 'react'
import type { SoundRow as Sound } from '../../bridge.ts'
import { cx } from '../../components/cx.ts'
import { GridCell, GridRow } from '../../components/grid.tsx'
import { Icon } from '../../components/icon.tsx'
import { useProgress } from '../../player/use-progress.ts'
import { useStore } from '../../store.ts'
import { overviews } from '../../waveform/picture-cache.ts'
import { RowWave } from '../../waveform/row-wave.tsx'
import { usePicture } from '../../waveform/use-picture.ts'
import { useWindow } from '../../window-state.ts'
import { grouped, loudness, NONE } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { rowDate, rowLength } from '../../wording/times.ts'
import styles from './library.module.css'
import { markWords, splitTake } from './mark-words.ts'
import type { RowKey } from './selection.ts'

const words = texts.library.sound

/** What rows ask of the table; one object for all rows, so that they are not drawn again. */
export interface RowHandlers {
  press(key: RowKey, sound: Sound, event: MouseEvent): void
  toggle(key: RowKey, sound: Sound): void
  /** @param at fraction of the length */
  playFrom(key: RowKey, sound: Sound, at: number): void
  drag(sound: Sound): void
  /** The pointer went down on the handle by which a row is dragged to another place of its collection. */
  grip(sound: Sound, event: PointerEvent): void
  /** The menu of a row is asked for by the pointer. */
  menu(key: RowKey, sound: Sound, event: MouseEvent): void
}

export interface SoundProps {
  readonly sound: Sound
  readonly rowKey: RowKey
  readonly rowId: string
  readonly rowIndex: number
  readonly isSelected: boolean
  readonly isCursor: boolean
  /** Loaded in the player, and whether it sounds. */
  readonly loaded: 'no' | 'paused' | 'playing'
  readonly handlers: RowHandlers
}

interface Props extends SoundProps {
  /** Words to set bold; only in the closest matches. */
  readonly words: string
  readonly nowMs: number
  /**
   * In the order of the collection that is looked at, from 1; null where the table is sorted by something else. Undefined where none is
   * looked at: then there is no column for it.
   */
  readonly place: number | null | undefined
  /** It can be dragged to another place. */
  readonly isMovable: boolean
}

/** How a row or a tile answers the pointer. */
export function pointerOf({ sound, rowKey, handlers }: SoundProps) {
  return {
    'data-sound': sound.id,
    draggable: !sound.isMissing,
    onClick: (event: MouseEvent) => handlers.press(rowKey, sound, event),
    onContextMenu: (event: MouseEvent) => handlers.menu(rowKey, sound, event),
    onDragStart: (event: DragEvent) => {
      // The system's own drag takes over: the files lie ready, the main process begins it in this turn.
      event.preventDefault()
      handlers.drag(sound)
    },
  }
}

export const SoundRow = memo(function SoundRow(props: Props) {
  const { sound, isSelected, loaded } = props
  const isPlaying = loaded === 'playing'
  const { name, take } = splitTake(sound.name)
  return (
    <GridRow
      id={props.rowId}
      rowIndex={props.rowIndex}
      isSelected={isSelected}
      data-playing={isPlaying}
      {...pointerOf(props)}
      className={cx(
        styles.row,
        styles.sound,
        props.isCursor && styles.cursor,
        sound.isMissing && styles.missing,
      )}
    >
      {props.place !== undefined && <PlaceCell {...props} place={props.place} />}
      <GridCell className={styles.play}>
        <PlayButton {...props} />
      </GridCell>
      <GridCell className={styles.wave}>
        <SoundWave {...props} />
      </GridCell>
      <GridCell className={cx(styles.name, styles.nameCell)} title={sound.name}>
        <span className={styles.nameText}>
          <Name name={name} searched={props.words} />
        </span>
        {take !== '' && <span className={styles.take}>{take}</span>}
        {sound.isLoop && <span className={styles.mark}>{words.loop}</span>}
        {sound.hasNotes && <span className={styles.mark}>{words.notes}</span>}
        {sound.rating > 0 && (
          <span className={styles.rating} role="img" aria-label={words.rating(sound.rating)}>
            {'★'.repeat(sound.rating)}
          </span>
        )}
        {sound.isFavourite && (
          <span className={styles.star} role="img" aria-label={words.favourite}>
            <Icon name="star" size={12} isFilled />
          </span>
        )}
      </GridCell>
      <GridCell className={styles.type}>
        {sound.isMissing ? <span className={styles.none}>{words.missing}</span> : sound.type}
      </GridCell>
      <GridCell className={styles.length}>{rowLength(sound.durationMs)}</GridCell>
      <GridCell className={styles.model} title={sound.model}>
        {sound.model === '' ? <span className={styles.none}>{words.import}</span> : sound.model}
      </GridCell>
      <GridCell className={styles.seed}>{sound.seed ?? <None />}</GridCell>
      <GridCell className={styles.lufs}>
        {sound.loudnessLufs === null ? <None /> : loudness(sound.loudnessLufs)}
      </GridCell>
      <GridCell className={styles.cost}>
        {sound.credits === null || sound.credits === 0 ? <None /> : grouped(sound.credits)}
      </GridCell>
      <GridCell className={styles.date}>{rowDate(sound.createdAtMs, props.nowMs)}</GridCell>
      <GridCell className={styles.tags}>
        {sound.tags.map((tag) => (
          <span key={tag}>{tag}</span>
        ))}
      </GridCell>
    </GridRow>
  )
})

/** How the handle answers by which a sound is dragged within the table: all else of it is for dragging out of the window. */
export function gripOf({ sound, handlers }: Pick<SoundProps, 'sound' | 'handlers'>) {
  return {
    title: texts.library.order.drag,
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.preventDefault()
      event.stopPropagation()
    },
    onPointerDown: (event: PointerEvent) => handlers.grip(sound, event),
  }
}

function PlaceCell({ sound, place, isMovable, handlers }: Props & { readonly place: number | null }) {
  if (!isMovable)
    return <GridCell className={styles.order}>{place === null ? <None /> : grouped(place)}</GridCell>
  return (
    <GridCell className={cx(styles.order, styles.grip)} {...gripOf({ sound, handlers })}>
      {place === null ? <None /> : grouped(place)}
    </GridCell>
  )
}

const None = () => <span className={styles.none}>{NONE}</span>

function Name({ name, searched }: { name: string; searched: string }) {
  if (searched === '') return name
  return markWords(name, searched).map((segment, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: segments of a name have no identity but their place
    segment.isMatch ? <mark key={index}>{segment.text}</mark> : segment.text,
  )
}

export function PlayButton({ sound, rowKey, loaded, handlers }: SoundProps) {
  const isPlaying = loaded === 'playing'
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.playButton}
      aria-label={isPlaying ? words.pause(sound.name) : words.play(sound.name)}
      onClick={(event) => {
        event.stopPropagation()
        handlers.toggle(rowKey, sound)
      }}
    >
      <Icon name={isPlaying ? 'pause' : 'play'} size={12} />
    </button>
  )
}

/** The shape of a sound and where its playhead stands; a click plays from there. */
export function SoundWave({ sound, rowKey, loaded, handlers }: SoundProps) {
  const { player } = useWindow()
  const picture = usePicture(overviews, sound.hasFacts && !sound.isMissing ? sound.id : null)
  const positionS = useProgress(player, loaded !== 'no')
  const durationS = useStore(player.state, () => (loaded === 'no' ? 0 : player.durationS()))
  const played = loaded === 'no' || durationS === 0 ? null : positionS / durationS
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard seeks in the player
    <span
      role="img"
      aria-label={picture.value === null ? words.noWaveform : words.waveform}
      className={styles.waveBox}
      onClick={(event) => {
        if (event.shiftKey || event.ctrlKey || event.metaKey || picture.value === null) return
        event.stopPropagation()
        const box = event.currentTarget.getBoundingClientRect()
        handlers.playFrom(rowKey, sound, (event.clientX - box.left) / box.width)
      }}
    >
      {picture.value === null ? (
        <span className={styles.unmade} />
      ) : (
        <RowWave peaks={picture.value} played={played} />
      )}
      {played !== null && <span className={styles.playhead} style={{ left: `${played * 100}%` }} />}
    </span>
  )
}

/** A row whose page is on its way. */
export function EmptyRow({ rowIndex, isDrawn }: { rowIndex: number; isDrawn: boolean }) {
  return (
    <GridRow rowIndex={rowIndex} className={styles.row}>
      <GridCell className={styles.play} aria-label={texts.library.table.beingRead} />
      <GridCell className={styles.wave}>{isDrawn && <span className={styles.unmade} />}</GridCell>
      <GridCell>{isDrawn && <SkeletonBar rowIndex={rowIndex} />}</GridCell>
    </GridRow>
  )
}

/** Lengths that look like names, without being random. */
function SkeletonBar({ rowIndex }: { rowIndex: number }) {
  return <span className={styles.skeleton} style={{ width: `${40 + ((rowIndex * 37) % 45)}%` }} />
}
