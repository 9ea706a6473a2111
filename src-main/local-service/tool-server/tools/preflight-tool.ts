// The tool that quotes: what any of the other tools would cost, for nothing.

import { z } from 'zod'
import {
  CreditRecovery,
  Credits,
  Milliseconds,
  type Model,
  preflightPath,
  ROUTES,
  violationOf,
} from '../../../contract/index.ts'
import { accept, type Outcome, refuseViolation } from '../../server/refusal.ts'
import type { ServiceRequest } from '../account-session.ts'
import { callWithFlatErrors } from './create-tools.ts'
import { GENERATORS, type Generator } from './generators.ts'
import { modelFor } from './model-facts.ts'
import { defineTool, READS } from './tool.ts'

const TRANSCRIBE = 'audio_to_midi'

/** A transcription is quoted by its length alone. */
const TranscriptionQuote = z.strictObject({ duration_ms: Milliseconds })

const Quote = z.looseObject({
  credits: Credits.describe('What it costs if it succeeds'),
  estimated_ms: Milliseconds.nullish(),
  credit_recovery: CreditRecovery.nullish().describe(
    'Whether the account can pay for it: credit_shortfall 0, no recovery_action, provisioning ready',
  ),
})

/** The fields of all generate and edit tools, none required: which are, `endpoint_key` decides. */
const anyFields = Object.fromEntries(
  GENERATORS.flatMap(({ input }) => Object.entries(input.partial().shape)).map(([name, schema]) => [
    name,
    // Tools differ in its lower bound; each checks its own.
    name === 'duration_ms' ? Milliseconds.optional().describe('Length in milliseconds') : schema,
  ]),
)

export const preflightTool = defineTool({
  name: 'preflight',
  title: 'Quote a call',
  description: () =>
    `Says what a call of another tool would cost and how long it would take, and refuses what that tool would refuse. Charges nothing, starts nothing, reserves nothing. Takes endpoint_key and the fields of that tool; for ${TRANSCRIBE} only duration_ms, the length of the audio.`,
  input: z.strictObject({
    endpoint_key: z.enum([...GENERATORS.map(({ name }) => name), TRANSCRIBE]).describe('The tool to quote'),
    ...anyFields,
  }),
  output: Quote,
  annotations: { ...READS, openWorldHint: true },
  async run({ endpoint_key: endpoint, ...args }, session) {
    const generator = GENERATORS.find(({ name }) => name === endpoint)
    const request = generator
      ? quoteRequest(generator, args, session.parts.models)
      : transcriptionQuoteRequest(args)
    if (!request.ok) return session.refuse(request)
    const outcome = await callWithFlatErrors(session, request.value)
    return outcome.ok ? { ok: true, value: Quote.parse(outcome.value) } : outcome
  },
})

function quoteRequest(
  { family, input, body }: Generator,
  args: unknown,
  models: readonly Model[],
): Outcome<ServiceRequest> {
  const parsed = input.safeParse(args)
  if (!parsed.success) return refuseViolation(violationOf(parsed.error))
  const { model } = parsed.data
  const name = typeof model === 'string' ? model : modelFor(family, models)
  return accept({ method: 'POST', path: preflightPath(family), body: body(parsed.data, name) })
}

function transcriptionQuoteRequest(args: unknown): Outcome<ServiceRequest> {
  const parsed = TranscriptionQuote.safeParse(args)
  if (!parsed.success) return refuseViolation(violationOf(parsed.error))
  const path = `${ROUTES.preflightTranscription.path}?duration_ms=${parsed.data.duration_ms}`
  return accept({ method: 'GET', path })
}
