// Contract: "Sign-in uses OAuth with the same account; no API key is involved on this path".

import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { envelopeOf } from './envelope.ts'
import { type Answer, connect, type ServiceUnderTest, startLocalService } from './service-under-test.ts'
import {
  confirmInSandbox,
  connectSignedIn,
  hiddenField,
  pressOnPage,
  REDIRECT_URI,
  signIn,
} from './tool-server-client.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const MCP_HEADERS = { accept: 'application/json, text/event-stream' }

let service: ServiceUnderTest
let started: Awaited<ReturnType<typeof startLocalService>>
beforeAll(async () => {
  started = await startLocalService()
  service = await connect(started.baseUrl, started.apiKey, started.close)
})
afterAll(() => service.close())

function listTools(token: string | null, headers: Record<string, string> = {}): Promise<Answer> {
  return service.call('/mcp', { body: LIST_TOOLS, key: token, headers: { ...MCP_HEADERS, ...headers } })
}

function register(metadata: object = { redirect_uris: [REDIRECT_URI] }): Promise<Answer> {
  return service.call('/register', { body: metadata, key: null })
}

async function clientId(): Promise<string> {
  return String(Object((await register()).json).client_id)
}

const verifier = randomBytes(32).toString('base64url')

function authorizeUrl(client: string, changes: Readonly<Record<string, string>> = {}): URL {
  const url = new URL('/authorize', service.baseUrl)
  const params = {
    client_id: client,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url
}

async function codeFor(client: string): Promise<string> {
  return (await confirmInSandbox(authorizeUrl(client))).searchParams.get('code') ?? ''
}

/** A form to the token or revocation endpoint. */
function post(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
  const body = new URLSearchParams(fields).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return service.call(path, { body, headers, key: null })
}

function redeem(
  client: string,
  code: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const grant = { grant_type: 'authorization_code', code, code_verifier: verifier }
  return post('/token', { client_id: client, redirect_uri: REDIRECT_URI, ...grant, ...changes })
}

function refresh(client: string, token: string): Promise<Answer> {
  return post('/token', { client_id: client, grant_type: 'refresh_token', refresh_token: token })
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

async function tokensOf(answer: Promise<Answer>): Promise<Tokens> {
  const { status, json } = await answer
  expect(status).toBe(200)
  return Object(json)
}

describe('the way in', () => {
  test('a request without a token gets 401 and is told where to learn how to sign in', async () => {
    const answer = await listTools(null)
    expect(envelopeOf(answer, 401).code).toBe('unauthorized')
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${service.baseUrl}/.well-known/oauth-protected-resource/mcp"`,
    )
  })

  test('the documents lead from the tool server to every endpoint of the sign-in', async () => {
    const resource = await service.call('/.well-known/oauth-protected-resource/mcp', { key: null })
    expect(resource.json).toMatchObject({
      resource: `${service.baseUrl}/mcp`,
      authorization_servers: [service.baseUrl],
    })
    const server = await service.call('/.well-known/oauth-authorization-server', { key: null })
    expect(server.json).toMatchObject({
      issuer: service.baseUrl,
      authorization_endpoint: `${service.baseUrl}/authorize`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    })
  })

  test('the official client signs in by the page that a person confirms', async () => {
    const tools = await signIn(service.baseUrl, pressOnPage('allow'))
    const me = await service.call('/v3/me')
    expect(await tools.use('get_account')).toEqual(me.json)
    await tools.close()
  })

  test('the official client signs in by the other name of loopback too', async () => {
    const tools = await signIn(service.baseUrl.replace('127.0.0.1', 'localhost'))
    expect(await tools.use('get_account')).toMatchObject({ billing_mode: 'metered' })
    await tools.close()
  })

  test('a person who denies sends the client away without a code', async () => {
    const back = await pressOnPage('deny')(authorizeUrl(await clientId(), { state: 'xyz' }))
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'xyz',
      iss: service.baseUrl,
    })
  })

  test('the page asks once, cannot be framed, and shows who asks as text', async () => {
    const { json } = await register({
      redirect_uris: [REDIRECT_URI],
      client_name: '<script>alert(1)</script>',
    })
    const response = await fetch(authorizeUrl(String(Object(json).client_id)))
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const page = await response.text()
    expect(page).not.toContain('<script')
    expect(page).toContain(REDIRECT_URI)
    const answer = { request: hiddenField(page, 'request'), decision: 'allow' }
    expect((await fetchForm('/authorize/decision', answer)).status).toBe(303)
    expect((await fetchForm('/authorize/decision', answer)).status).toBe(400)
  })

  test('the API key is no access token', async () => {
    const answer = await listTools(service.apiKey)
    expect(envelopeOf(answer, 401).code).toBe('unauthorized')
    expect(answer.headers.get('www-authenticate')).toContain('invalid_token')
  })

  test('outside the sandbox only a person confirms', async () => {
    const plain = await startLocalService({ sandbox: false })
    const { json } = await service.call(`${plain.baseUrl}/register`, {
      body: { redirect_uris: [REDIRECT_URI] },
      key: null,
    })
    const url = authorizeUrl(String(Object(json).client_id), { confirm: 'allow' })
    const headers = { authorization: `Bearer ${plain.apiKey}` }
    const response = await fetch(`${plain.baseUrl}${url.pathname}${url.search}`, {
      headers,
      redirect: 'manual',
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
    const tools = await signIn(plain.baseUrl, pressOnPage('allow'))
    expect(await tools.use('get_account')).toMatchObject({
      billing_mode: 'unmetered',
      credits_available: null,
    })
    await tools.close()
    await plain.close()
  })

  function fetchForm(path: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(fields)
    return fetch(service.baseUrl + path, { method: 'POST', body, redirect: 'manual' })
  }
})

describe('who may not come in', () => {
  test.each(['/mcp', '/register', '/authorize', '/token', '/.well-known/oauth-authorization-server'])(
    'a foreign origin is refused at %s',
    async (path) => {
      const answer = await service.call(path, { headers: { origin: 'https://example.com' }, key: null })
      expect(envelopeOf(answer, 403).code).toBe('forbidden')
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  test.each(['/mcp', '/authorize', '/.well-known/oauth-protected-resource/mcp'])(
    'a foreign host is refused at %s',
    async (path) => {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const { port } = started
        request({ port, host: '127.0.0.1', path, headers: { host: `example.com:${port}` } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .on('error', reject)
          .end()
      })
      expect(status).toBe(403)
    },
  )

  test.each(['GET', 'DELETE'])('%s /mcp is answered 405: no session is kept', async (method) => {
    expect(envelopeOf(await service.call('/mcp', { method }), 405).code).toBe('invalid_request')
  })

  test.each([
    'http://example.com/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///tmp/x',
    'http://127.0.0.1/callback#fragment',
    'no address',
  ])('a client that would be sent back to %s is not registered', async (uri) => {
    const answer = await register({ redirect_uris: [uri] })
    expect({ status: answer.status, json: answer.json }).toMatchObject({
      status: 400,
      json: { error: 'invalid_client_metadata' },
    })
  })

  test.each([{}, { redirect_uris: [] }, { redirect_uris: REDIRECT_URI }, 'not JSON'])(
    'a registration of %j is refused',
    async (metadata) => {
      const answer = await service.call('/register', { body: metadata, key: null })
      expect(answer.json).toMatchObject({ error: 'invalid_client_metadata' })
    },
  )

  test('an address that was not registered is never gone to; only the port of loopback is free', async () => {
    const client = await clientId()
    for (const uri of ['http://127.0.0.1:1/other', 'http://localhost:1/callback', 'https://example.com/']) {
      const url = authorizeUrl(client, { redirect_uri: uri, confirm: 'allow' })
      expect((await fetch(url, { redirect: 'manual' })).status).toBe(400)
    }
    const back = await confirmInSandbox(
      authorizeUrl(client, { redirect_uri: 'http://127.0.0.1:5555/callback' }),
    )
    expect(back.port).toBe('5555')
  })

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ resource: 'https://example.com/mcp' }, 'invalid_target'],
  ])('an authorization with %j goes back with %s', async (changes, error) => {
    const back = await confirmInSandbox(authorizeUrl(await clientId(), changes))
    expect(back.searchParams.get('error')).toBe(error)
    expect(back.searchParams.has('code')).toBe(false)
  })
})

