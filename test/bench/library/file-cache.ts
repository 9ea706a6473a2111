// What the system has of a file at hand: a bench begins with nothing of it.
import { execFileSync } from 'node:child_process'

/** Takes a file's pages out of the system's cache, where the system can be asked to. */
export function forget(path: string): void {
  if (process.platform === 'linux')
    execFileSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0', 'status=none'])
}
