// A file store for the download's bench, in a process of its own: what is measured is the app's side alone. Argument: MiB. Prints its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { benchBlock } from './bench-block.ts'

const mebibytes = Number(process.argv[2])
const block = benchBlock()
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-length': String(mebibytes * block.byteLength), etag: '"bench"' })
  let sent = 0
  const more = (): void => {
    while (sent < mebibytes) {
      sent += 1
      if (!response.write(block)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
})
server.listen(0, '127.0.0.1', () => {
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${port}\n`)
})
