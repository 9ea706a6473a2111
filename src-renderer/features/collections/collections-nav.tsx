// Collections and saved searches in the sidebar: a click looks into one, sounds are dropped onto it.
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { bridge, type CollectionView } from '../../bridge.ts'
import { useCommands } from '../../commands/registry.ts'
import { IconButton } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import controls from '../../components/controls.module.css'
import { cx } from '../../components/cx.ts'
import { Icon } from '../../components/icon.tsx'
import { collections } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { grouped } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { type CollectionLine, collectionLines, collectionSearch } from './collection-tree.ts'
import styles from './collections.module.css'

const words = texts.collections

/** What is being named: a new one, or one that is there. */
type Naming =
  | { readonly kind: 'new'; readonly query: string | null; readonly parentId: number | null }
  | { readonly kind: 'rename'; readonly id: number }

export function CollectionsNav() {
  const { searchText, selection } = useWindow()
  const text = useStore(searchText)
  const selected = useStore(selection, ({ ids }) => ids)
  const { data: all = [] } = useQuery(collections)
  const [naming, setNaming] = useState<Naming | null>(null)
  const [leaving, setLeaving] = useState<CollectionView | null>(null)
  const act = useAct()
  const stop = (): void => setNaming(null)
  const shown = all.find((each) => each.query === null && collectionSearch(each) === text) ?? null
  const take = (): void => {
    if (shown === null || selected.size === 0) return
    void act(bridge.collections.take({ collectionId: shown.id, soundIds: [...selected] }), ({ taken }) =>
      words.takeDone(taken, shown.name),
    )
  }
  useCommands([
    ...(shown === null
      ? []
      : [
          {
            id: 'take-out',
            title: words.take(shown.name),
            section: 'Sound' as const,
            shortcuts: ['shift+delete'],
            isEnabled: selected.size > 0,
            run: take,
          },
        ]),
    {
      id: 'new-collection',
      title: words.newCollectionCommand,
      section: 'Sound',
      run: () => setNaming({ kind: 'new', query: null, parentId: null }),
    },
    {
      id: 'save-search',
      title: words.saveSearch,
      section: 'Sound',
      shortcuts: ['mod+s'],
      isHeardInText: true,
      isEnabled: text.trim() !== '',
      run: () => setNaming({ kind: 'new', query: text.trim(), parentId: null }),
    },
  ])
  const name = (wanted: string): void => {
    const given = wanted.trim()
    stop()
    if (naming === null || given === '') return
    if (naming.kind === 'rename') {
      void act(bridge.collections.change({ collectionId: naming.id, name: given }))
    } else {
      void act(bridge.collections.create({ name: given, parentId: naming.parentId, query: naming.query }))
    }
  }
  const parts = [
    { kind: 'collections', title: words.collections, lines: collectionLines(all, 'collections') },
    { kind: 'searches', title: words.searches, lines: collectionLines(all, 'searches') },
  ] as const
  return (
    <div className={styles.nav}>
      {parts.map(({ kind, title, lines }) => {
        const isNew = naming?.kind === 'new' && (naming.query === null) === (kind === 'collections')
        if (kind === 'searches' && lines.length === 0 && !isNew) return null
        return (
          <section key={kind} aria-label={title}>
            <h2>
              {title}
              {kind === 'collections' && (
                <IconButton
                  icon="plus"
                  isSmall
                  label={words.newCollection}
                  onClick={() => setNaming({ kind: 'new', query: null, parentId: null })}
                />
              )}
            </h2>
            <ul>
              {lines.map((line) => (
                <Line
                  key={line.collection.id}
                  line={line}
                  siblings={lines}
                  isNaming={naming?.kind === 'rename' && naming.id === line.collection.id}
                  onName={name}
                  onStop={stop}
                  onRename={() => setNaming({ kind: 'rename', id: line.collection.id })}
                  onNest={() => setNaming({ kind: 'new', query: null, parentId: line.collection.id })}
                  onRemove={() => setLeaving(line.collection)}
                />
              ))}
              {isNew && (
                <li>
                  <NameField
                    label={kind === 'searches' ? words.nameOfSearch : words.nameOfCollection}
                    name=""
                    onName={name}
                    onStop={stop}
                  />
                </li>
              )}
            </ul>
          </section>
        )
      })}
      {leaving !== null && (
        <Confirm
          title={words.removeTitle(leaving.name)}
          action={words.removeAction}
          isDangerous
          onConfirm={() => void act(bridge.collections.remove({ collectionId: leaving.id }))}
          onClose={() => setLeaving(null)}
        >
          {leaving.query === null ? words.removeCollection : words.removeSearch}
        </Confirm>
      )}
    </div>
  )
}

