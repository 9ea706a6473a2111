// A small switch in the head of a track: mute, solo.
import styles from './track-switch.module.css'

interface Props {
  /** What it does, to which track. */
  readonly label: string
  /** The letter that is seen. */
  readonly mark: string
  readonly isOn: boolean
  onToggle(): void
}

export const TrackSwitch = ({ label, mark, isOn, onToggle }: Props) => (
  <button type="button" className={styles.switch} aria-label={label} aria-pressed={isOn} onClick={onToggle}>
    {mark}
  </button>
)
