// Speaks the Model Context Protocol: one message in, one answer out, no session kept.

import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { CONTRACT_VERSION } from '../../contract/index.ts'
import type { AccountSession } from './account-session.ts'
import { TOOLS } from './tools/index.ts'

const INSTRUCTIONS = `Makes, edits and transcribes sounds, for credits. A generate or edit tool answers a job_id at once; call wait_job until the job has ended, then download its download_urls. preflight quotes a call for nothing. Local files come in by create_upload, small ones by create_asset. Send an idempotency_key with calls that cost, so that a repeat is not charged again. Errors are results with error.code, error.param and error.retryable: do not repeat what is not retryable.`

/**
 * Answers one request of a signed-in client.
 *
 * Each gets a server of its own (the SDK's stateless mode): jobs, credits and sign-ins live in the database, so there is nothing
 * that a session would hold, and a client goes on after a restart as if nothing had been. The SDK's low-level `Server`, because
 * `McpServer` answers bad arguments with a sentence; here they get the service's envelope.
 */
export async function answerMcp(request: Request, session: AccountSession): Promise<Response> {
  const server = new Server(
    { name: 'foleyroom-local-service', title: 'Foleyroom local service', version: CONTRACT_VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map((tool) => tool.describe(session.parts.models)),
  }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}`)
    return tool.call(params.arguments ?? {}, session)
  })
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request)
  } finally {
    await server.close()
  }
}
