// Puts the selected sounds into a collection by a few letters of its name, or into a new one.
import { useQuery } from '@tanstack/react-query'
import { Command as Cmdk } from 'cmdk'
import { useState } from 'react'
import { bridge } from '../../bridge.ts'
import palette from '../../commands/palette.module.css'
import { Dialog } from '../../components/dialog.tsx'
import { collections } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { texts } from '../../wording/texts.ts'
import { collectionLines } from './collection-tree.ts'

const words = texts.collections

interface Props {
  readonly soundIds: readonly number[]
  readonly onClose: () => void
}

export function ChooseCollection({ soundIds, onClose }: Props) {
  const { data: all = [] } = useQuery(collections)
  const act = useAct()
  const [text, setText] = useState('')
  const lines = collectionLines(all, 'collections')
  const wanted = text.trim()
  const isNew = wanted !== '' && !lines.some(({ collection }) => collection.name === wanted)
  const put = (collectionId: number, name: string): void => {
    void act(bridge.collections.add({ collectionId, soundIds, index: null }), ({ added }) =>
      words.putDone(added, name),
    )
    onClose()
  }
  const putIntoNew = async (): Promise<void> => {
    const made = await act(bridge.collections.create({ name: wanted, parentId: null, query: null }))
    if (made !== null) put(made.id, made.name)
  }
  return (
    <Dialog title={words.putTitle} isTitleHidden onClose={onClose}>
      <Cmdk label={words.collections} className={palette.palette} loop>
        <Cmdk.Input
          autoFocus
          placeholder={words.put(soundIds.length)}
          className={palette.input}
          value={text}
          onValueChange={setText}
        />
        <Cmdk.List className={palette.list} label={words.collections}>
          {lines.map(({ collection, path }) => (
            <Cmdk.Item
              key={collection.id}
              value={`${path} ${collection.id}`}
              className={palette.item}
              onSelect={() => put(collection.id, collection.name)}
            >
              <span>{path}</span>
            </Cmdk.Item>
          ))}
          {isNew && (
            <Cmdk.Item
              value={`new ${wanted}`}
              forceMount
              className={palette.item}
              onSelect={() => void putIntoNew()}
            >
              <span>{words.putIntoNew(wanted)}</span>
            </Cmdk.Item>
          )}
        </Cmdk.List>
      </Cmdk>
    </Dialog>
  )
}
