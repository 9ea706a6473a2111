// The network between the app and the service: what passes is seen, and can be cut, held back, sent elsewhere or answered by somebody else.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** By the clock that the network was opened with. */
  readonly atMs: number
}

/** What the network does to one request. */
export type Treatment =
  /** As it is, or to another path. */
  | { readonly kind: 'pass'; readonly path?: string }
  /** The socket breaks before the service hears anything. */
  | { readonly kind: 'reset-before' }
  /** The service serves it; the socket breaks before the answer. `meanwhile` runs in between. */
  | { readonly kind: 'reset-after'; readonly meanwhile?: () => void | Promise<void> }
  /** The service serves it; nothing ever comes back. */
  | { readonly kind: 'stall' }
  /** So many bytes of the answer's body arrive, then the socket breaks. */
  | {
      readonly kind: 'cut'
      readonly afterBytes: number
      readonly meanwhile?: (answer: Answer) => void | Promise<void>
    }
  /** Somebody else answers; with `isServed` the service heard it all the same. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body: string | Uint8Array
      readonly isServed?: boolean
    }
  /** The service's answer, changed. */
  | { readonly kind: 'change'; readonly change: (answer: Answer) => Answer }

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface Network {
  readonly baseUrl: string
  readonly seen: readonly Seen[]
  /** Asked for each request; null or no rule: it passes. The newest rule is asked first. */
  rule(treat: (request: Seen) => Treatment | null): void
  /** Strikes the next `times` requests of that method whose path matches. */
  strike(method: string, path: RegExp, treatment: Treatment, times?: number): void
  /** Nothing listens any more, or again. */
  setOnline(isOnline: boolean): Promise<void>
  count(method: string, path: RegExp): number
  clear(): void
  close(): Promise<void>
}

const PASS: Treatment = { kind: 'pass' }

/** A network of its own in front of a service on this machine. */
export async function openNetwork(
  serviceUrl: string,
  { now, serviceNow }: { readonly now: () => number; readonly serviceNow: () => number },
): Promise<Network> {
  const seen: Seen[] = []
  let rules: ((request: Seen) => Treatment | null)[] = []
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  let ownUrl = ''
  const hangUp = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })

  /** The first rule that says something; those behind it are not asked. */
  const treatmentOf = (request: Seen): Treatment => {
    for (const rule of rules) {
      const found = rule(request)
      if (found !== null) return found
    }
    return PASS
  }

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const request: Seen = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: body.toString('latin1'),
      atMs: now(),
    }
    seen.push(request)
    const treatment = treatmentOf(request)
    const path = treatment.kind === 'pass' ? (treatment.path ?? request.path) : request.path
    const served = (): Promise<Answer> => ask(serviceUrl, ownUrl, incoming, path, body)
    switch (treatment.kind) {
      case 'reset-before':
        incoming.socket.resetAndDestroy()
        return
      case 'reset-after':
        await served()
        await treatment.meanwhile?.()
        incoming.socket.resetAndDestroy()
        return
      case 'stall':
        await served()
        return
      case 'cut': {
        const answer = await served()
        outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': String(answer.body.length) })
        await new Promise<void>((resolve) =>
          outgoing.write(answer.body.subarray(0, treatment.afterBytes), () => resolve()),
        )
        await treatment.meanwhile?.(answer)
        // The bytes are handed to the socket; a reset would take them back.
        setImmediate(() => incoming.socket.destroySoon())
        return
      }
      case 'answer': {
        if (treatment.isServed === true) await served()
        // Whoever answers in the service's place has the right time: a wrong one would be a fault of its own.
        const date = new Date(serviceNow()).toUTCString()
        outgoing.writeHead(treatment.status, { date, ...treatment.headers }).end(treatment.body)
        return
      }
      case 'change':
      case 'pass': {
        const answer = await served()
        const changed = treatment.kind === 'change' ? treatment.change(answer) : answer
        outgoing.writeHead(changed.status, {
          ...changed.headers,
          'content-length': String(changed.body.length),
        })
        outgoing.end(changed.body)
      }
    }
  }

  await listen(0)
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo
  ownUrl = `http://127.0.0.1:${port}`
  return {
    baseUrl: ownUrl,
    seen,
    rule: (treat) => void rules.unshift(treat),
    strike(method, path, treatment, times = 1) {
      let left = times
      rules.unshift((request) => {
        if (left === 0 || request.method !== method || !path.test(request.path)) return null
        left -= 1
        return treatment
      })
    },
    async setOnline(isOnline) {
      if (isOnline === server.listening) return
      await (isOnline ? listen(port) : hangUp())
    },
    count: (method, path) =>
      seen.filter((request) => request.method === method && path.test(request.path)).length,
    clear() {
      rules = []
    },
    close: async () => {
      if (server.listening) await hangUp()
    },
  }
}

/** The service's error envelope, as an answer. */
export function refusal(
  status: number,
  code: string,
  options: {
    readonly isRetryable?: boolean
    readonly param?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly more?: object
    readonly isServed?: boolean
  } = {},
): Treatment {
  const error = {
    code,
    message: `the service says ${code}`,
    param: options.param ?? null,
    retryable: options.isRetryable ?? false,
    request_id: `req_${code}`,
    ...options.more,
  }
  return {
    kind: 'answer',
    status,
    headers: { 'content-type': 'application/json', ...options.headers },
    body: JSON.stringify({ error }),
    isServed: options.isServed ?? false,
  }
}

/** The service's JSON, changed. */
export function changedJson(change: (json: Record<string, unknown>) => object): Treatment {
  return {
    kind: 'change',
    change: (answer) => ({
      ...answer,
      // A test only changes answers that are objects.
      body: Buffer.from(
        JSON.stringify(change(JSON.parse(answer.body.toString()) as Record<string, unknown>)),
      ),
    }),
  }
}

/** Hands a request on and takes the whole answer; both sides know each other by this network's address. */
function ask(
  serviceUrl: string,
  ownUrl: string,
  incoming: IncomingMessage,
  path: string,
  body: Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(serviceUrl)
    const headers = { ...incoming.headers, host, 'accept-encoding': 'identity' }
    const options = { hostname, port, method: incoming.method, path, headers }
    const passed = forward({ ...options, agent: false }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      const { 'transfer-encoding': _, connection: __, ...headers } = answer.headers
      const whole = Buffer.concat(chunks)
      const isJson = answer.headers['content-type']?.startsWith('application/json') === true
      // The service sends each of its headers once.
      resolve({
        status: answer.statusCode ?? 0,
        headers: headers as Record<string, string>,
        body: isJson ? Buffer.from(whole.toString().replaceAll(serviceUrl, ownUrl)) : whole,
      })
    })
    passed.on('error', reject)
    passed.end(body)
  })
}
