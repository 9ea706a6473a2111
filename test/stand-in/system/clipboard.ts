// The `clipboard` module: an own clipboard in memory, so that tests never touch a person's.
import type * as E from 'electron'

type Content = string | Blob
type Items = ConstructorParameters<typeof E.ClipboardItem>[0]

export class ClipboardItem {
  readonly #items: Items

  constructor(items: Items) {
    this.#items = items
  }

  get types(): string[] {
    return Object.keys(this.#items)
  }

  /** @throws for a type that the item does not hold */
  async getType(type: string): Promise<Blob> {
    const content = await this.#items[type]
    if (content === undefined) throw new Error(`The clipboard item holds no ${type}`)
    if (content instanceof Blob) return content
    return new Blob([typeof content === 'string' ? content : JSON.stringify(content)], { type })
  }
}

const contents = new Map<string, Content>()

export const clipboard = {
  async readText(): Promise<string> {
    const text = contents.get('text/plain') ?? ''
    return typeof text === 'string' ? text : text.text()
  },
  async writeText(text: string): Promise<void> {
    contents.clear()
    contents.set('text/plain', text)
  },
  async has(type: string): Promise<boolean> {
    return contents.has(type)
  },
  async read(): Promise<ClipboardItem[]> {
    return contents.size === 0 ? [] : [new ClipboardItem(Object.fromEntries(contents))]
  },
  async write(items: readonly Pick<ClipboardItem, 'types' | 'getType'>[]): Promise<void> {
    contents.clear()
    for (const item of items) {
      for (const type of item.types) contents.set(type, await item.getType(type))
    }
  },
  clear(): void {
    contents.clear()
  },
} satisfies Pick<E.Clipboard, 'readText' | 'writeText' | 'has' | 'clear'> & Record<'read' | 'write', unknown>
