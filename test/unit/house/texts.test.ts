// The texts of the window stand in one place: rooms that are converted hold no sentence of their own. And the list of shortcuts is whole.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { shortcuts } from '../../../src-renderer/wording/en/shortcuts.ts'

const root = resolve(import.meta.dirname, '../../..')
/** A room is added here when its texts have moved to `src-renderer/wording/en`. */
const CONVERTED = [
  'src-renderer/app.tsx',
  'src-renderer/commands',
  'src-renderer/components',
  'src-renderer/data',
  'src-renderer/frame',
  'src-renderer/features/activity',
  'src-renderer/features/collections',
  'src-renderer/features/create',
  'src-renderer/features/edit',
  'src-renderer/features/exports',
  'src-renderer/features/first-run',
  'src-renderer/features/imports',
  'src-renderer/features/inspector',
  'src-renderer/features/library',
  'src-renderer/features/settings',
  'src-renderer/features/transcribe',
  'src-renderer/main.tsx',
  'src-renderer/features/video',
  'src-renderer/player',
  'src-renderer/theme',
  'src-renderer/waveform',
  'src-renderer/window-state.ts',
  'src-renderer/wording',
]
const TEXTS = 'src-renderer/wording/en/'
/** Names of products and keys, ids by which the palette sorts commands, and what goes over the wire. */
const NO_TEXT = new Set([
  ...['Foleyroom', 'Windows', 'Linux', 'Mac', 'Win', 'Service'],
  ...['Make', 'Play', 'Sound', 'Go to', 'Window'],
  // Of the platform: what is dragged, and where a menu opens.
  ...['Files', 'bottom start', 'bottom end', 'top start', 'top end'],
  ...[
    'Enter',
    'Escape',
    'Delete',
    'Backspace',
    'Ctrl',
    'Shift',
    'Alt',
    'Del',
    'Esc',
    'Space',
    'Home',
    'Arrow',
    ...['End', 'PageUp', 'PageDown', 'ContextMenu'],
    ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
  ],
])
/** What a person reads or hears, when it is given to a component. */
const SPOKEN = /^(aria-label|aria-valuetext|title|placeholder|label|alt)$/

/** A node of the syntax tree, as far as this test looks. */
type Node = { readonly type: string } & Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text)
/** Of CSS, for `closest` and its like. */
const isSelector = (text: string): boolean => /\[[\w-]+="/.test(text)
const isSentence = (text: string): boolean =>
  /\p{L}[,.…]?\s+\p{L}|^\p{Lu}\p{Ll}/u.test(text.trim()) && !isSelector(text)

/** A file as its syntax tree. */
function treeOf(name: string, source: string): Node {
  const { program, errors } = parseSync(name, source)
  if (errors.length > 0) throw new Error(`${name} cannot be parsed`)
  // The tree is plain data, typed by its own package: here every node is looked at alike.
  return program as unknown as Node
}

/** The text of a literal or of a piece of a template; null for any other node. */
function literalOf(node: Node): string | null {
  if (node.type === 'JSXText' || node.type === 'Literal') return textOf(node.value)
  if (node.type !== 'TemplateElement') return null
  const { value } = node
  return typeof value === 'object' && value !== null && 'cooked' in value ? textOf(value.cooked) : null
}

/** Nodes directly below one, with the names under which they stand. */
const below = (node: Node): readonly (readonly [key: string, child: Node])[] =>
  Object.entries(node).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).map((child) => [key, child] as const),
  )

/** Names of modules, of types, and what only a bug would say. */
const UNSEEN = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'TSLiteralType', 'ThrowStatement'])
/** A condition or an argument is not shown: `kind === 'done' && …`. */
const NOT_SHOWN = new Set(['test', 'left', 'arguments', 'callee', 'object'])

