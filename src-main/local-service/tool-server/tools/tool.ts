// What a tool is: its schemas, what it says about itself, and what it does.

import type { CallToolResult, Tool as ListedTool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { ErrorEnvelope, type Model, violationOf } from '../../../contract/index.ts'
import { refuse, refuseViolation } from '../../server/refusal.ts'
import type { AccountSession, ToolOutcome } from '../account-session.ts'

export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string
  readonly title: string
  /** What it does, what it costs and whether it waits; the models are those that are published now. */
  readonly description: (models: readonly Model[]) => string
  readonly input: Input
  readonly output: Output
  readonly annotations: ToolAnnotations
  readonly run: (input: z.infer<Input>, session: AccountSession) => Promise<ToolOutcome<z.input<Output>>>
}

export interface Tool {
  readonly name: string
  /** As `tools/list` shows it. */
  describe(models: readonly Model[]): ListedTool
  /** Checks the arguments and runs; every refusal is a result that carries the envelope. */
  call(args: unknown, session: AccountSession): Promise<CallToolResult>
}

/** A tool that reads and changes nothing. */
export const READS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false }

/** Makes a tool of its definition. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, annotations, input, output, run } = definition
  const inputSchema = objectSchema(input, 'input')
  // A refusal comes as structured content too, so the schema says so: clients hold every result to it.
  const outputSchema = {
    type: 'object' as const,
    anyOf: [objectSchema(output, 'output'), objectSchema(ErrorEnvelope, 'output')],
  }

  async function outcomeOf(args: unknown, session: AccountSession): Promise<ToolOutcome<z.input<Output>>> {
    const parsed = input.safeParse(args)
    if (!parsed.success) return session.refuse(refuseViolation(violationOf(parsed.error)))
    try {
      return await run(parsed.data, session)
    } catch (error) {
      session.parts.log(`the tool ${name} broke: ${error instanceof Error ? error.stack : String(error)}`)
      return session.refuse(refuse('server_error', 'The service broke on this call'))
    }
  }

  return {
    name,
    describe: (models) => ({
      name,
      title,
      description: definition.description(models),
      inputSchema,
      outputSchema,
      annotations,
    }),
    async call(args, session) {
      const outcome = await outcomeOf(args, session)
      return outcome.ok ? resultOf(outcome.value) : { ...resultOf({ error: outcome.error }), isError: true }
    },
  }
}

/** The content twice: for programs, and as text for clients that know of no structure. */
function resultOf(content: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: content }
}

function objectSchema(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override: shorten })
  // Of an object: so its properties are schemas, never the `true` that JSON Schema also knows.
  return { ...rest, type: 'object' } as ListedTool['inputSchema']
}

/** Leaves out what says nothing new: models read these schemas with every conversation. */
function shorten({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.format === 'uuid') delete jsonSchema.pattern
}
