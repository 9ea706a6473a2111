// Finds in a name the words that were searched, for setting them bold.

export interface Segment {
  readonly text: string
  readonly isMatch: boolean
}

/** Parts "take 2" from a name: where names are cut, what tells takes apart stays. */
export function splitTake(name: string): { readonly name: string; readonly take: string } {
  const at = /, take \d+$/.exec(name)?.index
  // The comma gives way with the name; the space stays, so that the whole still reads as one.
  return at === undefined ? { name, take: '' } : { name: name.slice(0, at + 1), take: name.slice(at + 1) }
}

/** Parts a name at the words whose beginning was typed. Case does not count; words of one letter are not marked. */
export function markWords(name: string, words: string): Segment[] {
  const stems = words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    // "slams" finds "slam" as well: a plural is no other word.
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
  if (stems.length === 0) return [{ text: name, isMatch: false }]
  return name
    .split(/([^\p{L}\p{N}]+)/u)
    .filter((text) => text !== '')
    .map((text) => ({ text, isMatch: stems.some((stem) => text.toLowerCase().startsWith(stem)) }))
}
