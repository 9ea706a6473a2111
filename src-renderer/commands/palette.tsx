// The command palette: every action that stands now, by a few letters.
import { Command as Cmdk } from 'cmdk'
import { useContext } from 'react'
import { Keys } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { useStore } from '../store.ts'
import { useWindow } from '../window-state.ts'
import { texts } from '../wording/texts.ts'
import styles from './palette.module.css'
import { type CommandSection, CommandsContext } from './registry.ts'

export const SECTIONS: readonly CommandSection[] = ['Make', 'Play', 'Sound', 'Go to', 'Window']

const words = texts.commands

export function Palette() {
  const { overlay } = useWindow()
  const commands = [...useStore(useContext(CommandsContext)).values()]
  const close = (): void => overlay.set(null)
  return (
    <Dialog title={words.palette} isTitleHidden onClose={close}>
      <Cmdk label={words.palette} className={styles.palette} loop>
        <Cmdk.Input autoFocus placeholder={words.typeOne} className={styles.input} />
        <Cmdk.List className={styles.list} label={words.palette}>
          <Cmdk.Empty className={styles.empty}>{words.noneCalledSo}</Cmdk.Empty>
          {SECTIONS.map((section) => {
            const listed = commands.filter(
              (command) => command.section === section && command.id !== 'palette',
            )
            if (listed.length === 0) return null
            return (
              <Cmdk.Group key={section} heading={words.sections[section]} className={styles.group}>
                {listed.map((command) => (
                  <Cmdk.Item
                    key={command.id}
                    value={`${command.title} ${command.id}`}
                    disabled={command.isEnabled === false}
                    className={styles.item}
                    onSelect={() => {
                      close()
                      // The dialog gives the focus back first: a command may want it elsewhere.
                      setTimeout(command.run, 0)
                    }}
                  >
                    <span>{command.title}</span>
                    {command.shortcuts?.[0] !== undefined && <Keys of={command.shortcuts[0]} />}
                  </Cmdk.Item>
                ))}
              </Cmdk.Group>
            )
          })}
        </Cmdk.List>
      </Cmdk>
    </Dialog>
  )
}
