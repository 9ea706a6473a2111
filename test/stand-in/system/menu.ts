// The `Menu` and `MenuItem` classes: the structure and the clicks, without a bar on the screen.
import { EventEmitter } from 'node:events'
import type * as E from 'electron'
import { openWindows } from '../windows/open-windows.ts'

type Options = E.MenuItemConstructorOptions

export class MenuItem {
  readonly id: string
  readonly role: Options['role']
  readonly type: NonNullable<Options['type']>
  readonly accelerator: Options['accelerator']
  readonly submenu: Menu | undefined
  label: string
  enabled: boolean
  visible: boolean
  checked: boolean
  readonly #onClick: ((...args: unknown[]) => void) | undefined

  constructor(options: Options) {
    this.id = options.id ?? ''
    this.role = options.role
    this.type = options.type ?? (options.submenu ? 'submenu' : 'normal')
    this.accelerator = options.accelerator
    this.label = options.label ?? options.role ?? ''
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    this.submenu = Array.isArray(options.submenu) ? Menu.buildFromTemplate(options.submenu) : undefined
    // The app's handler is typed for Electron's own objects, which ours stand in for.
    this.#onClick = options.click as ((...args: unknown[]) => void) | undefined
  }

  /** What choosing the item does; a test calls it. */
  click(): void {
    if (!this.enabled) return
    if (this.type === 'checkbox') this.checked = !this.checked
    this.#onClick?.(this, [...openWindows].at(-1), { triggeredByAccelerator: false })
  }
}

export class Menu extends EventEmitter {
  static #application: Menu | null = null
  readonly items: MenuItem[] = []

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application
  }

  static buildFromTemplate(template: readonly (Options | MenuItem)[]): Menu {
    const menu = new Menu()
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item))
    return menu
  }

  append(item: MenuItem): void {
    this.items.push(item)
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }

  popup(): void {
    this.emit('menu-will-show')
  }

  closePopup(): void {
    this.emit('menu-will-close')
  }
}
