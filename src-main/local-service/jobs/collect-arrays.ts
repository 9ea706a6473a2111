// Frees arrays that are done with before they are many: what an array holds weighs little in the collector's own eyes.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Left alone, V8 waits for a hundred megabytes of arrays and more; a long render needs an eighth of that at a time. */
const MOST_ARRAY_BYTES = 8 * 2 ** 20

/** A function that collects when more than 8 MB of arrays have come together; else it costs next to nothing. */
export function createCollector(): () => void {
  setFlagsFromString('--expose-gc')
  // V8 shows its `gc` in contexts that are made after the flag was set.
  const collect = runInNewContext('gc') as (options: { readonly type: 'major' | 'minor' }) => void
  let leastBytes = 0
  return () => {
    const { arrayBuffers } = process.memoryUsage()
    if (arrayBuffers - leastBytes < MOST_ARRAY_BYTES) return
    collect({ type: 'major' })
    leastBytes = process.memoryUsage().arrayBuffers
  }
}
