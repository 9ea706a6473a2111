// The category of the inspected sound in the Universal Category System: guessed, or chosen by a few letters, for the whole selection.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Command as Cmdk } from 'cmdk'
import { type KeyboardEvent, useState } from 'react'
import { bridge, type UcsCategory } from '../../bridge.ts'
import palette from '../../commands/palette.module.css'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { soundCategory, ucsCategories } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { texts } from '../../wording/texts.ts'
import styles from './inspector.module.css'
import type { SoundActions } from './use-sound-actions.tsx'

const words = texts.inspector.category

/** As many as are looked through; more letters make them fewer. */
const SHOWN = 50
/** What stands first before anything is typed: the category that is guessed. */
const GUESS = 'guess'

export function CategoryFact({ soundId, actions }: { soundId: number; actions: SoundActions }) {
  const { data } = useQuery(soundCategory(soundId))
  if (data === undefined) return null
  const { catId, category, subcategory } = data.chosen ?? data.guess
  return (
    <div className={styles.wide}>
      <dt>{words.label}</dt>
      <dd className={styles.category} title={catId}>
        <Button weight="link" title={words.choose} onClick={actions.categorise}>
          {words.of(category, subcategory)}
        </Button>
        {data.chosen === null && <em>{words.guessed}</em>}
      </dd>
    </div>
  )
}

interface Props {
  readonly soundIds: readonly number[]
  readonly onClose: () => void
}

export function ChooseCategory({ soundIds, onClose }: Props) {
  const act = useAct()
  const [text, setText] = useState('')
  const [marked, setMarked] = useState(GUESS)
  const client = useQueryClient()
  const search = ucsCategories(text.trim(), SHOWN)
  const { data: found, isPlaceholderData } = useQuery({ ...search, placeholderData: keepPreviousData })
  const [first = 0] = soundIds
  const { data: current } = useQuery(soundCategory(first))
  const choose = (chosen: UcsCategory | null): void => {
    void act(bridge.library.setCategory({ soundIds, catId: chosen?.catId ?? null }), () =>
      chosen === null ? null : words.done(soundIds.length, chosen.catId),
    )
    onClose()
  }
  // Who types faster than is read and drawn means the best of what was typed, not what is still marked.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const isGuess = text.trim() === '' && marked === GUESS
    const shown = isPlaceholderData ? undefined : found?.find(({ catId }) => catId === marked)
    if (isGuess) choose(null)
    else if (shown !== undefined) choose(shown)
    else void client.fetchQuery(search).then(([best]) => best !== undefined && choose(best))
  }
  return (
    <Dialog title={words.title} isTitleHidden onClose={onClose}>
      <Cmdk
        label={words.title}
        className={palette.palette}
        shouldFilter={false}
        loop
        value={marked}
        onValueChange={setMarked}
        onKeyDown={onKeyDown}
      >
        <Cmdk.Input
          autoFocus
          placeholder={words.chooseFor(soundIds.length)}
          className={palette.input}
          value={text}
          onValueChange={setText}
        />
        <Cmdk.List className={palette.list} label={words.title}>
          {text.trim() === '' && current !== undefined && (
            <Cmdk.Item value={GUESS} className={palette.item} onSelect={() => choose(null)}>
              <span>{soundIds.length > 1 ? words.guessEach : words.guess(current.guess.catId)}</span>
            </Cmdk.Item>
          )}
          {found?.map((each) => (
            <Cmdk.Item
              key={each.catId}
              value={each.catId}
              className={palette.item}
              onSelect={() => choose(each)}
            >
              <span>{words.of(each.category, each.subcategory)}</span>
              <kbd>{each.catId}</kbd>
            </Cmdk.Item>
          ))}
          {found?.length === 0 && <p className={palette.empty}>{words.none}</p>}
        </Cmdk.List>
      </Cmdk>
    </Dialog>
  )
}
