// A signal of any length, worked on block by block: an array is one, and so is a scratch file.

/** What an array can do and a file can do, too. `subarray` may be a view or a copy: what was changed in it must be `set`. */
export interface Samples {
  readonly length: number
  subarray(from: number, to: number): Float32Array
  set(block: Float32Array, from: number): void
  /** Told where arrays have been left behind that nothing needs any more: a long render holds few at a time. */
  readonly tidy?: () => void
}

/** About six seconds: short enough to be cheap to hold, long enough that reading and writing cost nothing. */
const BLOCK_SAMPLES = 2 ** 18

/** Shows the signal, block after block; `from` is the place of the block's first sample. */
export function visitBlocks(
  signal: Samples,
  visit: (block: Float32Array, from: number) => void,
  size = BLOCK_SAMPLES,
): void {
  for (let from = 0; from < signal.length; from += size) {
    visit(signal.subarray(from, Math.min(signal.length, from + size)), from)
  }
}

/** Changes the signal, block after block. */
export function changeBlocks(
  signal: Samples,
  change: (block: Float32Array, from: number) => void,
  size = BLOCK_SAMPLES,
): void {
  visitBlocks(
    signal,
    (block, from) => {
      change(block, from)
      signal.set(block, from)
    },
    size,
  )
}

/** A copy of `length` samples from `from` on, which may lie outside: there a circle goes round, and silence is elsewhere. */
export function stretchOf(signal: Samples, from: number, length: number, isCircular: boolean): Float32Array {
  const out = new Float32Array(length)
  const whole = signal.length
  for (let done = 0; done < length; ) {
    const at = isCircular ? (((from + done) % whole) + whole) % whole : from + done
    if (at >= whole) break
    if (at < 0) {
      done -= at
      continue
    }
    const part = signal.subarray(at, Math.min(whole, at + length - done))
    out.set(part, done)
    done += part.length
  }
  return out
}

/** The `length` samples that come before a circle's first, block after block: what a stage hears to know its state there. */
export function visitBeforeStart(
  signal: Samples,
  length: number,
  visit: (block: Float32Array) => void,
): void {
  for (let left = length; left > 0; left -= Math.min(left, BLOCK_SAMPLES)) {
    visit(stretchOf(signal, -left, Math.min(left, BLOCK_SAMPLES), true))
  }
}
