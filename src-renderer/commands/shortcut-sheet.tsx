// The sheet of shortcuts: what the keyboard does now, by section.
import { useContext } from 'react'
import { Keys } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { useStore } from '../store.ts'
import { useWindow } from '../window-state.ts'
import { texts } from '../wording/texts.ts'
import styles from './palette.module.css'
import { SECTIONS } from './palette.tsx'
import { CommandsContext } from './registry.ts'

const words = texts.commands
/** What the table hears by itself. */
const TABLE_KEYS = [
  { title: words.tableKeys.move, keys: ['↑', '↓'] },
  { title: words.tableKeys.range, keys: ['⇧ ↑', '⇧ ↓'] },
  { title: words.tableKeys.play, keys: ['⏎'] },
  { title: words.tableKeys.compare, keys: ['1', '2', '3', '4'] },
] as const

export function ShortcutSheet() {
  const { overlay } = useWindow()
  const commands = [...useStore(useContext(CommandsContext)).values()].filter(
    (each) => each.shortcuts !== undefined,
  )
  return (
    <Dialog title={words.sheet} isWide onClose={() => overlay.set(null)}>
      <div className={styles.sheet}>
        <section>
          <h3>{words.table}</h3>
          <dl>
            {TABLE_KEYS.map(({ title, keys }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
        {SECTIONS.map((section) => {
          const listed = commands.filter(
            (command) => command.section === section && !command.id.startsWith('take-'),
          )
          if (listed.length === 0) return null
          return (
            <section key={section}>
              <h3>{words.sections[section]}</h3>
              <dl>
                {listed.map((command) => (
                  <div key={command.id}>
                    <dt>{command.title}</dt>
                    <dd>
                      {command.shortcuts?.map((shortcut) => (
                        <Keys key={shortcut} of={shortcut} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}
