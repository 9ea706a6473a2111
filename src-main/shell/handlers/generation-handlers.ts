// Generations, as the window asks for them.
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import { success } from '../../bridge/reply.ts'
import type { Generations } from '../../generations/generations.ts'

/** Handlers of `generations.*`. */
export function generationHandlers(generations: Generations): HandlersOf<'generations'> {
  return {
    'generations.quote': (request) => generations.quote(request),
    'generations.start': (intent) => generations.start(intent),
    'generations.current': async () => success(generations.current()),
    'generations.recent': async ({ limit }) => success(generations.recent(limit)),
    'generations.get': async ({ generationId }) => generations.get(generationId),
    'generations.cancel': async ({ generationId }) => generations.cancel(generationId),
    'generations.stopWaiting': async ({ generationId }) => generations.stopWaiting(generationId),
    'generations.dismiss': async ({ generationId }) => generations.dismiss(generationId),
  }
}
