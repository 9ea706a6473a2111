// The SDK's own MCP client, signed in at the service under test by the SDK's own OAuth flow.

import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import { z } from 'zod'
import { ErrorEnvelope } from '../../src-main/contract/index.ts'

/** Nobody listens there: the tests read the redirect and do not follow it. */
export const REDIRECT_URI = 'http://127.0.0.1:1/callback'

/** What a person, or the sandbox, makes of the authorize address: the address that the browser is sent back to. */
export type Browser = (authorizationUrl: URL) => Promise<URL>

/** Confirms as the service's own account, which a sandbox does on request. */
export const confirmInSandbox: Browser = async (url) => {
  url.searchParams.set('confirm', 'allow')
  return redirectOf(await fetch(url, { redirect: 'manual' }))
}

/** Confirms as the account of a key, which a sandbox does too. */
export function confirmAs(apiKey: string): Browser {
  return async (url) =>
    redirectOf(await fetch(url, { redirect: 'manual', headers: { authorization: `Bearer ${apiKey}` } }))
}

/** Opens the page, reads its form and presses one of its buttons. */
export function pressOnPage(decision: 'allow' | 'deny'): Browser {
  return async (url) => {
    const page = await (await fetch(url)).text()
    const body = new URLSearchParams({ request: hiddenField(page, 'request'), decision })
    const action = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '', url)
    return redirectOf(
      await fetch(action, { method: 'POST', body, redirect: 'manual', headers: { origin: url.origin } }),
    )
  }
}

/** The value of a hidden input. */
export function hiddenField(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? ''
}

function redirectOf(response: Response): URL {
  return new URL(response.headers.get('location') ?? '')
}

/** Keeps a client's registration and tokens in memory, and notes where it was sent. */
export class MemoryProvider implements OAuthClientProvider {
  registration: OAuthClientInformationMixed | undefined
  kept: OAuthTokens | undefined
  sentTo: URL | undefined
  #verifier = ''

  readonly redirectUrl = REDIRECT_URI
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'Contract test',
    redirect_uris: [REDIRECT_URI],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }

  state = () => 'a state with spaces & signs'
  clientInformation = () => this.registration
  tokens = () => this.kept
  codeVerifier = () => this.#verifier
  saveClientInformation(information: OAuthClientInformationMixed) {
    this.registration = information
  }
  saveTokens(tokens: OAuthTokens) {
    this.kept = tokens
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  redirectToAuthorization(url: URL) {
    this.sentTo = url
  }
  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery') {
    if (scope === 'all' || scope === 'tokens') this.kept = undefined
    if (scope === 'all' || scope === 'client') this.registration = undefined
  }
}

export interface ToolClient {
  readonly client: Client
  readonly provider: MemoryProvider
  /** Calls a tool that must succeed; its structured content. */
  use(name: string, args?: object): Promise<Record<string, unknown>>
  /** Calls a tool that must refuse; the error of its envelope. */
  refusal(name: string, args?: object): Promise<ErrorEnvelope['error']>
  close(): Promise<void>
}

const Structured = z.record(z.string(), z.unknown())

/** Runs the whole flow: refused, registered, sent to the authorize page, back with a code, tokens, connected. */
export async function signIn(baseUrl: string, browser: Browser = confirmInSandbox): Promise<ToolClient> {
  const provider = new MemoryProvider()
  const url = new URL('/mcp', baseUrl)
  const first = new StreamableHTTPClientTransport(url, { authProvider: provider })
  await new Client({ name: 'contract', version: '1' }).connect(first).then(
    () => {
      throw new Error('connected without a sign-in')
    },
    () => {},
  )
  if (!provider.sentTo) throw new Error('the client was not sent to the authorize page')
  const back = await browser(provider.sentTo)
  const code = back.searchParams.get('code')
  if (code === null) throw new Error(`no code came back: ${back.search}`)
  await first.finishAuth(code)
  return connectSignedIn(url, provider)
}

/** A client that uses the tokens that the provider keeps. */
export async function connectSignedIn(url: URL, provider: MemoryProvider): Promise<ToolClient> {
  const client = new Client({ name: 'contract', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }))
  // Makes the client hold every result to the tool's output schema.
  await client.listTools()
  const call = async (name: string, args: object) => {
    const result = await client.callTool({ name, arguments: { ...args } })
    return { isError: result.isError ?? false, structured: Structured.parse(result.structuredContent) }
  }
  return {
    client,
    provider,
    async use(name, args = {}) {
      const { isError, structured } = await call(name, args)
      if (isError) throw new Error(`${name} refused: ${JSON.stringify(structured)}`)
      return structured
    },
    async refusal(name, args = {}) {
      const { isError, structured } = await call(name, args)
      if (!isError) throw new Error(`${name} did not refuse: ${JSON.stringify(structured)}`)
      return ErrorEnvelope.parse(structured).error
    },
    close: () => client.close(),
  }
}
