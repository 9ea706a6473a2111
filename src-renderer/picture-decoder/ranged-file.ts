// A file behind an address of the app's own origin, read by ranges as far as it is needed.
import { CustomSource } from 'mediabunny'

const CACHE_BYTES = 32 * 1024 * 1024

/** A source of mediabunny's. Reading throws when the file is not there any more. */
export function rangedFile(address: string): CustomSource {
  return new CustomSource({
    async getSize() {
      const answer = await fetch(address, { method: 'HEAD' })
      if (!answer.ok) throw new Error('the clip is not there any more')
      return Number(answer.headers.get('content-length') ?? 0)
    },
    async read(start, end) {
      const answer = await fetch(address, { headers: { range: `bytes=${start}-${end - 1}` } })
      if (answer.status !== 206) throw new Error('the clip cannot be read')
      return new Uint8Array(await answer.arrayBuffer())
    },
    maxCacheSize: CACHE_BYTES,
    prefetchProfile: 'fileSystem',
  })
}
