// Puts the selected sounds elsewhere in the order of the collection that is looked at.
import { useCallback } from 'react'
import { bridge, type CollectionMove, type CollectionView } from '../../bridge.ts'
import { type Command, useCommands } from '../../commands/registry.ts'
import { useAct } from '../../data/use-act.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import type { Sort } from './columns.ts'
import type { RowKey } from './selection.ts'

const words = texts.library.order

export type MoveInOrder = (soundIds: readonly number[], to: CollectionMove) => void

/**
 * Null where the table does not stand in the order of one collection.
 * @param shown the collection whose sounds the table shows
 * @param total of its rows
 * @param reveal scrolls a row into view
 */
export function useOrder(
  shown: CollectionView | null,
  sort: Sort,
  total: number,
  reveal: (key: RowKey) => void,
): MoveInOrder | null {
  const state = useWindow()
  const act = useAct()
  const selected = useStore(state.selection, ({ ids }) => ids)
  const collection = sort.column === 'collection' ? shown : null
  const { descending } = sort
  const move = useCallback<MoveInOrder>(
    (soundIds, to) => {
      if (collection === null || soundIds.length === 0) return
      const inOrder = descending ? turned(to) : to
      void act(
        bridge.collections.order({ collectionId: collection.id, soundIds, to: inOrder }),
        ({ moved, index }) => {
          if (moved > 0) {
            // They stand beside each other now; the keyboard goes on from the one that went ahead.
            const first = descending ? total - index - moved : index
            const top: RowKey = `at:${first}`
            const bottom: RowKey = `at:${first + moved - 1}`
            const isDown = to.kind === 'down' || to.kind === 'end'
            const [cursor, anchor] = isDown ? ([bottom, top] as const) : ([top, bottom] as const)
            state.selection.set({ ids: new Set(soundIds), cursor, anchor })
            reveal(cursor)
          }
          return moved < soundIds.length ? words.elsewhere(soundIds.length - moved) : null
        },
      )
    },
    [collection, descending, total, state, act, reveal],
  )
  const steps = [
    { id: 'order-up', title: words.up, shortcuts: ['alt+arrowup'], kind: 'up' },
    { id: 'order-down', title: words.down, shortcuts: ['alt+arrowdown'], kind: 'down' },
    { id: 'order-start', title: words.start, shortcuts: ['alt+home'], kind: 'start' },
    { id: 'order-end', title: words.end, shortcuts: ['alt+end'], kind: 'end' },
  ] as const
  useCommands(
    collection === null
      ? []
      : steps.map(
          ({ id, title, shortcuts, kind }): Command => ({
            id,
            title: title(collection.name),
            section: 'Sound',
            shortcuts,
            repeats: kind === 'up' || kind === 'down',
            isEnabled: selected.size > 0,
            run: () => move([...selected], { kind }),
          }),
        ),
  )
  return collection === null ? null : move
}

/** The same move where the last stand first. */
function turned(to: CollectionMove): CollectionMove {
  switch (to.kind) {
    case 'between':
      return { kind: 'between', above: to.below, below: to.above }
    case 'up':
      return { kind: 'down' }
    case 'down':
      return { kind: 'up' }
    case 'start':
      return { kind: 'end' }
    case 'end':
      return { kind: 'start' }
  }
}
