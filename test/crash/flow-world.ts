// What a flow of the crash sweep runs in, how it says how it ended, and what several flows do.
import { setTimeout as realTime } from 'node:timers/promises'
import { isUnfinished } from '../../src-main/generations/generation.ts'
import { getGeneration } from '../../src-main/generations/generation-store.ts'
import { byGeneration } from '../../src-main/library/sound-store.ts'
import type { App } from '../faults/app.ts'

export interface FlowWorld {
  readonly app: App
  readonly userData: string
  readonly connectionId: string
  /** Saves the connection with its key again, as a person does who replaces it. */
  saveKey(): Promise<void>
  /** Ids of the flow's intents: the same at each start. */
  readonly ids: readonly [first: string, second: string]
}
export interface FlowEnd {
  /** What is not as it must be; empty where all is right. */
  readonly wrong: readonly string[]
  /** Sounds and other files that the library must have, no others. */
  readonly sounds: number
  readonly otherFiles: number
  /** Whether what was charged and is not here was told to the person. */
  readonly isTold: boolean
}
export interface Flow {
  /** Charges at the end. An intent without a key may have been taken or not when its answer was lost: then there are two right numbers. */
  readonly debits: readonly number[]
  /** Its jobs take longer than a create waits for them: they are polled. */
  readonly isSlow?: boolean
  /** At each start before the app opens: the data folder that it finds. */
  prepare?(userData: string): Promise<void>
  /** `start again`: what was done takes effect at the next start. */
  run(world: FlowWorld): Promise<FlowEnd | 'start again'>
}

interface Text {
  readonly durationMs: number
  readonly variants: number
  readonly prompt?: string
}
/** A sound from text, waited for. @returns its first sound's id */
export async function text({ app, connectionId }: FlowWorld, id: string, request: Text): Promise<number> {
  if (getGeneration(app.db, id) === null) {
    const { prompt = 'a door slams', durationMs, variants } = request
    const body = {
      model: await modelOf(app, connectionId, 'text-to-sfx'),
      duration_ms: durationMs,
      num_variants: variants,
      input: { prompt },
    }
    const started = await app.generations.start({
      connectionId,
      family: 'text-to-sfx',
      body,
      generationId: id,
      quotedCredits: null,
    })
    if (!started.ok) throw new Error(started.error.message)
  }
  await over(app, id)
  return byGeneration(app.db, id)[0]?.id ?? 0
}

export async function modelOf(app: App, connectionId: string, family: string): Promise<string> {
  const models = await app.connections.models(connectionId)
  if (!models.ok) throw new Error(models.error.message)
  return models.value.models.find(({ operations }) => family in operations)?.id ?? ''
}

export async function over(app: App, id: string): Promise<void> {
  while (isUnfinished(app.row(id))) await realTime(5)
}

/** Every intent done, with so many sounds in all. */
export function endOf({ app }: FlowWorld, ids: readonly string[], sounds: number): FlowEnd {
  const rows = ids.map((id) => app.row(id))
  const made = ids.flatMap((id) => app.files(id)).length
  return {
    wrong: [
      ...rows.filter(({ state }) => state !== 'done').map(({ family, state }) => `${family} is ${state}`),
      ...(made === sounds ? [] : [`${made} of ${sounds} sounds`]),
    ],
    sounds,
    otherFiles: 0,
    isTold: rows.every(({ state, error }) => state === 'done' || error !== null),
  }
}
