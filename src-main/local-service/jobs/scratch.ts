// Samples in files that have no name: room for sounds too long for memory, given back however the process ends.

import { randomUUID } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Samples } from '../synthesis/signal/samples.ts'
import { createCollector } from './collect-arrays.ts'

export interface Scratch {
  /** Room for so many samples, silent at first. */
  readonly take: (sampleCount: number) => Samples
  /** Gives all of it back. */
  close(): void
}

const BYTES = Float32Array.BYTES_PER_ELEMENT

export function createScratch(): Scratch {
  const collectArrays = createCollector()
  const opened: { readonly descriptor: number; readonly path: string }[] = []
  return {
    take(sampleCount) {
      const path = join(tmpdir(), `foleyroom-${randomUUID()}.samples`)
      const descriptor = openSync(path, 'wx+', 0o600)
      opened.push({ descriptor, path })
      // Where files can lose their name while they are open, none is left behind by a crash.
      if (process.platform !== 'win32') rmSync(path)
      ftruncateSync(descriptor, sampleCount * BYTES)
      return samplesIn(descriptor, sampleCount, collectArrays)
    },
    close() {
      for (const { descriptor, path } of opened.splice(0)) {
        closeSync(descriptor)
        rmSync(path, { force: true })
      }
    },
  }
}

function samplesIn(descriptor: number, length: number, tidy: () => void): Samples {
  return {
    length,
    tidy,
    subarray(from, to) {
      // Who works block by block has just left the last one behind.
      tidy()
      const block = new Float32Array(to - from)
      const bytes = bytesOf(block)
      for (let done = 0; done < bytes.length; ) {
        const read = readSync(descriptor, bytes, done, bytes.length - done, from * BYTES + done)
        if (read === 0) throw new Error(`the scratch file ends before sample ${to}`)
        done += read
      }
      return block
    },
    set(block, from) {
      const bytes = bytesOf(block)
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(descriptor, bytes, done, bytes.length - done, from * BYTES + done)
      }
    },
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)
