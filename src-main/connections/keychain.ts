// The OS keychain behind a port: bounded in time, read back after writing, never falling back to plain text.
import type { KeychainState } from '../bridge/types.ts'

/** The part of keytar that is used. Source: keytar 7.9 `keytar.d.ts`. */
export interface KeytarLike {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** Stores the keys of connections. Losing the keychain is never an error of the person: the key then lasts for the session. */
export interface KeyStore {
  /** What was found at the last use; 'available' until proven otherwise. */
  state(): KeychainState
  /** Touches the keychain once, so that `state` is true. */
  probe(): Promise<KeychainState>
  /** Keeps the key; the answer says whether it outlasts the session. */
  set(connectionId: string, apiKey: string): Promise<'kept' | 'session-only'>
  get(connectionId: string): Promise<string | null>
  isSessionOnly(connectionId: string): boolean
  remove(connectionId: string): Promise<void>
}

/** The service name under which keys stand in the OS keychain. */
export const KEYCHAIN_SERVICE = 'Foleyroom'
/** A locked keyring asks for its password in a window of its own and may never answer. */
const LIMIT_MS = 3_000
const PROBE_ACCOUNT = 'foleyroom-probe'

type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }

/**
 * Opens the key store.
 * `load` gives keytar or throws where its native part is missing; `timer` calls back after ms and answers with its cancel.
 */
export function createKeyStore(options: {
  readonly load: () => Promise<KeytarLike>
  readonly timer: (ms: number, fire: () => void) => () => void
}): KeyStore {
  const session = new Map<string, string>()
  let keytar: Promise<KeytarLike> | null = null
  let state: KeychainState = { kind: 'available' }

  const attempt = async <T>(use: (keychain: KeytarLike) => Promise<T>): Promise<Attempt<T>> => {
    keytar ??= options.load()
    const used: Promise<Attempt<T>> = keytar.then(use).then(
      (value) => ({ ok: true, value }),
      (error: unknown) => ({ ok: false, reason: reasonOf(error) }),
    )
    let cancel = (): void => {}
    const late = new Promise<Attempt<T>>((resolve) => {
      cancel = options.timer(LIMIT_MS, () =>
        resolve({ ok: false, reason: 'The system keychain is locked or did not answer within 3 seconds.' }),
      )
    })
    const result = await Promise.race([used, late])
    cancel()
    state = result.ok ? { kind: 'available' } : { kind: 'session-only', reason: result.reason }
    return result
  }

  return {
    state: () => state,
    async probe() {
      await attempt((keychain) => keychain.getPassword(KEYCHAIN_SERVICE, PROBE_ACCOUNT))
      return state
    },
    async set(connectionId, apiKey) {
      session.set(connectionId, apiKey)
      const kept = await attempt(async (keychain) => {
        await keychain.setPassword(KEYCHAIN_SERVICE, connectionId, apiKey)
        // A keychain that accepts and forgets is worse than none (anytype-ts 804, node-keytar 256).
        if ((await keychain.getPassword(KEYCHAIN_SERVICE, connectionId)) !== apiKey) {
          throw new Error('The system keychain did not give back what was written.')
        }
      })
      if (!kept.ok) return 'session-only'
      session.delete(connectionId)
      return 'kept'
    },
    async get(connectionId) {
      const held = session.get(connectionId)
      if (held !== undefined) return held
      const found = await attempt((keychain) => keychain.getPassword(KEYCHAIN_SERVICE, connectionId))
      return found.ok ? found.value : null
    },
    isSessionOnly: (connectionId) => session.has(connectionId),
    async remove(connectionId) {
      session.delete(connectionId)
      await attempt((keychain) => keychain.deletePassword(KEYCHAIN_SERVICE, connectionId))
    },
  }
}

/** One sentence a person can act on. libsecret's own words name buses and objects, not remedies. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (
    /D-?Bus|autolaunch|could not connect|org\.freedesktop\.DBus|connection refused/i.test(message) &&
    !/secrets/i.test(message)
  )
    return 'No session bus was found, so there is no system keychain.'
  if (
    /org\.freedesktop\.secrets|secret service|no such secret collection|Object does not exist/i.test(message)
  )
    return 'No keyring runs in this session (for example GNOME Keyring or KWallet).'
  if (/lock/i.test(message)) return 'The system keychain is locked.'
  if (/Cannot find|ERR_MODULE_NOT_FOUND|\.node|dlopen|libsecret/i.test(message))
    return 'The part of Foleyroom that speaks to the system keychain is not installed.'
  return `The system keychain refused: ${message}`
}
