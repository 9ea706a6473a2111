// Lends the app's decoder to the local service: reads what the service asks for, and gives it only files of its own folder.
import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { type FromDecoder, type PictureOutcome, type ToDecoder, toDecoder } from '../decode/picture-port.ts'
import type { PictureDecoder } from './picture-desk.ts'

/** The app's end of the port, for one life of the service. */
export interface PictureOffer {
  /** Takes a message of the service; says whether it was about pictures. */
  take(message: unknown): boolean
  /** The service is gone: everything that it asked for ends. */
  end(): void
}

/** `dataDir` is the service's folder; `post` sends to the service. */
export function offerPictures(
  decoder: PictureDecoder,
  dataDir: string,
  post: (message: FromDecoder) => void,
): PictureOffer {
  const running = new Map<number, { readonly giveUp: AbortController; taken: () => void }>()

  async function serve({ id, path, work }: ToDecoder & { readonly type: 'picture.ask' }): Promise<void> {
    const giveUp = new AbortController()
    const run = { giveUp, taken: (): void => {} }
    running.set(id, run)
    giveUp.signal.addEventListener('abort', () => run.taken())
    const onPart = (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
      if (giveUp.signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        run.taken = resolve
        post({ type: 'picture.part', id, bytes })
      })
    }
    const outcome = (await liesIn(path, dataDir))
      ? await decoder.decode(path, work, onPart, giveUp.signal)
      : NOT_ITS_OWN
    running.delete(id)
    if (!giveUp.signal.aborted) post({ type: 'picture.end', id, outcome })
  }

  return {
    take(message) {
      const parsed = toDecoder.safeParse(message)
      if (!parsed.success) return false
      const { data } = parsed
      if (data.type === 'picture.ask') void serve(data)
      else if (data.type === 'picture.more') running.get(data.id)?.taken()
      else running.get(data.id)?.giveUp.abort()
      return true
    },
    end() {
      for (const { giveUp } of running.values()) giveUp.abort()
    },
  }
}

const NOT_ITS_OWN: PictureOutcome = {
  ok: false,
  problem: 'unavailable',
  message: 'only files that were sent to the service are decoded',
}

async function liesIn(path: string, folder: string): Promise<boolean> {
  const [file, root] = await Promise.all([path, folder].map((it) => realpath(it).catch(() => null)))
  return typeof file === 'string' && typeof root === 'string' && file.startsWith(root + sep)
}
