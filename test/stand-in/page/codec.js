// Structured clone as text, for Node and the page alike: a plain script without imports.
// structuredClone() goes first and gives the platform's own rules and errors; base64 is each side's own.
;((root) => {
  const TYPED_ARRAYS = [
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
    'Float32Array',
    'Float64Array',
    'BigInt64Array',
    'BigUint64Array',
  ]
  /** The names of errors that structured clone keeps; any other becomes 'Error'. */
  const ERRORS = ['EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError']

  root.__standInCodec = (toBase64, fromBase64) => {
    /** `seen` numbers the objects in the order in which they are met, so that shared ones and cycles survive. */
    function encode(value, seen) {
      if (value === null) return null
      switch (typeof value) {
        case 'string':
        case 'boolean':
          return value
        case 'number': {
          if (Object.is(value, -0)) return { $: 'number', v: '-0' }
          return Number.isFinite(value) ? value : { $: 'number', v: String(value) }
        }
        case 'undefined':
          return { $: 'undefined' }
        case 'bigint':
          return { $: 'bigint', v: String(value) }
      }
      if (seen.has(value)) return { $: 'seen', v: seen.get(value) }
      seen.set(value, seen.size)
      return encodeObject(value, seen)
    }

    function encodeObject(value, seen) {
      const each = (item) => encode(item, seen)
      if (Array.isArray(value)) return { $: 'array', v: Array.from(value, each) }
      if (value instanceof Date) return { $: 'date', v: value.getTime() }
      if (value instanceof RegExp) return { $: 'regexp', v: [value.source, value.flags] }
      if (value instanceof Map)
        return { $: 'map', v: [...value].map(([key, item]) => [each(key), each(item)]) }
      if (value instanceof Set) return { $: 'set', v: [...value].map(each) }
      if (value instanceof Error) return { $: 'error', v: [value.name, value.message, value.stack] }
      if (value instanceof ArrayBuffer) return { $: 'buffer', v: toBase64(new Uint8Array(value)) }
      if (ArrayBuffer.isView(value)) {
        const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
        return { $: 'view', type: value.constructor.name, v: toBase64(bytes) }
      }
      const entries = Object.keys(value).map((key) => [key, each(value[key])])
      return { $: 'object', v: entries }
    }

    function decode(encoded, seen) {
      if (encoded === null || typeof encoded !== 'object') return encoded
      const { $: type, v: value } = encoded
      const keep = (object) => {
        seen.push(object)
        return object
      }
      switch (type) {
        case 'number':
          return Number(value)
        case 'undefined':
          return undefined
        case 'bigint':
          return BigInt(value)
        case 'seen':
          return seen[value]
        case 'array': {
          const array = keep([])
          for (const item of value) array.push(decode(item, seen))
          return array
        }
        case 'date':
          return keep(new Date(value))
        case 'regexp':
          return keep(new RegExp(...value))
        case 'map': {
          const map = keep(new Map())
          for (const [key, item] of value) map.set(decode(key, seen), decode(item, seen))
          return map
        }
        case 'set': {
          const set = keep(new Set())
          for (const item of value) set.add(decode(item, seen))
          return set
        }
        case 'error': {
          const [name, message, stack] = value
          const error = keep(new (ERRORS.includes(name) ? root[name] : Error)(message))
          error.stack = stack
          return error
        }
        case 'buffer':
          return keep(fromBase64(value).buffer)
        case 'view': {
          const { buffer } = fromBase64(value)
          if (encoded.type === 'DataView') return keep(new DataView(buffer))
          // A Buffer of Node's arrives as the Uint8Array that it is.
          return keep(new root[TYPED_ARRAYS.includes(encoded.type) ? encoded.type : 'Uint8Array'](buffer))
        }
        case 'object': {
          const object = keep({})
          for (const [key, item] of value) {
            const decoded = decode(item, seen)
            Object.defineProperty(object, key, {
              value: decoded,
              writable: true,
              enumerable: true,
              configurable: true,
            })
          }
          return object
        }
      }
    }

    const clone = root.structuredClone.bind(root)
    return {
      encode(value) {
        let copy
        try {
          copy = clone(value)
        } catch (cause) {
          throw new Error('An object could not be cloned.', { cause })
        }
        return JSON.stringify(encode(copy, new Map()))
      },
      decode: (text) => decode(JSON.parse(text), []),
    }
  }
})(globalThis)
