// Diagnostics, as the window asks for them.
import { readFile } from 'node:fs/promises'
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import { failure, success } from '../../bridge/reply.ts'
import { fileFailure } from '../../media/outcome.ts'
import type { DiagnosticFacts } from '../diagnostics.ts'
import { diagnosticsText } from '../diagnostics.ts'

const LINES_PER_PAGE = 200

/** Handlers of `diagnostics.*`. */
export function diagnosticsHandlers(port: {
  readonly facts: (includePrompts: boolean) => DiagnosticFacts
  readonly copyText: (text: string) => Promise<void>
  /** Answers with the system's complaint, or null. */
  readonly openLogs: () => Promise<string | null>
  /** Absolute. */
  readonly noticesPath: string
}): HandlersOf<'diagnostics'> {
  return {
    'diagnostics.copy': async ({ includePrompts }) => {
      const text = diagnosticsText(port.facts(includePrompts))
      await port.copyText(text)
      return success({ lines: text.split('\n').length - 1 })
    },
    'diagnostics.openLogs': async () => {
      const complaint = await port.openLogs()
      return complaint === null
        ? success(null)
        : failure({ code: 'folder_not_opened', message: complaint, retryable: true })
    },
    'diagnostics.notices': async ({ fromLine }) => {
      try {
        const lines = (await readFile(port.noticesPath, 'utf8')).split('\n')
        return success({ lines: lines.slice(fromLine, fromLine + LINES_PER_PAGE), total: lines.length })
      } catch (error) {
        return fileFailure(error, 'read the licences')
      }
    },
  }
}
