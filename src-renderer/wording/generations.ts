// The state of a generation in words, as rows of the library and of Activity show it.
import type { GenerationView } from '../bridge.ts'
import { waitingText } from './errors.ts'
import { grouped } from './numbers.ts'
import { texts } from './texts.ts'
import { about } from './times.ts'

/** Where a generation stands, coarsely: what decides its group and its mark. */
export type Standing = 'running' | 'waiting' | 'failed' | 'unknown' | 'done'

/** A partial success is done; its shortfalls are said in its row. */
export function standingOf(generation: GenerationView): Standing {
  switch (generation.state) {
    case 'failed':
    case 'refused':
      return 'failed'
    case 'unknown':
      return 'unknown'
    case 'done':
    case 'canceled':
      return 'done'
    case 'stored':
      return 'waiting'
    case 'sending':
    case 'accepted':
    case 'collecting':
      return generation.waitingFor === null && generation.jobStatus !== 'queued' ? 'running' : 'waiting'
  }
}

/** Whether it makes notes, not sounds. */
export const isTranscription = ({ family }: Pick<GenerationView, 'family'>): boolean =>
  family === 'audio-to-midi'

/** True while the generation has work before it. */
export const isInFlight = (generation: GenerationView): boolean => {
  const standing = standingOf(generation)
  return standing === 'running' || standing === 'waiting'
}

/** One phrase for the row: "Generating, about 3 s left". */
export function progressText(generation: GenerationView): string {
  const words = texts.generations
  if (generation.upload !== null) return words.uploading
  if (generation.waitingFor !== null) return waitingText(generation.waitingFor)
  switch (generation.state) {
    case 'stored':
      return words.stored
    case 'sending':
      return words.sending
    case 'accepted':
      return acceptedText(generation)
    case 'collecting':
      return isTranscription(generation) ? words.collectingNotes : words.collecting
    case 'unknown':
      return words.unknown
    case 'done':
      return generation.shortfalls.length > 0 ? words.doneInPart : words.done
    case 'failed':
      return words.failed
    case 'refused':
      return words.refused
    case 'canceled':
      return words.canceled
  }
}

function acceptedText(generation: GenerationView): string {
  const { jobStatus, progress, estimatedMs } = generation
  const { generating, transcribing } = texts.generations
  const left = estimatedMs === null ? null : estimatedMs * (1 - (progress ?? 0))
  if (jobStatus === 'queued')
    return texts.generations.queued(estimatedMs === null ? null : about(estimatedMs))
  if (jobStatus === null || jobStatus === 'running')
    return (isTranscription(generation) ? transcribing : generating)(left === null ? null : about(left))
  return texts.generations.serviceSays(jobStatus)
}

/** Whole percent of a running job, or null where nothing is known. */
export function percent(generation: GenerationView): number | null {
  return generation.progress === null ? null : Math.min(99, Math.floor(generation.progress * 100))
}

/** "30 quoted", "24 charged", or nothing where nothing is metered. */
export function moneyText(generation: GenerationView): string {
  if (generation.chargedCredits !== null && generation.chargedCredits > 0)
    return texts.generations.charged(grouped(generation.chargedCredits))
  return generation.quotedCredits === null || generation.quotedCredits === 0 || !isInFlight(generation)
    ? ''
    : texts.generations.quoted(grouped(generation.quotedCredits))
}
