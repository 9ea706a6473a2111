// Sorts generations into the groups of Activity: first what needs a decision, last what is done today.
import type { GenerationView } from '../../bridge.ts'
import { type Standing, standingOf } from '../../wording/generations.ts'
import { texts } from '../../wording/texts.ts'
import { startOfDay } from '../../wording/times.ts'

export interface ActivityGroup {
  readonly standing: Standing
  readonly title: string
  readonly jobs: readonly GenerationView[]
}

const ORDER: readonly Standing[] = ['unknown', 'running', 'waiting', 'failed', 'done']

/**
 * Groups that hold something, in order. A generation that is in both lists counts once, as it is now.
 * @param current in flight, or failed and not dismissed @param recent the latest of any state
 */
export function activityGroups(
  current: readonly GenerationView[],
  recent: readonly GenerationView[],
  nowMs: number,
): ActivityGroup[] {
  const known = new Set(current.map((job) => job.id))
  const midnight = startOfDay(nowMs)
  const done = recent.filter(
    (job) => !known.has(job.id) && job.state === 'done' && (job.finishedAtMs ?? job.createdAtMs) >= midnight,
  )
  const all = [...current, ...done]
  return ORDER.map((standing) => ({
    standing,
    title: texts.activity.groups[standing],
    jobs: all.filter((job) => standingOf(job) === standing),
  })).filter((group) => group.jobs.length > 0)
}

/** "4 running, 3 waiting, 2 failed", or that nothing is. */
export function summary(groups: readonly ActivityGroup[]): string {
  const { counts, nothing } = texts.activity
  const parts = groups.map((group) => `${group.jobs.length} ${counts[group.standing]}`)
  return parts.length === 0 ? nothing : parts.join(', ')
}

/** Credits charged for what is in the groups. */
export const chargedToday = (groups: readonly ActivityGroup[]): number =>
  groups.flatMap((group) => group.jobs).reduce((sum, job) => sum + (job.chargedCredits ?? 0), 0)
