// Runs in a session bus of its own (see 86-keyring.test.ts): uses the real key store once and prints what came of it.

import type { KeytarLike } from '../../src-main/connections/keychain.ts'
import { createKeyStore } from '../../src-main/connections/keychain.ts'

const [, , action, key = ''] = process.argv
const store = createKeyStore({
  load: async () => {
    // keytar is CommonJS: its functions stand on `default`.
    const { default: keytar } = (await import('keytar')) as unknown as { readonly default: KeytarLike }
    return keytar
  },
  timer: (ms, fire) => {
    const handle = setTimeout(fire, ms)
    return () => clearTimeout(handle)
  },
})
const outcome = action === 'set' ? await store.set('c1', key) : null
const found = await store.get('c1')
process.stdout.write(JSON.stringify({ outcome, found, state: store.state() }))
// A call that hangs in libsecret keeps its thread: the process does not wait for it.
process.exit(0)
