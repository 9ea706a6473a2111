// The authorize page: a client asks, a person at this machine decides, the browser goes back with a code or a no.

import { randomUUID } from 'node:crypto'
import {
  AccessDeniedError,
  InvalidClientError,
  InvalidRequestError,
  InvalidTargetError,
  OAuthError,
  UnsupportedResponseTypeError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js'
import type { ServiceClock } from '../../jobs/clock.ts'
import { baseUrlOf, type Handler, type ServiceContext } from '../../server/context.ts'
import { coversRedirect } from './clients.ts'
import { consentPage } from './consent-page.ts'
import { namesThisResource } from './metadata.ts'
import { oauthError, readForm } from './oauth-answer.ts'
import type { SignInStore } from './sign-in-store.ts'

export interface AuthorizeParts {
  readonly signIns: SignInStore
  readonly clock: Pick<ServiceClock, 'now'>
  /** The key that a person's yes lets clients act as. */
  readonly ownKeyId: string
  /** The key of whom this request needs no person's yes; null where a person is asked. */
  readonly confirmedKey: (c: ServiceContext, params: URLSearchParams) => string | null
}

/** A sign-in that was asked for, checked. */
interface AuthorizationRequest {
  readonly clientId: string
  readonly clientName: string | null
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly state: string | null
}

interface Pending extends AuthorizationRequest {
  readonly expiresMs: number
}

/** How long a page may stay open, and how many: a person opens one at a time. */
const PENDING_MS = 10 * 60_000
const PENDING_MAX = 100
/** A SHA-256 in base64url. */
const CODE_CHALLENGE = /^[\w-]{43}$/

/** `GET|POST /authorize`, and the `POST` of the page's form. */
export function createAuthorizeRoutes(parts: AuthorizeParts): {
  readonly authorize: Handler
  readonly decide: Handler
} {
  const { signIns, clock } = parts
  /** By the secret that only the page carries: without it nobody can answer for the person. */
  const pending = new Map<string, Pending>()

  function remember(request: AuthorizationRequest): string {
    const nowMs = clock.now()
    const isFull = () => pending.size >= PENDING_MAX
    for (const [id, { expiresMs }] of pending) if (expiresMs <= nowMs || isFull()) pending.delete(id)
    const id = randomUUID()
    pending.set(id, { ...request, expiresMs: nowMs + PENDING_MS })
    return id
  }

  function confirm(c: ServiceContext, request: AuthorizationRequest, keyId: string): Response {
    const { clientId, redirectUri, codeChallenge } = request
    const code = signIns.open({ clientId, keyId, redirectUri, codeChallenge }, clock.now())
    return goBack(c, request, { code })
  }

  return {
    async authorize(c) {
      const params = c.req.method === 'POST' ? await readForm(c.req.raw) : new URL(c.req.url).searchParams
      if (params instanceof OAuthError) return oauthError(params)
      const target = readTarget(signIns, params)
      if (target instanceof OAuthError) return oauthError(target)
      const problem = problemOf(params, baseUrlOf(c))
      if (problem) return goBack(c, target, errorFields(problem))
      const request = { ...target, codeChallenge: params.get('code_challenge') ?? '' }
      const keyId = parts.confirmedKey(c, params)
      if (keyId !== null) return confirm(c, request, keyId)
      return consentPage({
        requestId: remember(request),
        clientName: request.clientName,
        redirectUri: request.redirectUri,
      })
    },
    async decide(c) {
      const form = await readForm(c.req.raw)
      if (form instanceof OAuthError) return oauthError(form)
      const id = form.get('request') ?? ''
      const request = pending.get(id)
      pending.delete(id)
      if (!request || request.expiresMs <= clock.now()) {
        return oauthError(new InvalidRequestError('This page has expired; sign in again from your client'))
      }
      return form.get('decision') === 'allow'
        ? confirm(c, request, parts.ownKeyId)
        : goBack(c, request, errorFields(new AccessDeniedError('The request was denied')))
    },
  }
}

type Target = Omit<AuthorizationRequest, 'codeChallenge'>

/** The client and the address to go back to. What is wrong with these is told here: a wrong address must not be gone to. */
function readTarget(signIns: SignInStore, params: URLSearchParams): Target | OAuthError {
  const client = signIns.client(params.get('client_id') ?? '')
  if (!client) return new InvalidClientError('This client is not registered here')
  const only = client.redirect_uris.length === 1 ? client.redirect_uris[0] : undefined
  const redirectUri = params.get('redirect_uri') ?? only
  if (redirectUri === undefined) {
    return new InvalidRequestError('redirect_uri is needed: this client registered several')
  }
  if (!client.redirect_uris.some((registered) => coversRedirect(registered, redirectUri))) {
    return new InvalidRequestError('This redirect_uri is not registered')
  }
  const { client_id: clientId, client_name: clientName = null } = client
  return { clientId, clientName, redirectUri, state: params.get('state') }
}

/** What is wrong with the rest. Scopes are not looked at: there is one, and it is what is granted. */
function problemOf(params: URLSearchParams, baseUrl: string): OAuthError | null {
  if (params.get('response_type') !== 'code') {
    return new UnsupportedResponseTypeError('response_type must be code')
  }
  if (
    params.get('code_challenge_method') !== 'S256' ||
    !CODE_CHALLENGE.test(params.get('code_challenge') ?? '')
  ) {
    return new InvalidRequestError('PKCE is needed: code_challenge with code_challenge_method S256')
  }
  const resource = params.get('resource')
  if (resource !== null && !namesThisResource(resource, baseUrl)) {
    return new InvalidTargetError(`There is no resource ${resource} here`)
  }
  return null
}

function errorFields(error: OAuthError): Readonly<Record<string, string>> {
  return { error: error.errorCode, error_description: error.message }
}

/** Sends the browser back to the client. `iss` says who answers (RFC 9207). */
function goBack(
  c: ServiceContext,
  { redirectUri, state }: Pick<Target, 'redirectUri' | 'state'>,
  fields: Readonly<Record<string, string>>,
): Response {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  url.searchParams.set('iss', baseUrlOf(c))
  // 303 after a form: the browser comes with GET, whatever it was sent by.
  const status = c.req.method === 'POST' ? 303 : 302
  return new Response(null, {
    status,
    headers: { location: url.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}
