// Registration, tokens and revocation: what a client does by itself, without a person.

import { createHash, randomUUID } from 'node:crypto'
import {
  InvalidClientError,
  InvalidClientMetadataError,
  InvalidGrantError,
  InvalidRequestError,
  InvalidTargetError,
  OAuthError,
  UnsupportedGrantTypeError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { ServiceClock } from '../../jobs/clock.ts'
import { baseUrlOf, type Handler, type ServiceContext } from '../../server/context.ts'
import { readJsonBody } from '../../server/request-body.ts'
import { ClientRegistration, type OAuthClient } from './clients.ts'
import { namesThisResource, SCOPE } from './metadata.ts'
import { oauthError, oauthJson, readForm } from './oauth-answer.ts'
import { type Grant, LIFETIME_MS, type SignInStore } from './sign-in-store.ts'

interface TokenParts {
  readonly signIns: SignInStore
  readonly clock: Pick<ServiceClock, 'now'>
}

/** `POST /register` (RFC 7591). Every client is registered as a public one, whatever it asked for: none is given a secret. */
export function registerClient({ signIns, clock }: TokenParts): Handler {
  return async (c) => {
    const parsed = await readJsonBody(c.req.raw, ClientRegistration)
    if (!parsed.ok) return oauthError(new InvalidClientMetadataError(parsed.refusal.message))
    const nowMs = clock.now()
    const client: OAuthClient = {
      ...parsed.value.value,
      client_id: randomUUID(),
      client_id_issued_at: Math.floor(nowMs / 1000),
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: SCOPE,
    }
    signIns.addClient(client, nowMs)
    return oauthJson(client, 201)
  }
}

/** `POST /token`: a code or a refresh token becomes tokens. Each is good for one use. */
export function issueTokens(parts: TokenParts): Handler {
  return async (c) => {
    const form = await readForm(c.req.raw)
    if (form instanceof OAuthError) return oauthError(form)
    const grant = redeem(parts, c, form)
    if (grant instanceof OAuthError) return oauthError(grant)
    const { accessToken, refreshToken } = parts.signIns.issueTokens(grant.id, parts.clock.now())
    const tokens: OAuthTokens = {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: LIFETIME_MS.access / 1000,
      refresh_token: refreshToken,
      scope: SCOPE,
    }
    return oauthJson(tokens)
  }
}

function redeem(
  { signIns, clock }: TokenParts,
  c: ServiceContext,
  form: URLSearchParams,
): Grant | OAuthError {
  const client = signIns.client(form.get('client_id') ?? '')
  if (!client) return new InvalidClientError('This client is not registered here')
  const resource = form.get('resource')
  if (resource !== null && !namesThisResource(resource, baseUrlOf(c))) {
    return new InvalidTargetError(`There is no resource ${resource} here`)
  }
  switch (form.get('grant_type')) {
    case 'authorization_code': {
      const code = form.get('code')
      const verifier = form.get('code_verifier')
      if (code === null || verifier === null) {
        return new InvalidRequestError('An authorization_code grant needs code and code_verifier')
      }
      const grant = signIns.redeem('code', code, client.client_id, clock.now())
      if (!grant) return new InvalidGrantError('This code is unknown, used or expired')
      if (challengeOf(verifier) !== grant.codeChallenge) {
        return new InvalidGrantError('The code_verifier does not match the code_challenge')
      }
      if ((form.get('redirect_uri') ?? grant.redirectUri) !== grant.redirectUri) {
        return new InvalidGrantError('The redirect_uri is not the one that the code was sent to')
      }
      return grant
    }
    case 'refresh_token': {
      const token = form.get('refresh_token')
      if (token === null) return new InvalidRequestError('A refresh_token grant needs refresh_token')
      const grant = signIns.redeem('refresh', token, client.client_id, clock.now())
      return grant ?? new InvalidGrantError('This refresh token is unknown, used or expired')
    }
    default:
      return new UnsupportedGrantTypeError('grant_type must be authorization_code or refresh_token')
  }
}

/** `POST /revoke` (RFC 7009): ends the whole sign-in. A token that is unknown, or another client's, is answered as if it were gone. */
export function revokeToken({ signIns }: TokenParts): Handler {
  return async (c) => {
    const form = await readForm(c.req.raw)
    if (form instanceof OAuthError) return oauthError(form)
    const client = signIns.client(form.get('client_id') ?? '')
    if (!client) return oauthError(new InvalidClientError('This client is not registered here'))
    const token = form.get('token')
    if (token === null) return oauthError(new InvalidRequestError('A revocation needs token'))
    signIns.revoke(token, client.client_id)
    return oauthJson({})
  }
}

/** PKCE's S256 (RFC 7636 §4.6). */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
