// What a tool for agents is, and how it answers.
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import type { z } from 'zod'
import type { BridgeError } from '../bridge/types.ts'

export interface AgentTool {
  readonly name: string
  readonly title: string
  /** What it does, what it costs and whether it waits: agents read nothing else. */
  readonly description: string
  readonly input: z.ZodObject
  readonly annotations: ToolAnnotations
  /** Takes what `input` has passed. */
  readonly call: (args: unknown) => Promise<CallToolResult>
}

/** A tool that reads and changes nothing. */
export const READS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false }

/** Ties a tool's work to its schema. */
export function defineTool<Input extends z.ZodObject>(
  tool: Omit<AgentTool, 'call' | 'input'> & {
    readonly input: Input
    readonly run: (input: z.infer<Input>) => Promise<CallToolResult>
  },
): AgentTool {
  const { run, input, ...rest } = tool
  return { ...rest, input, call: (args) => run(input.parse(args)) }
}

/** The content twice: for programs, and as text for clients that know of no structure. */
export function answer(content: { readonly [key: string]: unknown }): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: content }
}

/** An expected failure, in the same words that the window shows. */
export function refusal({ code, message, retryable, requestId }: BridgeError): CallToolResult {
  const error = { code, message, retryable, ...(requestId === undefined ? {} : { request_id: requestId }) }
  return { ...answer({ error }), isError: true }
}

export const notFound = (what: string): CallToolResult =>
  refusal({ code: 'not_found', message: `There is no ${what}.`, retryable: false })
