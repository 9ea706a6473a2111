// A line that fills: how much of something is done.
import { cx } from './cx.ts'
import styles from './progress-bar.module.css'

interface Props {
  readonly label: string
  /** 0..1. */
  readonly done: number
  /** What is read out in place of a percentage. */
  readonly text?: string
  readonly className?: string
}

export function ProgressBar({ label, done, text, className }: Props) {
  const percent = Math.round(Math.min(1, Math.max(0, done)) * 100)
  return (
    <span
      className={cx(styles.line, className)}
      role="progressbar"
      aria-label={label}
      aria-valuetext={text}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <i style={{ width: `${percent}%` }} />
    </span>
  )
}
