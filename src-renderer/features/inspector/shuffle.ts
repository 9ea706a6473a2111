// Shuffles fairly: every order is as likely as every other (Fisher and Yates).

/** @param random 0 up to but not including 1 @returns the items in another array */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = mixed.splice(other, 1)
    mixed.splice(last, 0, ...moved)
  }
  return mixed
}
