// `foleyroom://sound/<uid>`: the one kind of link that the app answers. It opens a sound that the library has, and nothing else.

export const LINK_SCHEME = 'foleyroom'

export type DeepLink =
  | { readonly ok: true; readonly uid: string }
  | { readonly ok: false; readonly reason: string }

/** Longer ones are cut in the log: anyone may send a link. */
const LOGGED_LENGTH = 120

/** Reads a link. Only the exact form is taken: no query, no fragment, no user, no port, no second segment, no escapes. */
export function parseDeepLink(link: string): DeepLink {
  const found = /^foleyroom:\/\/sound\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i.exec(link)
  const uid = found?.[1]
  return uid === undefined
    ? {
        ok: false,
        reason: `a link that is not ${LINK_SCHEME}://sound/<id>: ${JSON.stringify(link.slice(0, LOGGED_LENGTH))}`,
      }
    : { ok: true, uid: uid.toLowerCase() }
}

export const isLink = (text: string): boolean => /^foleyroom:/i.test(text)
