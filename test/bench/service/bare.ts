// A server that knows nothing: reads { status, headers, body } as JSON from its input, says its port, gives that answer to everything.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

// The bench is what writes it.
const { status, headers, body } = JSON.parse(await text(process.stdin)) as {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
const server = createServer((asked, answered) => {
  asked.resume().on('end', () => answered.writeHead(status, headers).end(body))
})
server.listen(0, '127.0.0.1', () => {
  // Listening on a port: its address is this shape.
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
