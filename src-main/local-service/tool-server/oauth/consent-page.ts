// The page on which a person lets a client in: plain HTML, no script (pure).

import { createHash } from 'node:crypto'
import { OAUTH_PATHS } from './metadata.ts'

export interface Consent {
  /** Secret of this one question; the form sends it back. */
  readonly requestId: string
  /** What the client calls itself. Anybody may call itself anything, so the page shows where the answer goes too. */
  readonly clientName: string | null
  readonly redirectUri: string
}

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 32rem; margin: 12vh auto; padding: 0 1.5rem }
  h1 { font-size: 1.25rem }
  code { overflow-wrap: anywhere }
  form { display: flex; gap: .75rem; margin-top: 1.5rem }
  button { font: inherit; padding: .5rem 1.25rem }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The question, with a yes and a no. No other page may frame it, and its form leads nowhere but back to the client. */
export function consentPage({ requestId, clientName, redirectUri }: Consent): Response {
  const name = escaped(clientName ?? 'A program without a name')
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Let a program use this sound service?</title>
<style>${STYLE}</style>
<main>
<h1>Let “${name}” use this sound service?</h1>
<p>It will be able to make, edit and read sounds as the account of this service on your machine, with its credits, until the sign-in is revoked.</p>
<p>The answer goes to <code>${escaped(redirectUri)}</code>. If you did not just ask a program to connect, deny it.</p>
<form method="post" action="${OAUTH_PATHS.decision}">
<input type="hidden" name="request" value="${escaped(requestId)}">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
</main>
</html>
`
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    // Browsers hold a form's redirects to this too.
    `form-action 'self' ${sourceOf(redirectUri)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      // With "no-referrer" the form would come with `Origin: null`, which the service refuses.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  })
}

/** An address as a source of the policy: an origin, or a scheme for an app's own and for IPv6, of which policies know nothing. */
function sourceOf(uri: string): string {
  const { origin, hostname, protocol } = new URL(uri)
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
