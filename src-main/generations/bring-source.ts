// A medium of this machine at the service, for a question that comes before an intent: a plan, a detection.
import { failure } from '../bridge/reply.ts'
import type { MediaSources, Reply } from '../bridge/types.ts'
import { bridgeErrorOf } from '../connections/bridge-error.ts'
import type { ClientOrReason } from '../connections/connections.ts'
import { askTime } from './exchange.ts'
import { prepareSources } from './prepare-sources.ts'
import type { SourceFiles } from './source-files.ts'
import type { SourceRole } from './source-store.ts'
import type { UploadContext, Uploader } from './uploader.ts'

export interface BringPorts {
  readonly files: SourceFiles
  readonly uploader: Uploader
  readonly now: () => number
  readonly random: () => number
}

/** Whom it is for: told how far an upload is, and free to give it up. */
export type Asker = Pick<UploadContext, 'onProgress' | 'signal'>

/** Nobody is told, and it is never given up. */
const NOBODY: Asker = { onProgress: () => {}, signal: new AbortController().signal }

/** The assets of what is named, by role; uploaded where the service does not have them. Addresses are left out. */
export async function bringSources(
  sources: MediaSources | undefined,
  to: { readonly connectionId: string; readonly found: Extract<ClientOrReason, { ok: true }> },
  { files, uploader, now, random }: BringPorts,
  { onProgress, signal }: Asker = NOBODY,
): Promise<Reply<Partial<Record<SourceRole, string>>>> {
  const { connectionId, found } = to
  const prepared = await prepareSources(sources, files, signal)
  if (!prepared.ok) return prepared
  if (prepared.value.length > 0 && found.time.nowMs() === null) {
    const problem = await askTime(found.client, found.time, signal)
    if (problem !== null) return failure(bridgeErrorOf(problem))
  }
  const assets: Partial<Record<SourceRole, string>> = {}
  for (const source of prepared.value) {
    const brought = await uploader.bring(source, {
      connectionId,
      client: found.client,
      keyId: found.keyId,
      serviceNowMs: found.time.nowMs() ?? now(),
      random,
      signal,
      onProgress,
    })
    if (!brought.ok) return brought
    assets[source.role] = brought.value
  }
  return { ok: true, value: assets }
}
