// Shortcuts as data: what matches a key press, and how it is written on this system.

/** For example `mod+k`, `space`, `shift+mod+e`, `?`. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export type Shortcut = string

/** The part of a keyboard event that decides. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}
export type Platform = 'darwin' | 'win32' | 'linux'

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'space',
  Escape: 'escape',
  Delete: 'delete',
  Backspace: 'backspace',
}

/** True when the press is the shortcut, neither more nor less. A shifted sign such as `?` needs no `shift`. */
export function matches(shortcut: Shortcut, press: KeyPress, platform: Platform): boolean {
  const parts = shortcut.split('+')
  const key = parts.at(-1) ?? ''
  const pressed = (NAMES[press.key] ?? press.key).toLowerCase()
  const isMac = platform === 'darwin'
  const hasMod = isMac ? press.metaKey : press.ctrlKey
  const hasForeign = isMac ? press.ctrlKey : press.metaKey
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key)
  return (
    pressed === key &&
    hasMod === parts.includes('mod') &&
    press.altKey === parts.includes('alt') &&
    (isSign || press.shiftKey === parts.includes('shift')) &&
    !hasForeign
  )
}

const MAC: Readonly<Record<string, string>> = {
  mod: '⌘',
  shift: '⇧',
  alt: '⌥',
  enter: '⏎',
  delete: '⌫',
  escape: 'Esc',
  space: 'Space',
}
const OTHER: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  enter: '⏎',
  delete: 'Del',
  escape: 'Esc',
  space: 'Space',
}
const BOTH: Readonly<Record<string, string>> = {
  home: 'Home',
  end: 'End',
  pageup: '⇞',
  pagedown: '⇟',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  backspace: '⌫',
}

/** As it is written beside an action: "⌘K", "Ctrl K". */
export function written(shortcut: Shortcut, platform: Platform): string {
  const names = platform === 'darwin' ? MAC : OTHER
  const parts = shortcut.split('+').map((part) => names[part] ?? BOTH[part] ?? part.toUpperCase())
  return parts.join(platform === 'darwin' ? '' : ' ')
}
