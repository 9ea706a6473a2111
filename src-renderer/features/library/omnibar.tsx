// The field that searches and creates: a combobox whose list is the table below it.
import { type RefObject, useId } from 'react'
import { IconButton, Keys } from '../../components/button.tsx'
import { cx } from '../../components/cx.ts'
import { Icon } from '../../components/icon.tsx'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { isAffordable, priceText } from '../../wording/quotes.ts'
import { texts } from '../../wording/texts.ts'
import type { CreateForm } from '../create/use-create.ts'
import styles from './library.module.css'

const words = texts.library.omnibar

interface Props {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly gridId: string
  readonly form: CreateForm
  /** Hears of a text before the window does. */
  readonly onType: (text: string) => void
  /** The keyboard leaves the field for the table. */
  readonly onLeave: (to: 'first' | 'last') => void
}

export function Omnibar({ inputRef, gridId, form, onType, onLeave }: Props) {
  const { searchText } = useWindow()
  const text = useStore(searchText)
  const hintId = useId()
  const recovery = form.quote?.creditRecovery
  const isLow = recovery !== undefined && !isAffordable(recovery)
  return (
    <header className={styles.omnibar}>
      <Icon name="find" />
      <input
        ref={inputRef}
        role="combobox"
        aria-label={words.label}
        aria-controls={gridId}
        aria-expanded="true"
        aria-haspopup="grid"
        aria-autocomplete="list"
        aria-describedby={hintId}
        placeholder={words.label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          onType(value)
          searchText.set(value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            onLeave(event.key === 'ArrowDown' ? 'first' : 'last')
          } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            onLeave('first')
          } else if (event.key === 'Escape' && text !== '') {
            event.stopPropagation()
            searchText.set('')
          }
        }}
      />
      <span id={hintId} className="spoken">
        {words.hint}
      </span>
      {text !== '' && (
        <IconButton
          icon="x"
          label={words.clear}
          onClick={() => {
            searchText.set('')
            inputRef.current?.focus()
          }}
        />
      )}
      {form.quote !== null && (
        <span className={cx(styles.omniQuote, isLow && styles.low)}>
          {priceText(form.quote)} <Keys of="mod+enter" />
        </span>
      )}
    </header>
  )
}
