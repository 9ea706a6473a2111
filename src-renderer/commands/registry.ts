// Every action of the window, registered by the feature that can do it: for the palette, the sheet and the keyboard alike.
import { createContext, useContext, useEffect, useRef } from 'react'
import { createStore, type Store } from '../store.ts'
import type { Shortcut } from './keys.ts'

export type CommandSection = 'Make' | 'Play' | 'Sound' | 'Go to' | 'Window'

export interface Command {
  readonly id: string
  readonly title: string
  readonly section: CommandSection
  /** The first is shown; all are heard. */
  readonly shortcuts?: readonly Shortcut[]
  /** Heard while a text is being edited, too. */
  readonly isHeardInText?: boolean
  /** Runs again and again while its key is held, as what plays does. */
  readonly repeats?: boolean
  /** Absent means always. */
  readonly isEnabled?: boolean
  /** Outside of texts its keys are its own while it is disabled, too: nothing happens, whatever Chromium does with them. */
  readonly ownsKeys?: boolean
  readonly run: () => void
}

export type CommandRegistry = Store<ReadonlyMap<string, Command>>

/** Commands by id, in the order in which they came. */
export const createRegistry = (): CommandRegistry => createStore<ReadonlyMap<string, Command>>(new Map())

export const CommandsContext = createContext<CommandRegistry>(createRegistry())

/** Offers commands while the component stands. Each runs as the last render had it. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useContext(CommandsContext)
  const latest = useRef(new Map<string, Command>())
  latest.current = new Map(commands.map((command) => [command.id, command]))
  // What the palette shows of the commands; when it stays the same nothing is registered again.
  const shown = commands.map(({ id, title, isEnabled }) => `${id}|${title}|${isEnabled !== false}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` stands for the commands, `latest` runs them
  useEffect(() => {
    const mine = [...latest.current.values()].map((command) => ({
      ...command,
      run: () => latest.current.get(command.id)?.run(),
    }))
    registry.set((all) => {
      const next = new Map(all)
      for (const command of mine) next.set(command.id, command)
      return next
    })
    return () =>
      registry.set((all) => {
        const next = new Map(all)
        for (const command of mine) if (next.get(command.id) === command) next.delete(command.id)
        return next
      })
  }, [registry, shown])
}

/** Runs a command by its id, when it stands and is enabled. @returns whether it ran */
export function runCommand(registry: CommandRegistry, id: string): boolean {
  const command = registry.get().get(id)
  if (command === undefined || command.isEnabled === false) return false
  command.run()
  return true
}
