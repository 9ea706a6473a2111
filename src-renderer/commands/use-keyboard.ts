// The one listener for shortcuts: finds the command of a key press, and leaves alone what a control wants for itself.
import { useContext, useEffect } from 'react'
import { matches, type Platform } from './keys.ts'
import { type Command, CommandsContext } from './registry.ts'

/** Listens on the window while the component stands. */
export function useKeyboard(platform: Platform): void {
  const registry = useContext(CommandsContext)
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return
      if (isTakenForPress(event) !== (event.eventPhase === Event.CAPTURING_PHASE)) return
      const target = event.target instanceof Element ? event.target : null
      // A dialog or a menu keeps the keyboard to itself, but for what is heard everywhere.
      const isInOverlay =
        target?.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null && target !== null
      for (const command of registry.get().values()) {
        const shortcut = command.shortcuts?.find((each) => matches(each, event, platform))
        const isDisabled = command.isEnabled === false
        if (shortcut === undefined || (isDisabled && command.ownsKeys !== true)) continue
        if (isInOverlay && command.isHeardInText !== true) continue
        if (isWanted(target, event, command)) continue
        event.preventDefault()
        if (isDisabled) return
        // On the way down it has not come to the control yet, which would press itself.
        if (isTakenForPress(event)) event.stopPropagation()
        if (!event.repeat || command.section === 'Play' || command.repeats === true) command.run()
        return
      }
    }
    addEventListener('keydown', listen)
    addEventListener('keydown', listen, { capture: true })
    return () => {
      removeEventListener('keydown', listen)
      removeEventListener('keydown', listen, { capture: true })
    }
  }, [registry, platform])
}

/**
 * Enter with a modifier is no press of a control, but React Aria's lists and buttons take it for one and let nobody else hear it. A field
 * hears it first: what was typed into it counts.
 */
function isTakenForPress({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (key !== 'Enter' || !(ctrlKey || metaKey)) return false
  return !(target instanceof Element && target.matches('input:not([role="combobox"]), textarea'))
}

/** True when the focused control has its own use for the key. */
function isWanted(target: Element | null, event: KeyboardEvent, command: Command): boolean {
  if (target === null) return false
  if (target.closest('input, textarea, [contenteditable="true"]') !== null) {
    if (target instanceof HTMLInputElement && target.type === 'range') return event.key.startsWith('Arrow')
    // A plain letter is text, whatever command it may be elsewhere.
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey
    return isText || command.isHeardInText !== true
  }
  const isPress = event.key === ' ' || event.key === 'Enter'
  return (
    isPress &&
    !event.ctrlKey &&
    !event.metaKey &&
    target.closest('button, a, [role="button"], [role="switch"]') !== null
  )
}
