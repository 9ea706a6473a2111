// Loaded into every utility process before its own code: gives it process.parentPort over child_process's channel.
import { EventEmitter } from 'node:events'

class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    process.send?.(message)
  }

  start(): void {}
}

const parentPort = new ParentPort()
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
process.on('disconnect', () => process.exit(0)) // Electron's utility processes end with the main process
Object.defineProperty(process, 'parentPort', { value: parentPort })
Object.assign(process, { type: 'utility' })
