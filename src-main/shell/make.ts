// `make "PROMPT"`: the main job without a window, through the same services.
import { resolve } from 'node:path'
import type { BridgeError, GenerationView, Reply } from '../bridge/types.ts'
import { BUILT_IN_ID } from '../connections/connection-store.ts'
import type { Connections } from '../connections/connections.ts'
import type { Family, Model } from '../contract/index.ts'
import type { Generations } from '../generations/generations.ts'
import type { Runner } from '../generations/runner.ts'
import type { MakeCommand } from './command-line.ts'

const FAMILY: Family = 'text-to-sfx'

export interface MakePorts {
  readonly connections: Connections
  readonly generations: Generations
  readonly runner: Runner
  readonly newId: () => string
  readonly filePath: (soundId: number) => string | null
  /** Copies files into a folder, made when it is missing; answers with the new paths. */
  readonly copyInto: (folder: string, paths: readonly string[]) => Promise<readonly string[]>
  readonly print: (line: string) => void
  readonly complain: (line: string) => void
}

/** Makes the sounds and prints them. Answers with the exit code: 0 done, 1 refused or failed, 2 an option out of the model's bounds. */
export async function make(command: MakeCommand, ports: MakePorts): Promise<0 | 1 | 2> {
  const { connections, generations, runner, complain } = ports
  const connectionId = connections.activeId() ?? BUILT_IN_ID
  const listed = await connections.models(connectionId)
  if (!listed.ok) return refused(listed.error, complain)
  const model = listed.value.models.find(({ operations }) => Object.hasOwn(operations, FAMILY))
  if (model === undefined) {
    complain('This connection has no model that makes sound from text.')
    return 1
  }
  const outOfBounds = boundBroken(command, model)
  if (outOfBounds !== null) {
    complain(outOfBounds)
    return 2
  }
  const body = {
    model: model.id,
    duration_ms: command.durationMs,
    num_variants: command.variants,
    ...(command.seed === null ? {} : { seed: command.seed }),
    input: { prompt: command.prompt },
  }
  const request = { connectionId, family: FAMILY, body }
  const quote = await generations.quote(request)
  if (!quote.ok) return refused(quote.error, complain)
  const intent = { ...request, generationId: ports.newId(), quotedCredits: quote.value.credits }
  const started = await generations.start(intent)
  if (!started.ok) return refused(started.error, complain)
  await runner.settled(started.value.id)
  return report(generations.get(started.value.id), command, ports)
}

async function report(found: Reply<GenerationView>, command: MakeCommand, ports: MakePorts): Promise<0 | 1> {
  const { print, complain } = ports
  if (!found.ok) return refused(found.error, complain)
  const made = found.value
  const paths = made.soundIds.flatMap((soundId) => ports.filePath(soundId) ?? [])
  const shown = command.outDir === null ? paths : await ports.copyInto(resolve(command.outDir), paths)
  for (const path of shown) print(path)
  const charge = made.chargedCredits === null ? 'not metered' : `${made.chargedCredits} credits`
  if (shown.length > 0) {
    print(
      `model ${made.model}  seed ${made.seed ?? 'not told'}  charge ${charge}  from ${made.connectionName}`,
    )
  }
  for (const shortfall of made.shortfalls) complain(shortfall)
  if (made.error !== null) return refused(made.error, complain)
  return shown.length > 0 ? 0 : 1
}

function boundBroken({ durationMs, variants }: MakeCommand, model: Model): string | null {
  const limits = model.operations[FAMILY]
  const duration = limits?.duration_ms
  if (duration !== undefined && (durationMs < duration.min || durationMs > duration.max)) {
    const bounds = `${duration.min / 1000} to ${duration.max / 1000}`
    return `--seconds ${durationMs / 1000} is outside of what ${model.id} makes: ${bounds}.`
  }
  const takes = limits?.num_variants
  if (takes !== undefined && (variants < takes.min || variants > takes.max)) {
    return `--variants ${variants} is outside of what ${model.id} makes: ${takes.min} to ${takes.max}.`
  }
  return null
}

function refused(error: BridgeError, complain: (line: string) => void): 1 {
  complain(error.message)
  complain(`(${error.code}${error.requestId === undefined ? '' : `, request ${error.requestId}`})`)
  return 1
}
