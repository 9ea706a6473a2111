// How much of a time axis is shown: less, all of it, more.
import { texts } from '../wording/texts.ts'
import styles from './controls.module.css'

const words = texts.controls

interface Props {
  /** How much it is, in a few characters. */
  readonly shown: string
  /** What showing all of it is called. */
  readonly wholeLabel: string
  readonly onZoomIn: () => void
  readonly onZoomOut: () => void
  readonly onShowAll: () => void
}

export function ZoomControl({ shown, wholeLabel, onZoomIn, onZoomOut, onShowAll }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a line of controls
    <span className={styles.zoom} role="group" aria-label={words.zoom}>
      <button type="button" aria-label={words.zoomOut} onClick={onZoomOut}>
        −
      </button>
      <button
        type="button"
        title={wholeLabel}
        aria-label={words.zoomed(shown, wholeLabel)}
        onClick={onShowAll}
      >
        {shown}
      </button>
      <button type="button" aria-label={words.zoomIn} onClick={onZoomIn}>
        +
      </button>
    </span>
  )
}
