// Clips, as the window asks for them.
import type { DropHandlers, HandlersOf } from '../../bridge/dispatcher.ts'
import { failure, success } from '../../bridge/reply.ts'
import type { ClipView, Reply } from '../../bridge/types.ts'
import type { SourceFiles } from '../../generations/source-files.ts'
import type { Clip } from '../../generations/source-store.ts'
import { getClip, recentClips } from '../../generations/source-store.ts'
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
}): ClipHandlers {
  const { db, files, chooseVideo } = options
  const register = async (path: string): Promise<Reply<ClipView>> => {
    const registered = await files.registerClip(path)
    if (!registered.ok) return failure(registered.error)
    const clip = getClip(db, registered.value.id)
    if (clip === null) throw new Error(`clip ${registered.value.id} was stored and is not there`)
    return success(viewOf(clip))
  }
  return {
    requests: {
      async 'clips.choose'() {
        const path = await chooseVideo()
        return path === null ? success(null) : register(path)
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

const viewOf = ({ id, name, bytes }: Clip): ClipView => ({ id, name, bytes })
