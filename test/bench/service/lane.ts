// One keep-alive connection that carries one request at a time, with as little work as HTTP allows: the load is not what is measured.
import { connect, type Socket } from 'node:net'

export interface Lane {
  /** Sends the bytes of a request; resolves with the answer's status when its last byte is there. */
  send(request: Buffer): Promise<number>
  close(): void
}

const HEAD_END = Buffer.from('\r\n\r\n')

interface Waiting {
  resolve(status: number): void
  reject(error: Error): void
}

/** Connects to a port of 127.0.0.1. */
export async function openLane(port: number): Promise<Lane> {
  const socket = await connected(port)
  let waiting: Waiting | null = null
  let received: Buffer = Buffer.alloc(0)

  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    const headEnd = received.indexOf(HEAD_END)
    if (headEnd < 0) return
    const head = received.toString('latin1', 0, headEnd)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) {
      socket.destroy(new Error(`an answer without a length: ${head}`))
      return
    }
    if (received.length < headEnd + HEAD_END.length + Number(length)) return
    received = Buffer.alloc(0)
    const answered = waiting
    waiting = null
    answered?.resolve(Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)))
  })
  const fail = (error: Error): void => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server hung up')))

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      socket.off('error', reject)
      resolve(socket)
    })
    socket.once('error', reject)
  })
}