/** Literals of a file that a person would read. */
function sentencesIn(name: string, source: string): string[] {
  const found: string[] = []
  const walk = (node: Node, isShown: boolean): void => {
    if (UNSEEN.has(node.type)) return
    const text = literalOf(node)?.trim() ?? ''
    const isRead = isSentence(text) || ((isShown || node.type === 'JSXText') && hasWord(text))
    if (isRead && !NO_TEXT.has(text)) found.push(text)
    const attribute = node.type === 'JSXAttribute' && isNode(node.name) ? textOf(node.name.name) : null
    const isElement = node.type === 'JSXElement' || node.type === 'JSXFragment'
    for (const [key, child] of below(node)) {
      const isChildShown =
        attribute !== null ? SPOKEN.test(attribute) : (isElement && key === 'children') || isShown
      walk(child, isChildShown && !NOT_SHOWN.has(key))
    }
  }
  walk(treeOf(name, source), false)
  return found
}

/** Keys that a file registers, but for those that are made by counting. */
function shortcutsIn(name: string, source: string): string[] {
  const found: string[] = []
  const walk = (node: Node, isKey: boolean): void => {
    const text = literalOf(node)
    if (isKey && node.type === 'Literal' && text !== null && text !== '') found.push(text)
    const isList = node.type === 'Property' && isNode(node.key) && node.key.name === 'shortcuts'
    for (const [key, child] of below(node))
      walk(child, (isKey || (isList && key === 'value')) && !NOT_SHOWN.has(key))
  }
  walk(treeOf(name, source), false)
  return found
}

const filesOf = (place: string): string[] =>
  statSync(join(root, place)).isFile()
    ? [place]
    : readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => `${place}/${name}`)

// The whole window is parsed: nothing about its time is meant.
describe('the texts of the window', { timeout: 120_000 }, () => {
  it('stand in no room that is converted', () => {
    const files = CONVERTED.flatMap(filesOf).filter((file) => !file.startsWith(TEXTS))
    expect(files.length).toBeGreaterThan(30)
    const found = files.flatMap((file) =>
      sentencesIn(file, readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['const a = <p>Nothing here</p>', 'Nothing here'],
    ['const a = <button aria-label="close" />', 'close'],
    ["const a = <p>{isOpen ? 'hide' : words.show}</p>", 'hide'],
    ["const a = <p title={isOpen ? 'sounds' : words.show} />", 'sounds'],
    ["const said = 'The move stopped.'", 'The move stopped.'],
  ])('are found where they are: %s', (source, text) => {
    expect(sentencesIn('a.tsx', source)).toEqual(expect.arrayContaining([expect.stringContaining(text)]))
  })

  it.each([
    "import { a } from './a b.ts'",
    "const a = <p className='wide'>{kind === 'done' && words.done}</p>",
    "const a = <Icon name={name} /> as unknown as 'A type'",
    "if (x) throw new Error('Nobody reads this')",
  ])('are not seen where there is none: %s', (source) => expect(sentencesIn('a.tsx', source)).toEqual([]))
})

describe('the list of shortcuts', () => {
  const listed = new Set(shortcuts.flatMap(({ lines }) => lines.flatMap(({ keys }) => keys)))
  const registered = new Set(
    filesOf('src-renderer')
      .filter((file) => !file.startsWith(TEXTS))
      .flatMap((file) => shortcutsIn(file, readFileSync(join(root, file), 'utf8'))),
  )
  /** Made by counting: the views, the takes, the stars. And what the table hears by itself. */
  const COUNTED = /^(mod\+[1-9]|alt\+[0-5]|[1-9])$/
  const TABLE = new Set(['arrowup', 'arrowdown', 'shift+arrowup', 'shift+arrowdown', 'enter'])

  it('holds each that a feature registers', () => {
    expect(registered.size).toBeGreaterThan(30)
    expect([...registered].filter((key) => !listed.has(key))).toEqual([])
  })

  it('holds none that nobody hears', () => {
    expect(
      [...listed].filter((key) => !registered.has(key) && !COUNTED.test(key) && !TABLE.has(key)),
    ).toEqual([])
  })
})
