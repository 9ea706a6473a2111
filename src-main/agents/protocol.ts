// Speaks the Model Context Protocol: one message in, one answer out, no session kept.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { AgentTool } from './tool.ts'

const INSTRUCTIONS = `The sound library of this machine, and the sound generation that its owner uses. Sounds are files: every tool tells their paths. Search before you make: what is there costs nothing. make_sound answers at once; call get_generation with wait_seconds until the state is an end. Errors are results with error.code, error.message and error.retryable: do not repeat what is not retryable.`

/** Answers one request that was let in. Each gets a server of its own (the SDK's stateless mode): all state is the library's. */
export async function answerMcp(
  req: IncomingMessage,
  res: ServerResponse,
  tools: readonly AgentTool[],
  version: string,
): Promise<void> {
  const server = new McpServer(
    { name: 'foleyroom', title: 'Foleyroom', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  for (const { name, title, description, input, annotations, call } of tools) {
    server.registerTool(name, { title, description, inputSchema: input, annotations }, call)
  }
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  })
  res.on('close', () => void server.close())
  await server.connect(transport)
  await transport.handleRequest(req, res)
}
