// Where the tool server and its sign-in live, and the documents that tell clients so (pure).

import type { OAuthMetadata, OAuthProtectedResourceMetadata } from '@modelcontextprotocol/sdk/shared/auth.js'

/** Path of the tool server under the service's base URL. */
export const MCP_PATH = '/mcp'

/** Paths of the sign-in. They are also where clients look that read no metadata. */
export const OAUTH_PATHS = {
  authorize: '/authorize',
  decision: '/authorize/decision',
  token: '/token',
  register: '/register',
  revoke: '/revoke',
  resourceMetadata: '/.well-known/oauth-protected-resource',
  serverMetadata: '/.well-known/oauth-authorization-server',
} as const

/** The one thing that can be granted: to use the tools as the account. */
export const SCOPE = 'tools'

/** RFC 9728: what guards the tool server. */
export function resourceMetadata(baseUrl: string): OAuthProtectedResourceMetadata {
  return {
    resource: baseUrl + MCP_PATH,
    authorization_servers: [baseUrl],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Foleyroom local service: tools',
  }
}

/** RFC 8414: how to sign in. Clients are public (`none`), so PKCE is required. */
export function serverMetadata(baseUrl: string): OAuthMetadata {
  return {
    issuer: baseUrl,
    authorization_endpoint: baseUrl + OAUTH_PATHS.authorize,
    token_endpoint: baseUrl + OAUTH_PATHS.token,
    registration_endpoint: baseUrl + OAUTH_PATHS.register,
    revocation_endpoint: baseUrl + OAUTH_PATHS.revoke,
    scopes_supported: [SCOPE],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  }
}

/** Whether a `resource` (RFC 8707) names this tool server; clients write it with and without a final slash. */
export function namesThisResource(resource: string, baseUrl: string): boolean {
  return resource.replace(/\/$/, '') === baseUrl + MCP_PATH
}
