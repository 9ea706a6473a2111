// Where a connection points: base URL, key and header prefix, and the one place that attaches the key.

/** A service to talk to. `baseUrl` as `parseBaseUrl` gives it, `apiKey` as `normaliseApiKey` gives it. */
export type ServiceEndpoint = {
  readonly baseUrl: string
  readonly apiKey: string
  /** Prefix of the service's own headers, `Service` by default. */
  readonly headerPrefix: string
}

/** Whether a URL lies on the connection's own origin (scheme, host and port). */
export function isOwnOrigin(url: URL, endpoint: Pick<ServiceEndpoint, 'baseUrl'>): boolean {
  return url.origin === new URL(endpoint.baseUrl).origin
}

/** The `Authorization` header for a URL: present on the connection's own origin and nowhere else. */
export function authorizationFor(url: URL, endpoint: ServiceEndpoint): Readonly<Record<string, string>> {
  return isOwnOrigin(url, endpoint) ? { authorization: `Bearer ${endpoint.apiKey}` } : {}
}

/** Absolute URL of a path of the contract, such as `/v3/me`. */
export function routeUrl(endpoint: Pick<ServiceEndpoint, 'baseUrl'>, path: string): URL {
  return new URL(`${endpoint.baseUrl}${path}`)
}

/**
 * The URL to poll: what the service named when that is on the connection's own origin, else the built path.
 * @param named `urls.self` or `job_url`; a path is read relative to the base URL
 */
export function pollUrl(
  endpoint: Pick<ServiceEndpoint, 'baseUrl'>,
  named: string | null | undefined,
  builtPath: string,
): URL {
  const built = routeUrl(endpoint, builtPath)
  if (named === null || named === undefined || named === '') return built
  const base = new URL(endpoint.baseUrl)
  const basePath = base.pathname === '/' ? '' : base.pathname
  const isRootPath = named.startsWith('/') && !named.startsWith('//')
  const text = isRootPath && !named.startsWith(`${basePath}/`) ? `${endpoint.baseUrl}${named}` : named
  if (!URL.canParse(text, `${endpoint.baseUrl}/`)) return built
  const url = new URL(text, `${endpoint.baseUrl}/`)
  const hasUserInfo = url.username !== '' || url.password !== ''
  return isOwnOrigin(url, endpoint) && !hasUserInfo ? url : built
}
