// Generations, as the window asks for them.
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import { success } from '../../bridge/reply.ts'
import type { Generations } from '../../generations/generations.ts'
import type { Transcriptions } from '../../transcriptions/transcriptions.ts'

/** Handlers of `generations.*`; transcriptions are generations of their own family, begun again in their own room. */
export function generationHandlers(
  generations: Generations,
  transcriptions: Pick<Transcriptions, 'again' | 'has'>,
): HandlersOf<'generations'> {
  return {
    'generations.quote': (request) => generations.quote(request),
    'generations.start': (intent) => generations.start(intent),
    'generations.current': async () => success(generations.current()),
    'generations.recent': async ({ limit }) => success(generations.recent(limit)),
    'generations.get': async ({ generationId }) => generations.get(generationId),
    'generations.cancel': async ({ generationId }) => generations.cancel(generationId),
    'generations.stopWaiting': async ({ generationId }) => generations.stopWaiting(generationId),
    'generations.again': ({ generationId, ...agreement }) =>
      transcriptions.has(generationId)
        ? transcriptions.again(generationId, agreement)
        : generations.again(generationId, agreement),
    'generations.dismiss': async ({ generationId }) => generations.dismiss(generationId),
  }
}
