// The `net` module: Node's fetch, the app's schemes and files, as Electron's session would answer them.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type * as E from 'electron'
import { handlers } from '../browser/schemes.ts'

export const net = {
  isOnline: () => true,
  /** A file comes whole: like Electron's, this ignores Range for file:. */
  async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    const url = typeof input === 'string' ? input : input.url
    if (url.startsWith('file:')) return new Response(await readFile(fileURLToPath(url)))
    const handler = handlers.get(url.slice(0, url.indexOf(':')))
    return handler ? handler(new Request(input, init)) : fetch(input, init)
  },
} satisfies Pick<E.Net, 'isOnline' | 'fetch'>
