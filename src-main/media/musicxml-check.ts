// Looks at MusicXML as text before it is kept: a score, and nothing that whoever opens it would fetch, expand or run.
import { failed, type Outcome, succeeded } from './outcome.ts'

export type MusicXmlErrorCode = 'musicxml_invalid' | 'musicxml_unsafe' | 'musicxml_too_large'

/** A symphony has some tens of megabytes. */
export const MUSICXML_CHARACTERS_MAX = 64 * 1024 * 1024

/** The document type that MusicXML itself names; anything beside it, above all an internal subset, is refused. */
const KNOWN_DOCTYPE =
  /^<!DOCTYPE\s+score-(?:partwise|timewise)\s+PUBLIC\s+"-\/\/Recordare\/\/DTD MusicXML [0-9.]+ (?:Partwise|Timewise)\/\/EN"\s+"https?:\/\/www\.musicxml\.org\/dtds\/(?:partwise|timewise)\.dtd"\s*>$/

/** Elements and processing that have no place in a score. */
const FOREIGN = [
  { pattern: /<!ENTITY/i, what: 'an entity' },
  { pattern: /<\s*(?:[\w.-]+:)?(?:script|iframe|object|embed|foreignObject)\b/i, what: 'a script or a page' },
  { pattern: /<\?xml-stylesheet/i, what: 'a style sheet' },
  { pattern: /<\s*(?:[\w.-]+:)?include\b/i, what: 'an inclusion' },
  { pattern: /\b(?:javascript|data|file|vbscript):/i, what: 'a link that runs or reads something' },
]

/** @param text the whole document. Errors: `musicxml_invalid`, `musicxml_unsafe`, `musicxml_too_large` */
export function checkMusicXml(text: string): Outcome<null, MusicXmlErrorCode> {
  if (text.length > MUSICXML_CHARACTERS_MAX) {
    return failed(
      'musicxml_too_large',
      `This MusicXML has ${text.length} characters; ${MUSICXML_CHARACTERS_MAX} are the most.`,
    )
  }
  const doctype = /<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>/i.exec(text)?.[0]
  if (doctype !== undefined && !KNOWN_DOCTYPE.test(doctype))
    return failed('musicxml_unsafe', 'This MusicXML declares a document type of its own; it is not kept.')
  for (const { pattern, what } of FOREIGN) {
    if (pattern.test(text)) return failed('musicxml_unsafe', `This MusicXML holds ${what}; it is not kept.`)
  }
  const root = /<([A-Za-z][\w.-]*)[\s>]/.exec(
    text.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '').replace(/<!DOCTYPE[^>]*>|<!--[\s\S]*?-->/g, ''),
  )
  return root?.[1] === 'score-partwise' || root?.[1] === 'score-timewise'
    ? succeeded(null)
    : failed('musicxml_invalid', 'This is no MusicXML score.')
}
