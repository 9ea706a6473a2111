// utilityProcess.fork: a Node process with Electron's parentPort in place of process.send.
import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type * as E from 'electron'

const PARENT_PORT = join(import.meta.dirname, 'parent-port.ts')

class UtilityProcess extends EventEmitter {
  readonly stdout: Readable | null
  readonly stderr: Readable | null
  readonly #child: ChildProcess

  constructor(child: ChildProcess) {
    super()
    this.#child = child
    this.stdout = child.stdout
    this.stderr = child.stderr
    child.on('spawn', () => this.emit('spawn'))
    child.on('message', (message) => this.emit('message', message))
    child.on('error', (error) => this.emit('error', 'FatalError', '', error.message))
    child.on('exit', (code) => this.emit('exit', code ?? 1))
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined
  }

  /** Lost when the process has ended, as in Electron. */
  postMessage(message: unknown): void {
    // structuredClone raises Electron's error for what cannot be cloned; send() takes what is left.
    const clone = structuredClone(message) as Parameters<ChildProcess['send']>[0]
    if (this.#child.connected) this.#child.send(clone)
  }

  kill(): boolean {
    return this.#child.kill()
  }
}

export const utilityProcess = {
  fork(modulePath: string, args: readonly string[] = [], options: E.ForkOptions = {}): UtilityProcess {
    const child = fork(modulePath, args, {
      serialization: 'advanced',
      detached: true, // Ctrl-C is the main process's to answer
      execArgv: ['--import', PARENT_PORT, ...(options.execArgv ?? [])],
      // Electron's type of env is a bare object.
      env: (options.env as NodeJS.ProcessEnv | undefined) ?? process.env,
      stdio: stdioOf(options.stdio),
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    })
    return new UtilityProcess(child)
  },
}

function stdioOf(stdio: E.ForkOptions['stdio']): StdioOptions {
  if (Array.isArray(stdio)) return ['ignore', stdio[1] ?? 'inherit', stdio[2] ?? 'inherit', 'ipc']
  const each = stdio === 'pipe' || stdio === 'ignore' ? stdio : 'inherit'
  return ['ignore', each, each, 'ipc']
}
