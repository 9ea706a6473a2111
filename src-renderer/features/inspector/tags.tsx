// Tags of the inspected sound; adding and taking away reach the whole selection, another name the whole library. What is typed is completed from its tags.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { bridge, type SoundDetail } from '../../bridge.ts'
import { IconButton } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { cx } from '../../components/cx.ts'
import { libraryTags } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { grouped } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import styles from './inspector.module.css'
import type { SoundActions } from './use-sound-actions.tsx'

const words = texts.inspector.tags

/** As many as are looked through at a glance. */
const SUGGESTED = 8

interface Props {
  readonly detail: SoundDetail
  readonly actions: SoundActions
}

export function Tags({ detail, actions }: Props) {
  const remove = (tag: string): void => actions.change({ removeTags: [tag] })
  const act = useAct()
  const [renamed, setRenamed] = useState<string | null>(null)
  const rename = (from: string, to: string): void => {
    setRenamed(null)
    if (to === '' || to === from) return
    void act(bridge.library.renameTag({ from, to }), ({ changed }) => words.renamed(from, to, changed))
  }
  return (
    <div className={cx(styles.tags, styles.note)}>
      {detail.tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag === renamed ? (
            <RenameTag tag={tag} onRename={(to) => rename(tag, to)} onStop={() => setRenamed(null)} />
          ) : (
            <button
              type="button"
              className={styles.tagText}
              aria-label={words.rename(tag)}
              title={words.rename(tag)}
              onClick={() => setRenamed(tag)}
            >
              {tag}
            </button>
          )}
          <IconButton icon="x" isSmall label={words.remove(tag, actions.count)} onClick={() => remove(tag)} />
        </span>
      ))}
      <TagField
        detail={detail}
        actions={actions}
        onRemoveLast={() => detail.tags.slice(-1).forEach(remove)}
      />
    </div>
  )
}

interface RenameProps {
  readonly tag: string
  readonly onRename: (to: string) => void
  readonly onStop: () => void
}

/** Leaving the field leaves the name: it reaches the whole library, so only Enter means it. */
function RenameTag({ tag, onRename, onStop }: RenameProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  useEffect(() => inputRef.current?.select(), [])
  return (
    <input
      ref={inputRef}
      className={cx(controls.input, styles.tagInput)}
      aria-label={words.rename(tag)}
      defaultValue={tag}
      maxLength={60}
      spellCheck={false}
      onBlur={onStop}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onRename(event.currentTarget.value.trim())
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onStop()
      }}
    />
  )
}

function TagField({ detail, actions, onRemoveLast }: Props & { onRemoveLast: () => void }) {
  const listId = useId()
  const listRef = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const prefix = text.trim()
  const { data } = useQuery({
    ...libraryTags(prefix, SUGGESTED + detail.tags.length),
    enabled: prefix !== '',
    placeholderData: keepPreviousData,
  })
  const isMany = actions.count > 1
  // Of several sounds the others may lack what this one has.
  const suggested =
    prefix === ''
      ? []
      : (data ?? [])
          // Until what begins so is read, what began with less stands there still.
          .filter(({ tag }) => tag.toLowerCase().startsWith(prefix.toLowerCase()))
          .filter(({ tag }) => isMany || !detail.tags.includes(tag))
          .slice(0, SUGGESTED)
  const isShown = isOpen && suggested.length > 0
  // Above all else in the page, and beside its field wherever that is scrolled: see the style sheet.
  useLayoutEffect(() => {
    if (isShown) listRef.current?.showPopover()
  }, [isShown])
  const add = (typed: string): void => {
    const tags = typed
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '' && (isMany || !detail.tags.includes(tag)))
    setText('')
    setActive(-1)
    setOpen(false)
    if (tags.length > 0) actions.change({ addTags: tags })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isShown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      // One place more than tags: what was typed itself.
      const places = suggested.length + 1
      const delta = event.key === 'ArrowDown' ? 1 : -1
      setActive((now) => ((now + 1 + delta + places) % places) - 1)
    } else if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add(suggested[active]?.tag ?? text)
    } else if (event.key === 'Escape' && isShown) {
      event.stopPropagation()
      setOpen(false)
    } else if (event.key === 'Escape') {
      // First what is typed goes, then one leaves: leaving takes what is typed.
      event.stopPropagation()
      if (text === '') actions.leaveField()
      else setText('')
    } else if (event.key === 'Backspace' && text === '') onRemoveLast()
  }
  return (
    <>
      <input
        ref={actions.tagField}
        className={cx(controls.input, styles.tagInput, styles.tagField)}
        role="combobox"
        aria-label={words.add(actions.count)}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={words.placeholder(actions.count)}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setActive(-1)
          setOpen(true)
        }}
        onBlur={() => add(text)}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <div
          ref={listRef}
          id={listId}
          popover="manual"
          role="listbox"
          aria-label={words.known}
          className={cx(controls.menu, styles.suggestions)}
        >
          {suggested.map(({ tag, count }, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field holds the focus and names the active one
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
            <div
              key={tag}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={cx(controls.item, styles.suggestion)}
              // The field keeps the focus: leaving it would take what is typed.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => add(tag)}
            >
              <span>{tag}</span>
              <span className={styles.tagCount}>{grouped(count)}</span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
