// Reads a Range header (RFC 9110, section 14) for one range of bytes (pure).

export type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' }

/** What to send of `length` bytes. A header that is absent, malformed or asks for several ranges gets the whole. */
export function parseByteRange(header: string | undefined, length: number): ByteRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match) return { kind: 'whole' }
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return { kind: 'whole' }
  if (from === '') {
    const suffix = Math.min(Number(to), length)
    return suffix === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', first: length - suffix, last: length - 1 }
  }
  const first = Number(from)
  const last = to === '' ? length - 1 : Math.min(Number(to), length - 1)
  if (to !== '' && Number(to) < first) return { kind: 'whole' }
  return first >= length ? { kind: 'unsatisfiable' } : { kind: 'part', first, last }
}
