// A number of a name, to draw by.

/** A number that a name always has (FNV-1a). */
export function numberOf(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return hash >>> 0
}
