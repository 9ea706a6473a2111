// JSON from outside made inert: bounded depth, no `__proto__`, no lone surrogates.

/** Deepest nesting that is read; the contract's own bodies stay below 12. */
export const JSON_MAX_DEPTH = 64

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: 'syntax' | 'too_deep' }

/** Parses untrusted JSON. Own `__proto__` keys are dropped, lone surrogates become U+FFFD. */
export function parseSafeJson(text: string): ParsedJson {
  const root: { value: unknown } = { value: null }
  try {
    root.value = JSON.parse(text)
  } catch {
    return { ok: false, problem: 'syntax' }
  }
  // An explicit stack, since the depth comes from outside.
  const stack: { node: object; depth: number }[] = [{ node: root, depth: 0 }]
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    if (entry.depth > JSON_MAX_DEPTH) return { ok: false, problem: 'too_deep' }
    for (const child of cleanChildren(entry.node)) stack.push({ node: child, depth: entry.depth + 1 })
  }
  return { ok: true, value: root.value }
}

/** Cuts a text to at most `maxChars` UTF-16 units without splitting a pair, and says so with an ellipsis. */
export function truncate(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  return `${text.slice(0, maxChars - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Cleans one object or array in place and gives the objects and arrays inside it. */
function cleanChildren(node: object): object[] {
  const children: object[] = []
  const clean = (value: unknown, replace: (text: string) => void): void => {
    if (typeof value === 'string') {
      if (!value.isWellFormed()) replace(value.toWellFormed())
    } else if (typeof value === 'object' && value !== null) {
      children.push(value)
    }
  }
  if (Array.isArray(node)) {
    // JSON arrays hold anything.
    const items: unknown[] = node
    for (const [index, item] of items.entries()) {
      clean(item, (text) => {
        items[index] = text
      })
    }
    return children
  }
  if (Object.hasOwn(node, '__proto__')) Reflect.deleteProperty(node, '__proto__')
  for (const [key, value] of Object.entries(node)) {
    clean(value, (text) => {
      Reflect.set(node, key, text)
    })
  }
  return children
}
