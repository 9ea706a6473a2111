// Answers a request of the window: sender first, then arguments, then the one handler, always as an envelope.

import type {
  DropArgs,
  DropName,
  DropResult,
  RequestArgs,
  RequestName,
  RequestResult,
  SendArgs,
  SendName,
} from './contract.ts'
import { COMMANDS, DROPS, REQUESTS } from './contract.ts'
import { failure } from './reply.ts'
import { commandSchemas, dropSchemas, requestSchemas } from './schemas.ts'
import type { BridgeError, Reply } from './types.ts'

export type RequestHandlers = {
  readonly [N in RequestName]: (args: RequestArgs<N>) => Promise<Reply<RequestResult<N>>>
}
export type DropHandlers = {
  readonly [N in DropName]: (args: DropArgs<N>) => Promise<Reply<DropResult<N>>>
}
export type CommandHandlers = { readonly [N in SendName]: (args: SendArgs<N>) => void }
/** A feature's own share of the handlers. */
export type HandlersOf<Prefix extends string> = Pick<
  RequestHandlers,
  Extract<RequestName, `${Prefix}.${string}`>
>

/** What is known of whoever sent a message; read from Electron's event by the shell. */
export interface Sender {
  /** Null where Electron has no frame for it any more. */
  readonly frameUrl: string | null
  readonly isMainFrame: boolean
  readonly isKnownWindow: boolean
}
/** Exactly our page's origin, its main frame, a window that we made. */
export function isTrustedSender(sender: Sender, appOrigin: string): boolean {
  if (sender.frameUrl === null || !sender.isMainFrame || !sender.isKnownWindow) return false
  return sender.frameUrl === appOrigin || sender.frameUrl.startsWith(`${appOrigin}/`)
}

export interface Dispatcher {
  request(name: RequestName | DropName, sender: Sender, args: unknown): Promise<Reply<unknown>>
  command(name: SendName, sender: Sender, args: unknown): void
}

/**
 * Builds the one place through which the window reaches the main process.
 * A handler that throws is a bug: it is reported and the window gets `internal_error`, never a stack.
 */
export function createDispatcher(options: {
  readonly appOrigin: string
  readonly requests: RequestHandlers
  readonly drops: DropHandlers
  readonly commands: CommandHandlers
  /** Names what a handler may throw without being at fault, such as a full disk; null for a bug. */
  readonly expectedFailure: (error: unknown) => BridgeError | null
  readonly reportBug: (where: string, error: unknown) => void
  readonly reportRefused: (where: string, reason: string) => void
}): Dispatcher {
  const { appOrigin, commands, expectedFailure, reportBug, reportRefused } = options
  const handlers = { ...options.requests, ...options.drops }
  const schemas = { ...requestSchemas, ...dropSchemas }
  return {
    async request(name, sender, args) {
      if (!isTrustedSender(sender, appOrigin)) {
        reportRefused(name, `sender ${sender.frameUrl ?? 'without a frame'}`)
        return failure({ code: 'forbidden', message: 'This page may not ask that.', retryable: false })
      }
      const parsed = schemas[name].safeParse(args)
      if (!parsed.success) {
        const issue = parsed.error.issues[0]
        const param = issue?.path.map(String).join('.') ?? ''
        const message = `${name}: ${param === '' ? 'the arguments' : param} ${issue?.message ?? 'are not valid'}`
        reportRefused(name, message)
        return failure({ code: 'invalid_arguments', message, retryable: false, param })
      }
      try {
        // The schema of this name gave the data, so the handler of this name takes it; the compiler cannot pair the two unions.
        return await (handlers[name] as (given: unknown) => Promise<Reply<unknown>>)(parsed.data)
      } catch (error) {
        const expected = expectedFailure(error)
        if (expected !== null) return failure(expected)
        reportBug(name, error)
        return failure({
          code: 'internal_error',
          message: 'Foleyroom failed at this. Nothing was sent; the details are in its log.',
          retryable: false,
        })
      }
    },
    command(name, sender, args) {
      if (!isTrustedSender(sender, appOrigin)) {
        reportRefused(name, `sender ${sender.frameUrl ?? 'without a frame'}`)
        return
      }
      const parsed = commandSchemas[name].safeParse(args)
      if (!parsed.success) {
        reportRefused(name, parsed.error.message)
        return
      }
      try {
        // The schema of this name gave the data, so the handler of this name takes it; the compiler cannot pair the two unions.
        ;(commands[name] as (given: unknown) => void)(parsed.data)
      } catch (error) {
        reportBug(name, error)
      }
    },
  }
}

/** Every request and command by name, for registering and for tests. */
// Object.keys loses the key type; the tables are const objects without other keys.
export const requestNames = Object.keys(REQUESTS) as readonly RequestName[]
export const dropNames = Object.keys(DROPS) as readonly DropName[]
export const commandNames = Object.keys(COMMANDS) as readonly SendName[]
