// Puts the tool server on the service's application: the sign-in, and the tools behind it.

import type { ServiceApp } from '../server/app.ts'
import { baseUrlOf, type Handler, type ServiceContext, type ServiceParts } from '../server/context.ts'
import type { ServiceDatabase } from '../server/database.ts'
import { answerRefusal } from '../server/guards.ts'
import { refuse } from '../server/refusal.ts'
import type { Settings } from '../server/settings.ts'
import { openSession } from './account-session.ts'
import { MCP_PATH, OAUTH_PATHS } from './oauth/metadata.ts'
import { mountRoute, mountSignIn } from './oauth/mount-sign-in.ts'
import { migrateSignIns } from './oauth/schema.ts'
import { createSignInStore } from './oauth/sign-in-store.ts'

export interface ToolServerOptions {
  readonly app: ServiceApp
  readonly parts: ServiceParts
  readonly database: ServiceDatabase
  readonly settings: Settings
  /** The key that sign-ins act as. */
  readonly ownKey: { readonly id: string; readonly secret: string }
  /** Whether sign-ins may be confirmed without a person. */
  readonly sandbox: boolean
}

/** The query with which a sandbox's sign-in needs no person. */
const CONFIRM_PARAM = 'confirm'

/** Mounts `/mcp` and the routes of its sign-in. Call it before the application answers its first request. */
export function mountToolServer(options: ToolServerOptions): void {
  const { app, parts, database, settings, ownKey, sandbox } = options
  migrateSignIns(database, settings)
  const signIns = createSignInStore(database)
  const { accounts, clock } = parts

  /**
   * The keys that sign-ins act as, by id, as this process was given them: the database has only hashes. In a sandbox a key may
   * sign itself in; after a restart such a sign-in is refused, and the client signs in again.
   */
  const secrets = new Map([[ownKey.id, ownKey.secret]])

  function confirmedKey(c: ServiceContext, params: URLSearchParams): string | null {
    if (!sandbox) return null
    const secret = bearerOf(c)
    const apiKey = secret === undefined ? null : accounts.authenticate(secret, clock.now())
    if (secret !== undefined && apiKey) {
      secrets.set(apiKey.id, secret)
      return apiKey.id
    }
    return params.get(CONFIRM_PARAM) === 'allow' ? ownKey.id : null
  }

  const answer: Handler = async (c) => {
    const token = bearerOf(c)
    if (token === undefined) return demandSignIn(c, 'Sign in first: this needs an access token', null)
    const grant = signIns.grantOf(token, clock.now())
    const secret = grant && secrets.get(grant.keyId)
    const apiKey = secret ? accounts.authenticate(secret, clock.now()) : null
    if (!secret || !apiKey) {
      return demandSignIn(c, 'This access token is unknown, expired or revoked', 'invalid_token')
    }
    // Loaded with the first call: a service that no agent uses starts without the SDK's server.
    const { answerMcp } = await import('./protocol.ts')
    return answerMcp(c.req.raw, openSession(app, parts, c, secret, apiKey))
  }

  mountSignIn(app, { signIns, clock, ownKeyId: ownKey.id, confirmedKey })
  mountRoute(app, MCP_PATH, { POST: answer })
}

/** A 401 that says where to learn how to sign in (RFC 9728 §5.1). */
function demandSignIn(c: ServiceContext, message: string, error: 'invalid_token' | null): Response {
  const metadata = `resource_metadata="${baseUrlOf(c)}${OAUTH_PATHS.resourceMetadata}${MCP_PATH}"`
  const challenge =
    error === null
      ? `Bearer ${metadata}`
      : `Bearer error="${error}", error_description="${message}", ${metadata}`
  return answerRefusal(c, refuse('unauthorized', message, { headers: { 'www-authenticate': challenge } }))
}

function bearerOf(c: ServiceContext): string | undefined {
  return /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
}
