// What the engine understood, as lines that can be read. Its shape is the engine's own: anything may come.

import { texts } from '../../wording/texts.ts'

export interface SceneLine {
  readonly name: string
  readonly text: string
}

/** Longer lists say how many more there are. */
const MOST_LINES = 12
const LONGEST_TEXT = 160

/** Lines of an object's fields; a plain text is one line; nothing readable is no line. */
export function sceneLines(scene: unknown): SceneLine[] {
  if (typeof scene === 'string')
    return scene.trim() === '' ? [] : [{ name: texts.inspector.request.scene, text: cut(scene) }]
  if (Array.isArray(scene))
    return scene.length === 0 ? [] : [{ name: texts.inspector.request.scene, text: readable(scene) }]
  if (!isRecord(scene)) return []
  return Object.entries(scene)
    .map(([key, value]) => ({ name: inWords(key), text: readable(value) }))
    .filter((line) => line.text !== '')
    .slice(0, MOST_LINES)
}

/** Any value as a phrase: lists by commas, objects by their names. */
function readable(value: unknown, depth = 0): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'number') return String(Number(value.toFixed(3)))
  if (typeof value === 'string') return cut(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (depth > 2) return '…'
  if (Array.isArray(value))
    return cut(
      value
        .map((each) => readable(each, depth + 1))
        .filter(Boolean)
        .join(', '),
    )
  if (!isRecord(value)) return ''
  const named = value.kind ?? value.name ?? value.label ?? value.source
  if (typeof named === 'string') {
    const rest = Object.entries(value)
      .filter(([, each]) => each !== named && typeof each !== 'object')
      .map(([key, each]) => phrase(inWords(key).toLowerCase(), each))
      .filter(Boolean)
    return cut(rest.length === 0 ? named : `${named} (${rest.join(', ')})`)
  }
  return cut(
    Object.entries(value)
      .map(([key, each]) => `${inWords(key).toLowerCase()} ${readable(each, depth + 1)}`)
      .join(', '),
  )
}

function phrase(name: string, value: unknown): string {
  if (value === true) return name
  if (value === false || value === null || value === undefined || value === '') return ''
  return typeof value === 'string' ? value : `${name} ${readable(value, 3)}`
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const cut = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text

/** `roomSize`, `room_size` → "Room size". */
function inWords(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
