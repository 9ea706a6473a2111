// Tools that make sounds: through the same rooms as the window's button, so the budget guard and the promise of one charge hold for agents too.
import { z } from 'zod'
import type { GenerationView, QuoteRequest } from '../bridge/types.ts'
import { BUILT_IN_ID } from '../connections/connection-store.ts'
import type { Connections } from '../connections/connections.ts'
import { isUnfinished } from '../generations/generation.ts'
import type { Generations } from '../generations/generations.ts'
import type { Runner } from '../generations/runner.ts'
import { getRows } from '../library/sound-store.ts'
import type { SoundLookUp } from './sound-facts.ts'
import { soundFacts } from './sound-facts.ts'
import { type AgentTool, answer, defineTool, READS, refusal } from './tool.ts'

const FAMILY = 'text-to-sfx'
const LONGEST_WAIT_S = 25

const request = {
  prompt: z.string().min(1).max(20_000).describe('What is to be heard, in English'),
  negative_prompt: z.string().min(1).max(20_000).optional(),
  model: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('As list_models names it; by default the first that makes sound from text'),
  duration_ms: z.int().min(100).default(4_000),
  num_variants: z.int().min(1).optional().describe('Takes; each is charged'),
  seed: z.int().min(0).max(4_294_967_295).optional().describe('The same seed gives the same takes'),
  loop: z.boolean().optional(),
  format: z.string().min(1).max(40).optional(),
}
const Request = z.strictObject(request)

export interface GenerationRooms extends SoundLookUp {
  readonly connections: Connections
  readonly generations: Generations
  readonly runner: Pick<Runner, 'settled'>
  /** The person lets agents start what may cost. */
  readonly mayGenerate: () => boolean
  /** Resolves after so long, or when the other does. */
  readonly within: (ms: number, work: Promise<void>) => Promise<void>
}

export function generationTools(rooms: GenerationRooms): readonly AgentTool[] {
  const { connections, generations, runner } = rooms
  const connectionId = (): string => connections.activeId() ?? BUILT_IN_ID

  /** The contract's own body; the main process checks it against the model. */
  async function bodyOf(asked: z.infer<typeof Request>): Promise<QuoteRequest | null> {
    const listed = await connections.models(connectionId())
    const first = listed.ok
      ? listed.value.models.find(({ operations }) => Object.hasOwn(operations, FAMILY))
      : undefined
    const model = asked.model ?? first?.id
    if (model === undefined) return null
    const body = {
      model,
      duration_ms: asked.duration_ms,
      ...(asked.num_variants === undefined ? {} : { num_variants: asked.num_variants }),
      ...(asked.seed === undefined ? {} : { seed: asked.seed }),
      input: {
        prompt: asked.prompt,
        ...(asked.negative_prompt === undefined ? {} : { negative_prompt: asked.negative_prompt }),
      },
      ...(asked.loop === undefined ? {} : { controls: { loop: asked.loop } }),
      ...(asked.format === undefined ? {} : { output: { format: asked.format } }),
    }
    return { connectionId: connectionId(), family: FAMILY, body }
  }
  const noModel = refusal({
    code: 'capability_unsupported',
    message: 'The active connection has no model that makes sound from text, or it does not answer.',
    retryable: true,
  })

  const generationFacts = (view: GenerationView): { [key: string]: unknown } => ({
    generation_id: view.id,
    state: view.state,
    waiting_for: view.waitingFor,
    progress: view.progress,
    connection: view.connectionName,
    model: view.model,
    seed: view.seed,
    quoted_credits: view.quotedCredits,
    charged_credits: view.chargedCredits,
    ...(view.error === null ? {} : { error: { code: view.error.code, message: view.error.message } }),
    shortfalls: view.shortfalls,
    sounds: getRows(rooms.db, view.soundIds).map((row) => soundFacts(rooms, row)),
  })

  return [
    defineTool({
      name: 'list_models',
      title: 'List the models',
      description:
        'Lists the models of the connection that is in use: families, limits, controls, formats, credits a second, and what the account can spend (null: not metered). Costs nothing.',
      input: z.strictObject({}),
      annotations: READS,
      async run() {
        const listed = await connections.models(connectionId())
        if (!listed.ok) return refusal(listed.error)
        const view = connections.view(connectionId())
        return answer({
          connection: view?.name ?? null,
          account: view?.account ?? null,
          is_stale: listed.value.isStale,
          models: listed.value.models,
        })
      },
    }),
    defineTool({
      name: 'quote_sound',
      title: 'Quote a sound',
      description:
        'Says what make_sound would take with the same arguments, and whether it would be refused. Costs nothing.',
      input: Request,
      annotations: READS,
      async run(asked) {
        const body = await bodyOf(asked)
        if (body === null) return noModel
        const quote = await generations.quote(body)
        if (!quote.ok) return refusal(quote.error)
        const { credits, estimatedMs, isMetered, isEstimate } = quote.value
        return answer({ credits, estimated_ms: estimatedMs, is_metered: isMetered, is_estimate: isEstimate })
      },
    }),
    defineTool({
      name: 'make_sound',
      title: 'Make a sound',
      description:
        'Starts a generation from a description, on the connection that is in use, and answers at once with its generation_id; then call get_generation until it has ended. May cost credits: the budget of the person holds, and what passes it is refused here, since only the person can agree to it. Send a uuid of your own as generation_id: a repeat of the call with the same uuid is the same generation, and is not charged again.',
      input: z.strictObject({ ...request, generation_id: z.uuid() }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      async run({ generation_id: generationId, ...asked }) {
        if (!rooms.mayGenerate()) {
          const message =
            'Agents may look into this library, not make sounds. The person can allow it in Settings, Agents.'
          return refusal({ code: 'agents_may_not_generate', message, retryable: false })
        }
        const body = await bodyOf(asked)
        if (body === null) return noModel
        const started = await generations.start({ ...body, generationId, quotedCredits: null })
        return started.ok ? answer(generationFacts(started.value)) : refusal(started.error)
      },
    }),
    defineTool({
      name: 'get_generation',
      title: 'Read a generation',
      description:
        'Reads a generation: its state (done, failed, refused, canceled and unknown are ends), its charge, and its sounds with the paths of their files. Waits up to wait_seconds for its end. Costs nothing.',
      input: z.strictObject({
        generation_id: z.uuid(),
        wait_seconds: z.int().min(0).max(LONGEST_WAIT_S).default(0),
      }),
      annotations: READS,
      async run({ generation_id: generationId, wait_seconds: waitSeconds }) {
        const found = generations.get(generationId)
        if (!found.ok) return refusal(found.error)
        if (waitSeconds > 0 && isUnfinished(found.value))
          await rooms.within(waitSeconds * 1_000, runner.settled(generationId))
        const now = generations.get(generationId)
        return now.ok ? answer(generationFacts(now.value)) : refusal(now.error)
      },
    }),
  ]
}
