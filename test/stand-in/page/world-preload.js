// The preload's isolated world: `electron` as a sandboxed preload has it, and then the app's preload itself.
;(() => {
  if (window.top !== window) return
  const HANDSHAKE = '__HANDSHAKE__'
  const post = globalThis.__standInPost
  delete globalThis.__standInPost
  const codec = __standInCodec(
    (bytes) => bytes.toBase64(),
    (text) => Uint8Array.fromBase64(text),
  )

  let peer
  const exposedEarly = []
  document.addEventListener(
    HANDSHAKE,
    (event) => {
      const node = event.relatedTarget
      peer ??= standInPeer(node, 'to-preload', 'to-page')
      node.addEventListener('open', (opened) => post(JSON.stringify({ kind: 'open', url: opened.detail })))
      for (const [key, api] of exposedEarly.splice(0)) peer.expose(key, api)
    },
    { once: true },
  )
  document.dispatchEvent(new Event(`${HANDSHAKE}?`))

  const listeners = new Map()
  const waiting = new Map()
  const files = []
  let lastId = 0

  function add(channel, listener, isOnce) {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, isOnce }])
    return ipcRenderer
  }
  function remove(channel, listener) {
    const left = [...(listeners.get(channel) ?? [])]
    const at = left.findIndex((entry) => entry.listener === listener)
    if (at >= 0) left.splice(at, 1)
    listeners.set(channel, left)
    return ipcRenderer
  }

  const ipcRenderer = {
    invoke(channel, ...args) {
      return new Promise((resolve, reject) => {
        const encoded = codec.encode(args)
        const id = ++lastId
        waiting.set(id, { resolve, reject, channel })
        post(JSON.stringify({ kind: 'invoke', id, channel, args: encoded }))
      })
    },
    send(channel, ...args) {
      post(JSON.stringify({ kind: 'send', channel, args: codec.encode(args) }))
    },
    on: (channel, listener) => add(channel, listener, false),
    addListener: (channel, listener) => add(channel, listener, false),
    once: (channel, listener) => add(channel, listener, true),
    off: remove,
    removeListener: remove,
    removeAllListeners(channel) {
      listeners.delete(channel)
      return ipcRenderer
    },
    sendSync() {
      throw new Error('The stand-in for Electron does not offer ipcRenderer.sendSync: use invoke')
    },
  }

  globalThis.__standInDeliver = (text) => {
    const message = JSON.parse(text)
    if (message.kind === 'reply') {
      const { resolve, reject, channel } = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.ok) resolve(codec.decode(message.value))
      else reject(new Error(`Error invoking remote method '${channel}': ${message.value}`))
      return
    }
    for (const { listener, isOnce } of listeners.get(message.channel) ?? []) {
      if (isOnce) remove(message.channel, listener)
      listener({ sender: ipcRenderer, ports: [] }, ...codec.decode(message.args))
    }
  }
  globalThis.__standInFile = (index) => files[index]

  const electron = {
    ipcRenderer,
    contextBridge: {
      exposeInMainWorld(key, api) {
        if (peer) peer.expose(key, api)
        else exposedEarly.push([key, api])
      },
      exposeInIsolatedWorld() {
        throw new Error('The stand-in for Electron does not offer contextBridge.exposeInIsolatedWorld')
      },
    },
    webUtils: {
      // Only the other side knows the path: a token goes out, and the path takes its place there.
      getPathForFile(file) {
        if (!(file instanceof File)) throw new TypeError('The argument is not a File')
        return `\u0001stand-in-file:${files.push(file) - 1}\u0001`
      },
    },
    webFrame: { getZoomFactor: () => 1 },
  }
  const process = Object.freeze({
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    platform: '__PLATFORM__',
    arch: '__ARCH__',
    env: {},
    versions: Object.freeze({ electron: '__ELECTRON__' }),
    argv: [],
  })
  const require = (name) => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  // biome-ignore lint/correctness/noUnusedFunctionParameters: what the app's preload finds as its own globals
  ;((require, process, module, exports, global) => {
    /* __PRELOAD__ */
  })(require, process, module, module.exports, globalThis)
})()
