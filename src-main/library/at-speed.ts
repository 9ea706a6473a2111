// Whole sounds at another speed, several at once: each becomes a sound of its own, so that its file lies ready when it is dragged.
import type { AtSpeedReport } from '../bridge/library.ts'
import type { ReadableDatabase } from './database.ts'
import type { MakeRegion } from './regions.ts'
import { getRow } from './sound-store.ts'

/** In the order that was asked for; what cannot be rendered is named and passed over. */
export type MakeAtSpeed = (soundIds: readonly number[], speed: number) => Promise<AtSpeedReport>

export function createAtSpeed(options: {
  readonly db: ReadableDatabase
  readonly makeRegion: MakeRegion
  /** How many are rendered at once. */
  readonly lanes: number
}): MakeAtSpeed {
  const { db, makeRegion, lanes } = options
  return async (soundIds, speed) => {
    const made: (number | null)[] = soundIds.map(() => null)
    const problems: string[] = []
    const queue = [...soundIds.entries()]
    const lane = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [index, soundId] = next
        const row = getRow(db, soundId)
        const whole = { soundId, startMs: 0, endMs: row?.durationMs ?? 0, handleMs: 0, speed }
        const rendered = await makeRegion(whole)
        if (rendered.ok) made[index] = rendered.value.soundId
        else problems.push(`${row?.name ?? `Sound ${soundId}`}: ${rendered.error.message}`)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return { soundIds: made.filter((id) => id !== null), problems }
  }
}
