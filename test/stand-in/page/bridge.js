// One peer of the context bridge; the same text runs in the page's world and in the preload's isolated world.
// Messages cross as CustomEvent.detail on a detached node that both worlds hold: Chromium itself clones `detail`
// between worlds, at once.

// biome-ignore lint/correctness/noUnusedVariables: page-scripts.ts puts this file before the worlds' own
function standInPeer(node, inbox, outbox) {
  // biome-ignore lint/suspicious/noShadowRestrictedNames: a page that replaces these later must not reach the bridge
  const { CustomEvent, Promise, Error, Map, WeakMap, Object, Array } = globalThis
  const call = Function.prototype.call
  const dispatch = call.bind(EventTarget.prototype.dispatchEvent)
  const listen = call.bind(EventTarget.prototype.addEventListener)
  const detailOf = call.bind(Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail').get)
  const tagOf = call.bind(Object.prototype.toString)
  const clone = globalThis.structuredClone.bind(globalThis)

  const functions = new Map() // ours, by the id that the other side calls
  const idsOfFunctions = new WeakMap()
  const proxies = new Map() // theirs, one function by id, so that identity is kept
  const promises = new Map() // theirs, waiting to be settled
  const replies = new Map() // to our calls, which are answered before dispatch returns
  const onExposed = []
  let lastId = 0

  const send = (message) => dispatch(node, new CustomEvent(outbox, { detail: message }))

  /** A value as it crosses: functions and promises by id, plain objects and arrays by parts, the rest cloned. */
  function wrap(value) {
    if (typeof value === 'function') return { functionId: idOf(value) }
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.')
    if (value === null || typeof value !== 'object') return { value }
    if (value instanceof Promise) return wrapPromise(value)
    if (value instanceof Error) return { error: String(value.message) }
    if (Array.isArray(value)) return { array: value.map(wrap) }
    if (tagOf(value) === '[object Object]') {
      return { object: Object.keys(value).map((key) => [key, wrap(value[key])]) }
    }
    return { value: clone(value) }
  }

  function idOf(fn) {
    const known = idsOfFunctions.get(fn)
    if (known !== undefined) return known
    const id = ++lastId
    idsOfFunctions.set(fn, id)
    functions.set(id, fn)
    return id
  }

  function wrapPromise(promise) {
    const promiseId = ++lastId
    promise.then(
      (value) => send({ kind: 'settle', promiseId, ok: true, value: wrap(value) }),
      (error) => send({ kind: 'settle', promiseId, ok: false, value: wrap(error) }),
    )
    return { promiseId }
  }

  function unwrap(wrapped, isFrozen = false) {
    if ('functionId' in wrapped) return proxyOf(wrapped.functionId)
    if ('promiseId' in wrapped) {
      return new Promise((resolve, reject) => promises.set(wrapped.promiseId, [resolve, reject]))
    }
    if ('error' in wrapped) return new Error(wrapped.error)
    if ('array' in wrapped) {
      const array = wrapped.array.map((item) => unwrap(item, isFrozen))
      return isFrozen ? Object.freeze(array) : array
    }
    if ('object' in wrapped) {
      const object = {}
      for (const [key, item] of wrapped.object) {
        // defineProperty, for assigning to __proto__ would do something else
        const value = unwrap(item, isFrozen)
        Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
      }
      return isFrozen ? Object.freeze(object) : object
    }
    return wrapped.value
  }

  function proxyOf(functionId) {
    const known = proxies.get(functionId)
    if (known) return known
    const proxy = (...args) => {
      const callId = ++lastId
      let reply
      replies.set(callId, (message) => {
        reply = message
      })
      try {
        send({ kind: 'call', callId, functionId, args: args.map(wrap) })
      } finally {
        replies.delete(callId)
      }
      if (!reply) throw new Error('The context bridge of the stand-in got no reply')
      if (!reply.ok) throw unwrap(reply.value)
      return unwrap(reply.value)
    }
    proxies.set(functionId, proxy)
    return proxy
  }

  function answer({ callId, functionId, args }) {
    try {
      const result = functions.get(functionId)(...args.map((argument) => unwrap(argument)))
      return { kind: 'return', callId, ok: true, value: wrap(result) }
    } catch (error) {
      return { kind: 'return', callId, ok: false, value: wrap(error) }
    }
  }

  listen(node, inbox, (event) => {
    const message = detailOf(event)
    switch (message.kind) {
      case 'call':
        send(answer(message))
        break
      case 'return':
        replies.get(message.callId)?.(message)
        break
      case 'settle': {
        const [resolve, reject] = promises.get(message.promiseId)
        promises.delete(message.promiseId)
        ;(message.ok ? resolve : reject)(unwrap(message.value))
        break
      }
      case 'expose':
        for (const take of onExposed) take(message.key, unwrap(message.api, true))
        break
    }
  })

  return {
    expose: (key, api) => send({ kind: 'expose', key, api: wrap(api) }),
    onExpose: (take) => onExposed.push(take),
  }
}
