// Joins class names, leaving out what does not apply.

/** `cx(styles.row, isOn && styles.on)`. */
export const cx = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
