// What can be done with the sounds of a row, where the pointer or the keyboard asks: the same commands as everywhere, with their keys.
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  Header,
  Menu,
  MenuItem,
  MenuSection,
  Popover,
  Separator,
  SubmenuTrigger,
} from 'react-aria-components'
import { type Command, runCommand } from '../../commands/registry.ts'
import { Keys } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { Icon } from '../../components/icon.tsx'
import { sound } from '../../data/queries.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import styles from './library.module.css'

const words = texts.library.menu

/** Where the menu opens, in pixels of the window. */
export interface MenuPlace {
  readonly x: number
  readonly y: number
}

/** Ids of commands, parted by lines. One that does not stand now is left out. */
const PARTS: readonly { readonly name: string; readonly ids: readonly string[] }[] = [
  {
    name: words.parts.judge,
    ids: ['favourite', 'keep', 'reject', 'rename', 'tag', 'collect', 'take-out', 'categorise'],
  },
  { name: words.parts.goOn, ids: ['edit', 'transcribe', 'alike'] },
  { name: words.parts.handOver, ids: ['reveal', 'copy', 'copy-link', 'export'] },
  { name: words.parts.throwAway, ids: ['trash'] },
]
const RATINGS = [5, 4, 3, 2, 1, 0].map((rating) => `rate-${rating}`)

export function RowMenu({ place, onClose }: { place: MenuPlace; onClose: () => void }) {
  const { commands, inspectedId, selection } = useWindow()
  const registry = useStore(commands)
  const id = useStore(inspectedId)
  const count = useStore(selection, ({ ids }) => ids.size)
  const pointRef = useRef<HTMLSpanElement>(null)
  // Until the sound is read, the commands are still those of the sound before it.
  const { data } = useQuery({ ...sound(id ?? 0), enabled: id !== null })
  const of = (ids: readonly string[]): Command[] => ids.flatMap((each) => registry.get(each) ?? [])
  const run = (key: string | number): void => {
    onClose()
    runCommand(commands, String(key))
  }
  const ratings = of(RATINGS)
  return (
    <>
      <span ref={pointRef} className={styles.menuPoint} style={{ left: place.x, top: place.y }} />
      {data !== undefined && (
        <Popover
          className={controls.menu ?? ''}
          triggerRef={pointRef}
          isOpen
          onOpenChange={(isOpen) => {
            if (!isOpen) onClose()
          }}
          placement="bottom start"
          offset={0}
        >
          <Menu
            aria-label={count > 1 ? words.selected(count) : data.name}
            onAction={run}
            disabledKeys={of(PARTS.flatMap(({ ids }) => ids)).flatMap((each) =>
              each.isEnabled === false ? [each.id] : [],
            )}
          >
            {PARTS.map(({ name, ids }, index) => (
              <MenuSection key={name} className={styles.menuPart ?? ''} aria-label={name}>
                {index === 0 && count > 1 && (
                  <Header className={styles.menuHead ?? ''}>{words.selected(count)}</Header>
                )}
                {of(ids).map((command) => (
                  <MenuItem
                    key={command.id}
                    id={command.id}
                    className={controls.item ?? ''}
                    textValue={command.title}
                  >
                    <span>{command.title}</span>
                    {command.shortcuts?.[0] !== undefined && (
                      <span className={styles.menuKeys}>
                        <Keys of={command.shortcuts[0]} />
                      </span>
                    )}
                  </MenuItem>
                ))}
                {index === 0 && ratings.length > 0 && (
                  <SubmenuTrigger>
                    <MenuItem id="rating" className={controls.item ?? ''} textValue={words.rating}>
                      <span>{words.rating}</span>
                      <span className={styles.submenuMark}>
                        <Icon name="right" size={12} />
                      </span>
                    </MenuItem>
                    <Popover className={controls.menu ?? ''} offset={2}>
                      <Menu aria-label={words.rating} onAction={run}>
                        {ratings.map((command) => (
                          <MenuItem
                            key={command.id}
                            id={command.id}
                            className={controls.item ?? ''}
                            textValue={command.title}
                          >
                            <span>{command.title}</span>
                            {command.shortcuts?.[0] !== undefined && (
                              <span className={styles.menuKeys}>
                                <Keys of={command.shortcuts[0]} />
                              </span>
                            )}
                          </MenuItem>
                        ))}
                      </Menu>
                    </Popover>
                  </SubmenuTrigger>
                )}
                {index < PARTS.length - 1 && <Separator className={styles.menuLine ?? ''} />}
              </MenuSection>
            ))}
          </Menu>
        </Popover>
      )}
    </>
  )
}
