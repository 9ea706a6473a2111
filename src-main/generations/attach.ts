// Media in a request's body: placeholders while they are checked, then what the service can read. Pure.
import type { MediaSources } from '../bridge/types.ts'
import type { MediaSource } from '../contract/index.ts'
import type { GenerationSource, SourceRole } from './source-store.ts'
import { SOURCE_ROLES } from './source-store.ts'

type Body = { readonly [key: string]: unknown }

/** Stands where an asset will: of the right shape, and nobody's. */
export const NO_ASSET: MediaSource = { type: 'asset', id: '00000000-0000-4000-8000-000000000000' }

/** The body with each medium in its place. */
export function attach(body: Body, media: Partial<Record<SourceRole, MediaSource>>): Body {
  const input = typeof body.input === 'object' && body.input !== null ? body.input : {}
  return { ...body, input: { ...input, ...media } }
}

/** The body as it is checked and stored: addresses as they are, files as placeholders. */
export function withPlaceholders(body: Body, sources: MediaSources): Body {
  const media: Partial<Record<SourceRole, MediaSource>> = {}
  for (const role of SOURCE_ROLES) {
    const ref = sources[role]
    if (ref !== undefined) media[role] = ref.kind === 'url' ? { type: 'url', url: ref.url } : NO_ASSET
  }
  return attach(body, media)
}

/** The stored bytes with the assets that were uploaded for them: from now on exactly these are sent. */
export function frozenBody(
  bytes: Uint8Array,
  assets: readonly { readonly role: GenerationSource['role']; readonly assetId: string }[],
): Uint8Array {
  // The bytes are the JSON object that intent.ts or midi-intent.ts wrote.
  const body = JSON.parse(new TextDecoder().decode(bytes)) as Body
  const encode = (frozen: Body): Uint8Array => new TextEncoder().encode(JSON.stringify(frozen))
  // Transcriptions (v2) name their one medium at the top, in their own words.
  const [only] = assets
  if (only !== undefined && 'audio' in body)
    return encode({ ...body, audio: { type: 'asset', asset_id: only.assetId } })
  const media: Partial<Record<SourceRole, MediaSource>> = {}
  for (const { role, assetId } of assets) media[role] = { type: 'asset', id: assetId }
  return encode(attach(body, media))
}
