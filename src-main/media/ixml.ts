// The `iXML` chunk: the librarians' fields in USER, and ours in FOLEYROOM. Writes well-formed XML, reads it without entities or expansion.

/** The fields that sound librarians show, by the names of their elements. Empty ones are left out. */
export interface LibrarianFields {
  /** The category's id in the Universal Category System, such as DOORWood. */
  readonly CATID: string
  readonly CATEGORY: string
  readonly SUBCATEGORY: string
  readonly FXNAME: string
  readonly DESCRIPTION: string
  readonly KEYWORDS: string
  readonly LIBRARY: string
  readonly SOURCE: string
}

/** An iXML document of the note, USER and one element of our own with the given children. */
export function encodeIxml(parts: {
  readonly note: string
  readonly user: LibrarianFields
  readonly own: Readonly<Record<string, string>>
}): Uint8Array {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<BWFXML>
  <IXML_VERSION>2.10</IXML_VERSION>
  <NOTE>${escapeXml(parts.note)}</NOTE>
  <USER>
${children({ ...parts.user })}  </USER>
${ownElement(parts.own)}</BWFXML>
`
  return new TextEncoder().encode(xml)
}

const children = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `    <${name}>${escapeXml(text)}</${name}>\n`)
    .join('')
const ownElement = (fields: Readonly<Record<string, string>>): string =>
  `  <FOLEYROOM>\n${children(fields)}  </FOLEYROOM>\n`

/**
 * The iXML document of others with our fields in it: what they have in USER and we do not say stays, as does all else (scene, take, tracks).
 * Null where it is none that can be added to.
 */
export function mergeIxml(
  theirs: Uint8Array,
  parts: { readonly user: LibrarianFields; readonly own: Readonly<Record<string, string>> },
): Uint8Array | null {
  const text = new TextDecoder().decode(theirs).replace(/\0+$/u, '')
  const end = text.lastIndexOf('</BWFXML>')
  if (!text.includes('<BWFXML>') || end < 0) return null
  let inner = text.slice(0, end).replace(/\s*<FOLEYROOM>.*?<\/FOLEYROOM>/gsu, '')
  if (!/<USER>.*<\/USER>/su.test(inner)) inner = `${inner.trimEnd()}\n  <USER>\n  </USER>\n`
  const user = inner.replace(/<USER>(.*?)<\/USER>/su, (_, fields: string) => {
    let kept = fields
    for (const [name, value] of Object.entries(parts.user)) {
      if (value === '') continue
      const element = `<${name}>${escapeXml(value)}</${name}>`
      const known = new RegExp(`<${name}>[^<]*</${name}>|<${name}/>`, 'u')
      // By functions, since a replacement text would read `$` as its own.
      kept = known.test(kept) ? kept.replace(known, () => element) : `${kept.trimEnd()}\n    ${element}\n  `
    }
    return `<USER>${kept}</USER>`
  })
  return new TextEncoder().encode(`${user.trimEnd()}\n${ownElement(parts.own)}</BWFXML>\n`)
}

/** The text of the elements directly inside the first element `parent`; null where there is none. Nothing is expanded but the five named entities and character references. */
export function readElements(xml: Uint8Array, parent: string): ReadonlyMap<string, string> | null {
  const text = new TextDecoder().decode(xml)
  const start = text.indexOf(`<${parent}>`)
  const end = text.indexOf(`</${parent}>`, start)
  if (start < 0 || end < 0) return null
  const inner = text.slice(start + parent.length + 2, end)
  const found = new Map<string, string>()
  for (const [, name, content] of inner.matchAll(/<([A-Z][A-Z0-9_]*)>([^<]*)<\/\1>/g)) {
    if (name !== undefined && content !== undefined && !found.has(name)) found.set(name, unescapeXml(content))
  }
  return found
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 cannot say control characters and lone surrogates at all: they are left out. A carriage return would be read as a line feed. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
    .replaceAll('\r', '&#13;')
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replace(/&(?:([a-z]+)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
