// The library's sounds as tiles: lines of waveforms, walked in two dimensions.
import { memo } from 'react'
import { cx } from '../../components/cx.ts'
import { GridCell, GridRow } from '../../components/grid.tsx'
import { Icon } from '../../components/icon.tsx'
import { grouped } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { rowLength } from '../../wording/times.ts'
import styles from './library.module.css'
import { splitTake } from './mark-words.ts'
import type { RowWindow } from './row-window.ts'
import type { RowKey } from './selection.ts'
import { gripOf, PlayButton, pointerOf, type SoundProps, SoundWave } from './sound-row.tsx'
import type { Listing } from './use-listing.ts'

const words = texts.library.sound

interface Props {
  readonly listing: Listing
  readonly columns: number
  /** In lines. */
  readonly shown: RowWindow
  /** Of the first line, as assistive technology counts. */
  readonly firstRowIndex: number
  /** All that a tile shows of a sound at this place of the list. */
  readonly tileOf: (key: RowKey, sound: SoundProps['sound']) => SoundProps
  /** As of a row. */
  readonly placeOf: (index: number) => number | null | undefined
  readonly isMovable: boolean
}

export function SoundTiles(props: Props) {
  const { listing, columns, shown, firstRowIndex, tileOf, placeOf, isMovable } = props
  return Array.from({ length: shown.end - shown.first }, (_, i) => {
    const line = shown.first + i
    const count = Math.min(columns, listing.total - line * columns)
    return (
      <GridRow
        key={line}
        rowIndex={firstRowIndex + line}
        className={styles.tiles}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {Array.from({ length: count }, (_, column) => {
          const index = line * columns + column
          const key: RowKey = `at:${index}`
          const sound = listing.rowAt(index)
          return sound === undefined ? (
            <GridCell key={key} className={styles.tile} aria-label={texts.library.table.beingRead}>
              <span className={styles.waveBox}>
                <span className={styles.unmade} />
              </span>
            </GridCell>
          ) : (
            <SoundTile key={key} place={placeOf(index)} isMovable={isMovable} {...tileOf(key, sound)} />
          )
        })}
      </GridRow>
    )
  })
}

type TileProps = SoundProps & { readonly place: number | null | undefined; readonly isMovable: boolean }

const SoundTile = memo(function SoundTile(props: TileProps) {
  const { sound, isSelected, isCursor, loaded, place } = props
  const { name, take } = splitTake(sound.name)
  return (
    <GridCell
      id={props.rowId}
      aria-selected={isSelected}
      data-playing={loaded === 'playing'}
      className={cx(styles.tile, isCursor && styles.cursor, sound.isMissing && styles.missing)}
      {...pointerOf(props)}
    >
      <SoundWave {...props} />
      <span className={styles.tileName} title={sound.name}>
        <span className={cx(styles.name, styles.nameText)}>{name}</span>
        {take !== '' && <span className={cx(styles.name, styles.take)}>{take}</span>}
        {sound.isFavourite && (
          <span className={styles.star} role="img" aria-label={words.favourite}>
            <Icon name="star" size={12} isFilled />
          </span>
        )}
      </span>
      <span className={styles.tileFacts}>
        <PlayButton {...props} />
        <span className={styles.tileType}>{sound.isMissing ? words.missing : sound.type}</span>
        {sound.isLoop && <span>{words.loop}</span>}
        {sound.hasNotes && <span>{words.notes}</span>}
        {sound.credits !== null && sound.credits > 0 && <span>{words.credits(sound.credits)}</span>}
        <span className={styles.tileLength}>{rowLength(sound.durationMs)}</span>
        {place != null && (
          <span
            className={cx(styles.tilePlace, props.isMovable && styles.grip)}
            {...(props.isMovable && gripOf(props))}
          >
            {grouped(place)}
          </span>
        )}
      </span>
    </GridCell>
  )
})