describe('codes and tokens', () => {
  test('a code is good once: its second use ends the sign-in that the first began', async () => {
    const client = await clientId()
    const code = await codeFor(client)
    const { access_token } = await tokensOf(redeem(client, code))
    expect((await listTools(access_token)).status).toBe(200)
    expect((await redeem(client, code)).json).toMatchObject({ error: 'invalid_grant' })
    expect((await listTools(access_token)).status).toBe(401)
  })

  test.each([
    [{ code_verifier: randomBytes(32).toString('base64url') }, 'invalid_grant'],
    [{ redirect_uri: 'http://127.0.0.1:2/callback' }, 'invalid_grant'],
    [{ resource: 'https://example.com/mcp' }, 'invalid_target'],
    [{ client_id: 'nobody' }, 'invalid_client'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
  ])('a code with %j is refused with %s', async (changes, error) => {
    const client = await clientId()
    expect((await redeem(client, await codeFor(client), changes)).json).toMatchObject({ error })
  })

  test("another client's code and refresh token are worth nothing", async () => {
    const [mine, theirs] = [await clientId(), await clientId()]
    const code = await codeFor(theirs)
    expect((await redeem(mine, code)).json).toMatchObject({ error: 'invalid_grant' })
    const tokens = await tokensOf(redeem(theirs, code))
    expect((await refresh(mine, tokens.refresh_token)).json).toMatchObject({ error: 'invalid_grant' })
  })

  test('an access token expires after an hour; the official client renews it by itself', async () => {
    const tools = await signIn(service.baseUrl)
    const before = tools.provider.kept?.access_token
    await service.advance(HOUR_MS)
    expect((await listTools(before ?? '')).status).toBe(401)
    expect(await tools.use('get_account')).toMatchObject({ billing_mode: 'metered' })
    expect(tools.provider.kept?.access_token).not.toBe(before)
    await tools.close()
  })

  test('a refresh token is good once: its replay ends the sign-in', async () => {
    const client = await clientId()
    const first = await tokensOf(redeem(client, await codeFor(client)))
    const second = await tokensOf(refresh(client, first.refresh_token))
    expect((await listTools(second.access_token)).status).toBe(200)
    expect((await refresh(client, first.refresh_token)).json).toMatchObject({ error: 'invalid_grant' })
    expect((await listTools(second.access_token)).status).toBe(401)
    expect((await refresh(client, second.refresh_token)).json).toMatchObject({ error: 'invalid_grant' })
  })

  test('codes expire after five minutes, refresh tokens after thirty days', async () => {
    const client = await clientId()
    const late = await codeFor(client)
    const { refresh_token } = await tokensOf(redeem(client, await codeFor(client)))
    await service.advance(5 * 60_000)
    expect((await redeem(client, late)).json).toMatchObject({ error: 'invalid_grant' })
    await service.advance(30 * DAY_MS)
    expect((await refresh(client, refresh_token)).json).toMatchObject({ error: 'invalid_grant' })
  })

  test.each(['access_token', 'refresh_token'] as const)('revoking the %s ends the sign-in', async (which) => {
    const [client, other] = [await clientId(), await clientId()]
    const tokens = await tokensOf(redeem(client, await codeFor(client)))
    expect((await post('/revoke', { client_id: other, token: tokens[which] })).status).toBe(200)
    expect((await listTools(tokens.access_token)).status).toBe(200)
    expect((await post('/revoke', { client_id: client, token: tokens[which] })).status).toBe(200)
    expect((await listTools(tokens.access_token)).status).toBe(401)
    expect((await refresh(client, tokens.refresh_token)).json).toMatchObject({ error: 'invalid_grant' })
  })

  test('a sign-in outlives a restart, of which the database keeps only hashes', async () => {
    const dataDir = makeTemporaryFolder('sign-in')
    const first = await startLocalService({ dataDir })
    const tools = await signIn(first.baseUrl)
    await tools.close()
    await first.close()
    // What the database keeps lets nobody in.
    const database = await readFile(join(dataDir, 'service.sqlite'), 'latin1')
    expect(database).toContain('Contract test')
    expect(database).not.toContain(tools.provider.kept?.access_token)
    expect(database).not.toContain(tools.provider.kept?.refresh_token)
    const second = await startLocalService({ dataDir })
    const again = await connectSignedIn(new URL('/mcp', second.baseUrl), tools.provider)
    expect(await again.use('get_account')).toMatchObject({ billing_mode: 'metered' })
    await again.close()
    await second.close()
    await rm(dataDir, { recursive: true })
  })
})
