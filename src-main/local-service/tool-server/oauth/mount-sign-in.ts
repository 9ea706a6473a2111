// Puts the sign-in on the service's application: metadata, registration, authorize page, tokens, revocation.

import type { ServiceApp } from '../../server/app.ts'
import type { Handler } from '../../server/context.ts'
import { baseUrlOf } from '../../server/context.ts'
import { answerRefusal } from '../../server/guards.ts'
import { refuse } from '../../server/refusal.ts'
import { type AuthorizeParts, createAuthorizeRoutes } from './authorize-routes.ts'
import { MCP_PATH, OAUTH_PATHS, resourceMetadata, serverMetadata } from './metadata.ts'
import { oauthJson } from './oauth-answer.ts'
import { issueTokens, registerClient, revokeToken } from './token-routes.ts'

/** Mounts every route of the sign-in. The guards of the application stand before them too. */
export function mountSignIn(app: ServiceApp, parts: AuthorizeParts): void {
  const { authorize, decide } = createAuthorizeRoutes(parts)
  const describeResource: Handler = (c) => oauthJson(resourceMetadata(baseUrlOf(c)))
  const describeServer: Handler = (c) => oauthJson(serverMetadata(baseUrlOf(c)))
  mountRoute(app, OAUTH_PATHS.resourceMetadata, { GET: describeResource })
  mountRoute(app, OAUTH_PATHS.resourceMetadata + MCP_PATH, { GET: describeResource })
  mountRoute(app, OAUTH_PATHS.serverMetadata, { GET: describeServer })
  mountRoute(app, OAUTH_PATHS.register, { POST: registerClient(parts) })
  mountRoute(app, OAUTH_PATHS.authorize, { GET: authorize, POST: authorize })
  mountRoute(app, OAUTH_PATHS.decision, { POST: decide })
  mountRoute(app, OAUTH_PATHS.token, { POST: issueTokens(parts) })
  mountRoute(app, OAUTH_PATHS.revoke, { POST: revokeToken(parts) })
}

/** One path with its handlers; any other method gets a 405. */
export function mountRoute(app: ServiceApp, path: string, handlers: Readonly<Record<string, Handler>>): void {
  for (const [method, handler] of Object.entries(handlers)) app.on(method, path, handler)
  const allow = Object.keys(handlers).join(', ')
  app.all(path, (c) => {
    const message = `${path} takes ${allow}, not ${c.req.method}`
    return answerRefusal(c, refuse('invalid_request', message, { status: 405, headers: { allow } }))
  })
}
