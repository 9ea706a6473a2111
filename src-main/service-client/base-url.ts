// Turns what a person typed as a service address into a base URL, or says what is wrong with it.

/** Why a typed address or key can't be used. */
export type InputProblem<Code extends string> = {
  readonly code: Code
  readonly message: string
  readonly retryable: false
}

export type BaseUrlProblemCode =
  | 'address_empty'
  | 'address_too_long'
  | 'address_not_valid'
  | 'address_scheme'
  | 'address_plain_http'
  | 'address_user_info'
  | 'address_has_query'

export type ParsedBaseUrl =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly error: InputProblem<BaseUrlProblemCode> }

const MAX_ADDRESS_CHARS = 2048

/**
 * Parses a typed service address. Adds a missing scheme (`http` for loopback hosts, else `https`), drops `/v3` and trailing slashes,
 * keeps a path prefix, and keeps plain `http` for loopback only, since the key would travel readable.
 * @returns the base URL without a trailing slash, such as `https://service.example`
 */
export function parseBaseUrl(typed: string): ParsedBaseUrl {
  const text = typed.trim()
  if (text === '') return problem('address_empty', 'Type the address of the service')
  if (text.length > MAX_ADDRESS_CHARS) {
    return problem(
      'address_too_long',
      `The address has ${text.length} characters, at most ${MAX_ADDRESS_CHARS} are taken`,
    )
  }
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  if (/^[^/?#]*@/.test(bare)) {
    return problem(
      'address_user_info',
      'The address must not hold a user name or a password; the key has its own field',
    )
  }
  const url = parseUrl(withScheme(text))
  if (url === null) return problem('address_not_valid', `"${shorten(text)}" is not an address`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return problem('address_scheme', `The address begins with ${url.protocol}, it must begin with https:`)
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return problem('address_plain_http', `http: would send the key readable to ${url.hostname}; use https:`)
  }
  if (url.search !== '' || url.hash !== '') {
    return problem('address_has_query', 'The address must end before any ? or #')
  }
  const path = url.pathname.replace(/(\/+v3)*\/*$/, '')
  return { ok: true, value: `${url.origin}${path}` }
}

/** Whether a URL's host is this machine by name or by number: `localhost`, `*.localhost`, 127.0.0.0/8, `[::1]`. */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}

function withScheme(text: string): string {
  // `localhost:8080` has a port behind its colon, `file:/x` a scheme before it.
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)) return text
  const guess = parseUrl(`http://${text}`)
  return guess !== null && isLoopbackHost(guess.hostname) ? `http://${text}` : `https://${text}`
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`
}

function problem(code: BaseUrlProblemCode, message: string): ParsedBaseUrl {
  return { ok: false, error: { code, message, retryable: false } }
}
