// Every fuse of Electron with what was decided and why. the packager's hook sets them; dist:check reads them back; a test holds the table whole.

/**
 * By Electron's name. `index` is the place in the fuse wire (@electron/fuses, FuseV1Options).
 * @type {Readonly<Record<string, { readonly index: number, readonly isOn: boolean, readonly reason: string }>>}
 */
export const FUSES = {
  runAsNode: {
    index: 0,
    isOn: false,
    reason:
      'The app forks utility processes, never itself as Node; on, anyone could run code under its name and keychain rights.',
  },
  enableCookieEncryption: {
    index: 1,
    isOn: true,
    reason: 'The window keeps no cookie; should one ever come, it is encrypted by the system.',
  },
  enableNodeOptionsEnvironmentVariable: {
    index: 2,
    isOn: false,
    reason:
      'NODE_OPTIONS and NODE_EXTRA_CA_CERTS could load code or trust a certificate behind the back of the person.',
  },
  enableNodeCliInspectArguments: {
    index: 3,
    isOn: false,
    reason:
      'A debugger could read keys from memory. Playwright needs this one: end-to-end tests run on the unpackaged app.',
  },
  enableEmbeddedAsarIntegrityValidation: {
    index: 4,
    isOn: true,
    reason:
      'macOS and Windows check app.asar against the hash in the signed program. Linux has no such check: there the package manager’s signature is all.',
  },
  onlyLoadAppFromAsar: {
    index: 5,
    isOn: true,
    reason: 'Without it a folder named app beside app.asar would be loaded unchecked.',
  },
  loadBrowserProcessSpecificV8Snapshot: {
    index: 6,
    isOn: false,
    reason: 'The app ships no V8 snapshot of its own.',
  },
  grantFileProtocolExtraPrivileges: {
    index: 7,
    isOn: false,
    reason: 'No page comes by file://; the window has its own scheme.',
  },
  wasmTrapHandlers: {
    index: 8,
    isOn: true,
    reason:
      'Decoders and the score engraver are WebAssembly: trap handlers check memory bounds at full speed.',
  },
}

/** As @electron/fuses takes them; strict, so that a fuse which a later Electron adds fails the packaging until it is decided here. */
export const fuseConfig = () => ({
  version: /** @type {const} */ ('1'),
  strictlyRequireAllFuses: true,
  ...Object.fromEntries(Object.values(FUSES).map(({ index, isOn }) => [index, isOn])),
})
