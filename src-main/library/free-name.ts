// A file is put where no other lies: the only way in which the app gives a name in a folder of the person's.
import { errnoOf } from '../media/outcome.ts'

/** Far more files of one name than a person makes; a bound for the loop. */
const MOST_SAME_NAME = 10_000

/**
 * Puts a file under the first of its names that is free. Asking first and writing then would lose to a program that comes between: so `put`
 * must itself refuse a name that is taken, by EEXIST. Returns the path; throws whatever else `put` throws.
 * @param pathOf the absolute path for a number, from 1 on
 */
export async function underFreeName(
  pathOf: (number: number) => string,
  put: (path: string) => Promise<void>,
): Promise<string> {
  for (let number = 1; number <= MOST_SAME_NAME; number += 1) {
    const path = pathOf(number)
    try {
      await put(path)
      return path
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error
    }
  }
  throw new Error(`more than ${MOST_SAME_NAME} files are named like ${pathOf(1)}`)
}

/** "rain.wav", "rain 2.wav", "rain 3.wav". */
export function numbered(path: string, number: number): string {
  if (number === 1) return path
  const dot = /\.[^./\\]*$/u.exec(path)?.index ?? path.length
  return `${path.slice(0, dot)} ${number}${path.slice(dot)}`
}
