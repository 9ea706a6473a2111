// From what the window names to what an intent stores: which files, what they hold, and whether the request fits them.
import type { BridgeError, MediaSources } from '../bridge/types.ts'
import type { ContractViolation, FamilyRequest } from '../contract/index.ts'
import { checkExtendSource, checkRegionAgainstSource } from '../contract/index.ts'
import { nameOfAddress, type SourceFile, type SourceFiles } from './source-files.ts'
import type { GenerationSource, SourceRole } from './source-store.ts'
import { SOURCE_ROLES } from './source-store.ts'

export interface PreparedSource extends GenerationSource {
  readonly file: SourceFile
}
type Prepared<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: BridgeError }

/** Reads every file that is named once, for the content that it has now. Addresses are not looked at: the service reads them. */
export async function prepareSources(
  sources: MediaSources | undefined,
  files: SourceFiles,
  signal?: AbortSignal,
): Promise<Prepared<readonly PreparedSource[]>> {
  const prepared: PreparedSource[] = []
  for (const role of SOURCE_ROLES) {
    const ref = sources?.[role]
    if (ref === undefined || ref.kind === 'url') continue
    const named = {
      soundId: ref.kind === 'sound' ? ref.soundId : null,
      clipId: ref.kind === 'clip' ? ref.clipId : null,
    }
    const found = files.find(named)
    if (!found.ok) return found
    const content = await files.hash(found.value, signal)
    if (!content.ok) return content
    prepared.push({ role, ...named, sha256: content.value, file: found.value })
  }
  return { ok: true, value: prepared }
}

/** What the contract says of the source itself, where its length is known. Null when nothing is in the way. */
export function checkAgainstSources(
  { family, body }: FamilyRequest,
  sources: readonly Pick<PreparedSource, 'role' | 'file'>[],
): ContractViolation | null {
  const durationMs = sources.find(({ role }) => role === 'audio')?.file.durationMs ?? null
  if (durationMs === null) return null
  if (family === 'extend') return checkExtendSource(durationMs)
  return family === 'inpaint' ? checkRegionAgainstSource(body.region, durationMs) : null
}

/** Names for the label. */
export function namesOf(
  sources: readonly Pick<PreparedSource, 'role' | 'file'>[],
): Partial<Record<SourceRole, string>> {
  return Object.fromEntries(sources.map(({ role, file }) => [role, file.name]))
}

/** The same for what lies at addresses. */
export function namesOfAddresses(sources: MediaSources | undefined): Partial<Record<SourceRole, string>> {
  return Object.fromEntries(
    SOURCE_ROLES.flatMap((role) => {
      const ref = sources?.[role]
      return ref?.kind === 'url' && URL.canParse(ref.url) ? [[role, nameOfAddress(new URL(ref.url))]] : []
    }),
  )
}

/** Stored sources as the window names them. */
export function refsOf(sources: readonly GenerationSource[]): MediaSources {
  return Object.fromEntries(
    sources.map(({ role, soundId, clipId }) => [
      role,
      soundId === null ? { kind: 'clip', clipId: clipId ?? '' } : { kind: 'sound', soundId },
    ]),
  )
}
