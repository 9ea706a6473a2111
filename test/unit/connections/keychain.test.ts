// The key store against keychains that answer, refuse, forget and hang. The real one is tested in test/faults/86-keyring.test.ts.
import { describe, expect, it } from 'vitest'
import type { KeytarLike } from '../../../src-main/connections/keychain.ts'
import { createKeyStore } from '../../../src-main/connections/keychain.ts'

function memoryKeychain(over: Partial<KeytarLike> = {}): KeytarLike {
  const kept = new Map<string, string>()
  return {
    getPassword: async (_service, account) => kept.get(account) ?? null,
    setPassword: async (_service, account, password) => void kept.set(account, password),
    deletePassword: async (_service, account) => kept.delete(account),
    ...over,
  }
}
/** Fires only when told: a keychain that answers never meets its limit. */
function open(keychain: KeytarLike | Error) {
  const limits: (() => void)[] = []
  const store = createKeyStore({
    load: async () => {
      if (keychain instanceof Error) throw keychain
      return keychain
    },
    timer: (_ms, fire) => {
      limits.push(fire)
      return () => {}
    },
  })
  return { store, passLimit: () => limits.at(-1)?.() }
}

describe('the key store', () => {
  it('keeps a key in the keychain and not in the session', async () => {
    const { store } = open(memoryKeychain())
    expect(await store.set('c1', 'sk-1')).toBe('kept')
    expect(store.isSessionOnly('c1')).toBe(false)
    expect(await store.get('c1')).toBe('sk-1')
    await store.remove('c1')
    expect(await store.get('c1')).toBeNull()
    expect(store.state()).toEqual({ kind: 'available' })
  })

  it('finds out when a keychain accepts and forgets', async () => {
    const { store } = open(memoryKeychain({ setPassword: async () => {} }))
    expect(await store.set('c1', 'sk-1')).toBe('session-only')
    expect(await store.get('c1')).toBe('sk-1')
    expect(store.isSessionOnly('c1')).toBe(true)
    expect(store.state()).toMatchObject({ kind: 'session-only', reason: /did not give back/ })
  })

  it.each([
    [new Error('Cannot autolaunch D-Bus without X11 $DISPLAY'), /No session bus/],
    [new Error('The name org.freedesktop.secrets was not provided by any .service files'), /No keyring runs/],
    [new Error('Cannot create an item in a locked collection'), /locked/],
    [
      Object.assign(new Error("Cannot find package 'keytar'"), { code: 'ERR_MODULE_NOT_FOUND' }),
      /not installed/,
    ],
  ])('keeps the key for the session and says why: %s', async (error, reason) => {
    const { store } = open(
      memoryKeychain({ setPassword: () => Promise.reject(error), getPassword: () => Promise.reject(error) }),
    )
    expect(await store.set('c1', 'sk-1')).toBe('session-only')
    expect(store.state()).toMatchObject({ kind: 'session-only', reason: expect.stringMatching(reason) })
    expect(await store.get('c1')).toBe('sk-1')
    expect(await open(error).store.probe()).toMatchObject({
      kind: 'session-only',
      reason: expect.stringMatching(reason),
    })
  })

  it('gives a keychain that never answers its limit, then goes on without it', async () => {
    const { store, passLimit } = open(memoryKeychain({ getPassword: () => new Promise(() => {}) }))
    const probed = store.probe()
    passLimit()
    expect(await probed).toMatchObject({ kind: 'session-only', reason: /locked or did not answer/ })
    const setting = store.set('c1', 'sk-1')
    await Promise.resolve()
    passLimit()
    expect(await setting).toBe('session-only')
  })
})
