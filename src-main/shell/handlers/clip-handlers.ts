// Clips, as the window asks for them.
import type { DropHandlers, HandlersOf } from '../../bridge/dispatcher.ts'
import { failure, success } from '../../bridge/reply.ts'
import type { ClipView, Reply } from '../../bridge/types.ts'
import type { SourceFiles } from '../../generations/source-files.ts'
import type { Clip } from '../../generations/source-store.ts'
import { addressOf, getClip, recentClips } from '../../generations/source-store.ts'
import type { ReadableDatabase } from '../../library/database.ts'

export interface ClipHandlers {
  readonly requests: HandlersOf<'clips'>
  readonly drops: Pick<DropHandlers, 'clips.drop'>
  /** For a path that came another way: the system asks to open it. */
  readonly register: (path: string) => Promise<Reply<ClipView>>
}

/** Handlers of `clips.*`. */
export function clipHandlers(options: {
  readonly db: ReadableDatabase
  readonly files: SourceFiles
  readonly chooseVideo: () => Promise<string | null>
  /** Why an address is not used by what it says; null where it would be. */
  readonly refusalOf: (address: URL) => Promise<string | null>
}): ClipHandlers {
  const { db, files, chooseVideo, refusalOf } = options
  const kept = (id: string): Reply<ClipView> => {
    const clip = getClip(db, id)
    if (clip === null) throw new Error(`clip ${id} was stored and is not there`)
    return success(viewOf(clip))
  }
  const register = async (path: string): Promise<Reply<ClipView>> => {
    const registered = await files.registerClip(path)
    return registered.ok ? kept(registered.value.id) : failure(registered.error)
  }
  return {
    requests: {
      async 'clips.choose'() {
        const path = await chooseVideo()
        return path === null ? success(null) : register(path)
      },
      async 'clips.address'({ address }) {
        const text = address.trim()
        const url = URL.canParse(text) ? new URL(text) : null
        const refusal = url === null ? 'it is none (https://…)' : await refusalOf(url)
        if (url !== null && refusal === null) return kept(files.registerAddress(url).id)
        const message = `This address cannot be used: ${refusal}.`
        return failure({ code: 'address_refused', message, retryable: false })
      },
      'clips.recent': async ({ limit }) => success(recentClips(db, limit).map(viewOf)),
    },
    drops: {
      async 'clips.drop'({ paths }) {
        const [path] = paths
        if (path === undefined) throw new Error('the schema lets no drop without a file through')
        return register(path)
      },
    },
    register,
  }
}

function viewOf(clip: Clip): ClipView {
  const { id, name, bytes } = clip
  const host = addressOf(clip)?.host ?? null
  return { id, name, bytes: host === null ? bytes : null, host }
}
