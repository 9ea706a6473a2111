// Which addresses may be handed to the person's browser, and only after they have said yes.

export type LinkVerdict =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly reason: string }

/**
 * An address may be opened when it is https, carries no user info, and its host is a connection's or below it; for a
 * connection to `api.example.com` also `example.com` and what stands below it, since accounts live beside the API.
 * Everything else (FAULTS 72: `javascript:`, `smb:`, look-alike hosts) is refused with a reason.
 */
export function checkExternalLink(address: string, connectionBaseUrls: readonly string[]): LinkVerdict {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return { ok: false, reason: 'This is not a web address.' }
  }
  if (url.protocol !== 'https:')
    return { ok: false, reason: `Only https addresses are opened, not ${url.protocol}` }
  if (url.username !== '' || url.password !== '') {
    return { ok: false, reason: 'An address with a user name in it is not opened.' }
  }
  const hosts = connectionBaseUrls.flatMap(hostOf)
  if (!hosts.some((host) => isSameSite(url.hostname, host))) {
    return { ok: false, reason: `${url.hostname} does not belong to a service that you are connected to.` }
  }
  return { ok: true, url }
}

function hostOf(baseUrl: string): readonly string[] {
  try {
    return [new URL(baseUrl).hostname]
  } catch {
    return []
  }
}

/** Without a list of public suffixes only a leading `api` label is known to be no one else's parent domain. */
function isSameSite(host: string, connectionHost: string): boolean {
  const site = connectionHost.replace(/^api(?=\.[^.]+\.[^.]+)\./, '')
  return host === connectionHost || host === site || host.endsWith(`.${site}`)
}
