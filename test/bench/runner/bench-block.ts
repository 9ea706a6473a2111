// A mebibyte that no disk compresses, the same in every process.
import { createHash } from 'node:crypto'

export function benchBlock(): Buffer {
  const parts = Array.from({ length: 32_768 }, (_, index) =>
    createHash('sha256').update(String(index)).digest(),
  )
  return Buffer.concat(parts)
}
