// A connection being written down: checked live while the fields stand still, stored only when the check passed.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type BridgeError,
  bridge,
  type ConnectionDraft,
  type ConnectionTest,
  type ConnectionView,
  errorOf,
  unwrap,
} from '../../bridge.ts'
import { useSettled } from '../../data/use-delayed.ts'
import { texts } from '../../wording/texts.ts'

/** Typing pauses this long before the service is asked. */
const TEST_AFTER_MS = 500
/** The prefix of the service's own headers, unless a deployment says otherwise. */
const DEFAULT_HEADER_PREFIX = 'Service'

export interface ConnectionForm {
  readonly draft: ConnectionDraft
  readonly test: ConnectionTest | null
  readonly error: BridgeError | null
  readonly isTesting: boolean
  readonly isSaving: boolean
  change(part: Partial<ConnectionDraft>): void
  /** Stores what was tested. @returns the connection, or null when it was refused */
  save(): Promise<ConnectionView | null>
}

/** @param existing the connection that is changed, or null for a new one */
export function useConnectionForm(existing: ConnectionView | null): ConnectionForm {
  const client = useQueryClient()
  const [draft, setDraft] = useState<ConnectionDraft>({
    id: existing?.id ?? null,
    name: existing?.name ?? '',
    baseUrl: existing?.baseUrl ?? '',
    headerPrefix: existing?.headerPrefix ?? DEFAULT_HEADER_PREFIX,
    apiKey: null,
  })
  const [saveError, setSaveError] = useState<BridgeError | null>(null)
  const [isSaving, setSaving] = useState(false)
  const settled = useSettled(draft, TEST_AFTER_MS)
  const isComplete = isTestable(settled, existing)
  const asked = useQuery({
    // A number stands for the draft: a key does not belong into the keys of a cache.
    queryKey: ['connection-test', useDraftNumber(settled)],
    queryFn: () => unwrap(bridge.connections.test({ ...settled, name: nameOf(settled) })),
    enabled: isComplete,
    retry: false,
    gcTime: 0,
  })
  const isSettled = settled === draft
  return {
    draft,
    test: isSettled && isComplete ? (asked.data ?? null) : null,
    error: saveError ?? (isSettled && isComplete && asked.error !== null ? errorOf(asked.error) : null),
    isTesting: (isTestable(draft, existing) && !isSettled) || asked.isFetching,
    isSaving,
    change: (part) => {
      setSaveError(null)
      setDraft((now) => ({ ...now, ...part }))
    },
    save: async () => {
      setSaving(true)
      setSaveError(null)
      try {
        const stored = await unwrap(bridge.connections.save({ ...draft, name: nameOf(draft) }))
        await client.invalidateQueries({ queryKey: ['connections'] })
        await client.invalidateQueries({ queryKey: ['app'] })
        return stored
      } catch (thrown) {
        setSaveError(errorOf(thrown))
        return null
      } finally {
        setSaving(false)
      }
    },
  }
}

/** Another number for every other draft. */
function useDraftNumber(draft: ConnectionDraft): number {
  const [numbered, setNumbered] = useState({ draft, number: 0 })
  if (numbered.draft === draft) return numbered.number
  const next = { draft, number: numbered.number + 1 }
  setNumbered(next)
  return next.number
}

/** An address and a key: a kept key counts. */
function isTestable(draft: ConnectionDraft, existing: ConnectionView | null): boolean {
  const hasKey = (draft.apiKey ?? '').trim() !== '' || existing?.hasKey === true
  return draft.baseUrl.trim() !== '' && hasKey
}

/** Where no name is given the host is one. */
function nameOf(draft: ConnectionDraft): string {
  if (draft.name.trim() !== '') return draft.name.trim()
  const host =
    draft.baseUrl
      .trim()
      .replace(/^[a-z]+:\/\//i, '')
      .split('/')[0] ?? ''
  return host === '' ? texts.settings.fields.unnamed : host
}
