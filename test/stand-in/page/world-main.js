// The page's world: takes what the preload exposes, and asks the app where Electron would (window.open).
;(() => {
  if (window.top !== window) return
  const HANDSHAKE = '__HANDSHAKE__'
  const node = document.createElement('i')
  const peer = standInPeer(node, 'to-page', 'to-preload')
  peer.onExpose((key, api) => {
    Object.defineProperty(window, key, { value: api, enumerable: true, writable: false, configurable: false })
  })
  // Electron gives null for a denied window; no flag of Chromium does, so the page's open() is replaced.
  const { CustomEvent, URL } = window
  Object.defineProperty(window, 'open', {
    value: function open(url = '') {
      node.dispatchEvent(new CustomEvent('open', { detail: String(new URL(url, document.baseURI)) }))
      return null
    },
    writable: true,
    configurable: true,
    enumerable: true,
  })
  // Whichever world comes second finds the first one waiting.
  const hand = () => document.dispatchEvent(new MouseEvent(HANDSHAKE, { relatedTarget: node }))
  document.addEventListener(`${HANDSHAKE}?`, hand, { once: true })
  hand()
})()
