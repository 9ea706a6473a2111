// A field for a value with a notation of its own: parsed on Enter and when it is left, put back when it is no value.
import { useEffect, useState } from 'react'
import styles from './controls.module.css'
import { cx } from './cx.ts'

interface Props {
  readonly label: string
  readonly value: number | null
  readonly parse: (text: string) => number | null
  readonly print: (value: number) => string
  readonly onChange: (value: number) => void
  /** Where given an empty field is a wish. */
  readonly onClear?: () => void
  readonly placeholder?: string
  readonly describedBy?: string
  readonly className?: string | undefined
}

/** Shows the printed value while it is not edited. */
export function ParsedInput(props: Props) {
  const { value, parse, print, onChange, onClear } = props
  const printed = value === null ? '' : print(value)
  const [text, setText] = useState(printed)
  useEffect(() => setText(printed), [printed])
  const isInvalid = text !== printed && text.trim() !== '' && parse(text) === null
  const commit = (): void => {
    if (text === printed) return
    const parsed = parse(text)
    if (parsed !== null) onChange(parsed)
    else if (text.trim() === '') onClear?.()
    // A changed value prints itself; one that was brought back inside of its bounds prints as before.
    setText(printed)
  }
  return (
    <input
      className={cx(styles.input, props.className)}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-invalid={isInvalid}
      placeholder={props.placeholder}
      value={text}
      spellCheck={false}
      onChange={(event) => setText(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={commit}
      onKeyDown={(event) => {
        // With a modifier, too: what is started by it is started with what stands here.
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