/** Behind all that are there. */
const LAST = 1_000_000

interface LineProps {
  readonly line: CollectionLine
  readonly siblings: readonly CollectionLine[]
  readonly isNaming: boolean
  readonly onName: (name: string) => void
  readonly onStop: () => void
  readonly onRename: () => void
  readonly onNest: () => void
  readonly onRemove: () => void
}

function Line({ line, siblings, isNaming, onName, onStop, onRename, onNest, onRemove }: LineProps) {
  const { searchText, view, draggedIds } = useWindow()
  const act = useAct()
  const [isOver, setOver] = useState(false)
  const { collection, depth } = line
  const search = collectionSearch(collection)
  const typed = useStore(searchText).trim()
  const isShown = typed === search
  const takes = collection.query === null
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    const soundIds = draggedIds.get()
    if (soundIds.length === 0) return
    void act(bridge.collections.add({ collectionId: collection.id, soundIds, index: null }), ({ added }) =>
      words.putDone(added, collection.name),
    )
  }
  if (isNaming) {
    return (
      <li>
        <NameField label={words.name} name={collection.name} onName={onName} onStop={onStop} />
      </li>
    )
  }
  const level = siblings.filter(({ collection: each }) => each.parentId === collection.parentId)
  const place = level.indexOf(line)
  const move = (index: number, parentId = collection.parentId): void =>
    void act(bridge.collections.move({ collectionId: collection.id, parentId, index }))
  // Places count all siblings, saved searches among them; the line above or below is that of the same kind.
  const [before, after] = [level[place - 1]?.collection, level[place + 1]?.collection]
  const parent = siblings.find(({ collection: each }) => each.id === collection.parentId)?.collection
  const searchNow = (): void =>
    void act(bridge.collections.change({ collectionId: collection.id, query: typed }), () =>
      words.searchChanged(collection.name, typed),
    )
  const actions: readonly { readonly id: string; readonly label: string; readonly run: () => void }[] = [
    { id: 'rename', label: words.rename, run: onRename },
    ...(takes ? [{ id: 'nest', label: words.nest, run: onNest }] : []),
    ...(!takes && typed !== '' && typed !== collection.query
      ? [{ id: 'search', label: words.searchNow, run: searchNow }]
      : []),
    ...(before !== undefined ? [{ id: 'up', label: words.up, run: () => move(before.position) }] : []),
    ...(after !== undefined ? [{ id: 'down', label: words.down, run: () => move(after.position + 1) }] : []),
    ...(takes && before !== undefined
      ? [{ id: 'into', label: words.into(before.name), run: () => move(LAST, before.id) }]
      : []),
    ...(takes && parent !== undefined
      ? [{ id: 'out', label: words.out, run: () => move(parent.position + 1, parent.parentId) }]
      : []),
    { id: 'remove', label: words.remove, run: onRemove },
  ]
  return (
    <li
      className={cx(styles.line, isOver && styles.over)}
      onDragOver={(event) => {
        if (!takes) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={takes ? drop : undefined}
    >
      <button
        type="button"
        aria-current={isShown ? 'true' : undefined}
        style={{ paddingLeft: 8 + depth * 12 }}
        title={line.path}
        onClick={() => {
          view.set('library')
          searchText.set(isShown ? '' : search)
        }}
        onDoubleClick={onRename}
        onKeyDown={(event) => {
          if (event.key !== 'F2') return
          event.preventDefault()
          event.stopPropagation()
          onRename()
        }}
      >
        <span>{collection.name}</span>
        {collection.soundCount !== null && <em>{grouped(collection.soundCount)}</em>}
      </button>
      <MenuTrigger>
        <AriaButton className={styles.more ?? ''} aria-label={words.actionsOf(collection.name)}>
          <Icon name="down" size={12} />
        </AriaButton>
        <Popover className={controls.menu ?? ''} offset={2} placement="bottom end">
          <Menu
            aria-label={words.actionsOf(collection.name)}
            onAction={(key) => actions.find(({ id }) => id === key)?.run()}
            items={actions}
          >
            {({ id, label }) => (
              <MenuItem key={id} className={controls.item ?? ''} textValue={label}>
                {label}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
    </li>
  )
}

interface NameFieldProps {
  readonly label: string
  readonly name: string
  readonly onName: (name: string) => void
  readonly onStop: () => void
}

function NameField({ label, name, onName, onStop }: NameFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  useEffect(() => inputRef.current?.focus(), [])
  return (
    <input
      ref={inputRef}
      className={cx(controls.input, styles.field)}
      aria-label={label}
      placeholder={label}
      defaultValue={name}
      maxLength={120}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => onName(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onStop()
      }}
    />
  )
}
