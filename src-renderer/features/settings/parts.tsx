// What the sections of Settings are built of: groups between hairlines, named lines, and what stands there while something is read or was refused.
import { type ReactNode, useId } from 'react'
import { errorOf } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { useDelayed } from '../../data/use-delayed.ts'
import { errorSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'
import styles from './settings.module.css'

/** Before this nothing is said of waiting. */
const SLOW_MS = 150

/** Lines that belong together. */
export function Group({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      {title !== undefined && <h3>{title}</h3>}
      {children}
    </section>
  )
}

/** A name, what it is set to, and a remark below. */
export function Line({ name, note, children }: { name: string; note?: string | null; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid of two columns
    <div className={styles.line} role="group" aria-labelledby={id}>
      <span id={id}>{name}</span>
      <div>
        <div className={styles.row}>{children}</div>
        {note != null && <p className={styles.note}>{note}</p>}
      </div>
    </div>
  )
}

export const Lead = ({ children }: { children: ReactNode }) => <p className={styles.lead}>{children}</p>

interface ReadProps<T> {
  readonly query: {
    readonly data: T | undefined
    readonly error: Error | null
    readonly refetch: () => Promise<unknown>
  }
  readonly children: (value: T) => ReactNode
}

/** Shows what was read; before that a word after a while, after a refusal the reason and a second try. */
export function Read<T>({ query, children }: ReadProps<T>) {
  const { data, error, refetch } = query
  const isSlow = useDelayed(data === undefined && error === null, SLOW_MS)
  if (data !== undefined) return children(data)
  if (error !== null)
    return (
      <div className={styles.refused} role="alert">
        <p>{errorSentence(errorOf(error))}</p>
        <Button onClick={() => void refetch()}>{texts.settings.tryAgain}</Button>
      </div>
    )
  return isSlow ? (
    <p className={styles.quiet} role="status">
      {texts.settings.reading}
    </p>
  ) : null
}

/** A bar that fills. `fraction` 0..1. */
export function Progress({ label, text, fraction }: { label: string; text: string; fraction: number }) {
  return (
    <div className={styles.progress}>
      <p>{text}</p>
      <ProgressBar label={label} text={text} done={fraction} />
    </div>
  )
}
