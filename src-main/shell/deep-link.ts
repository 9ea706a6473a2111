// `foleyroom://sound/<uid>` and `foleyroom://midi/<id>`: the links that the app answers. They open what the library has, and nothing else.
import { LINK_SCHEME, type LinkedKind } from '../bridge/links.ts'

export type DeepLink =
  | { readonly ok: true; readonly kind: LinkedKind; readonly id: string }
  | { readonly ok: false; readonly reason: string }

/** Longer ones are cut in the log: anyone may send a link. */
const LOGGED_LENGTH = 120

/** Reads a link. Only the exact form is taken: no query, no fragment, no user, no port, no second segment, no escapes. */
export function parseDeepLink(link: string): DeepLink {
  const [, kind, id] =
    /^foleyroom:\/\/(sound|midi)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i.exec(link) ?? []
  return kind === undefined || id === undefined
    ? {
        ok: false,
        reason: `a link that is not ${LINK_SCHEME}://sound/<id> or ${LINK_SCHEME}://midi/<id>: ${JSON.stringify(link.slice(0, LOGGED_LENGTH))}`,
      }
    : { ok: true, kind: kind.toLowerCase() === 'midi' ? 'midi' : 'sound', id: id.toLowerCase() }
}

export const isLink = (text: string): boolean => /^foleyroom:/i.test(text)
