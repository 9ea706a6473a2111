// Errors as sentences: what happened, what it cost, what to do.
import type { BridgeError, GenerationView, WaitingFor } from '../bridge.ts'
import { texts } from './texts.ts'

/** One sentence for an error: ours where the code is known, else the message as it came. */
export function errorSentence(error: Pick<BridgeError, 'code' | 'message'>): string {
  const { happened } = texts.errors
  const known = Object.hasOwn(happened, error.code) ? happened[error.code] : undefined
  return known ?? asSentence(error.message)
}

/** First letter raised, a full stop at the end. */
export function asSentence(message: string): string {
  const text = message.trim()
  if (text === '') return texts.errors.wordless
  const raised = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?…]$/.test(raised) ? raised : `${raised}.`
}

/** What a failed generation saved and cost, after the error's own sentence. */
export function outcomeText(generation: GenerationView): string {
  const parts: string[] = []
  if (generation.error !== null) parts.push(errorSentence(generation.error))
  parts.push(...generation.shortfalls.map(asSentence))
  parts.push(savedText(generation), chargedText(generation))
  return parts.filter((part) => part !== '').join(' ')
}

function savedText({ soundIds, variantsRequested }: GenerationView): string {
  if (soundIds.length === 0) return ''
  return texts.errors.saved(soundIds.length, variantsRequested)
}

function chargedText({ chargedCredits, state, isMetered }: GenerationView): string {
  if (chargedCredits !== null && chargedCredits > 0) return texts.errors.charged(chargedCredits)
  if (state === 'refused' || chargedCredits === 0) return texts.errors.notCharged
  if (state === 'unknown' && isMetered) return texts.errors.chargeUnknown
  return ''
}

/** Why a generation waits. */
export const waitingText = (reason: WaitingFor): string => texts.errors.waits[reason]
