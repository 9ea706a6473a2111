// Whole numbers as text, and how many of what: the base of all other wording.

/** The true minus sign. */
export const MINUS = '\u2212'

/** Whole number with thousands parted: 1842 → "1,842". */
export function grouped(value: number): string {
  const text = String(Math.abs(Math.round(value))).replace(/\B(?=(\d{3})+$)/g, ',')
  return value < 0 ? MINUS + text : text
}

/** "1 credit", "80 credits". */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${grouped(count)} ${count === 1 ? singular : plural}`
}
