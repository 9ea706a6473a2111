// The listen for instruments: asked for, told of while the recording is uploaded, given up; what it heard is kept by the main process.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bridge, type DetectionView, errorOf, unwrap } from '../../bridge.ts'
import { detectedInstruments } from '../../data/queries.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { type Listen, listenKey, listenUnderway, withListen } from './transcribe-state.ts'

export interface Listening {
  /** What was heard last; null before that. */
  readonly detection: DetectionView | null
  readonly listen: Listen | null
  /** Free detections that the account has left; null where it was not told in this session. */
  readonly freeLeft: number | null
  /** @param isFreeOnly charges nothing: refused where it would */
  detect(isFreeOnly: boolean): void
  /** Gives the listen up. */
  stopListening(): void
}

/** @param connectionId '' for none */
export function useListening(connectionId: string, soundId: number): Listening {
  const { transcribe } = useWindow()
  const state = useStore(transcribe)
  const client = useQueryClient()
  const kept = detectedInstruments({ connectionId, soundId })
  const { data: detection = null } = useQuery({ ...kept, enabled: connectionId !== '' })
  const key = listenKey(connectionId, soundId)
  return {
    detection,
    listen: state.listens.get(key) ?? null,
    freeLeft: state.freeListens.get(connectionId) ?? null,
    detect(isFreeOnly) {
      if (connectionId === '' || listenUnderway(transcribe.get(), key) !== null) return
      const id = crypto.randomUUID()
      const question = { connectionId, soundId, maxCredits: isFreeOnly ? 0 : null, askingId: id }
      transcribe.set((now) => withListen(now, key, { kind: 'underway', asking: { id, upload: null } }))
      // Given up meanwhile, whatever it says is not wanted any more.
      const end = (listen: Listen | null): void =>
        transcribe.set((now) => (listenUnderway(now, key) === id ? withListen(now, key, listen) : now))
      void unwrap(bridge.transcriptions.detect(question)).then(
        ({ freeLeft, ...heard }) => {
          client.setQueryData(kept.queryKey, heard)
          transcribe.set((now) => ({
            ...now,
            freeListens: new Map(now.freeListens).set(connectionId, freeLeft),
            // What was named by hand goes on being named.
            ticked:
              now.ticked === null || now.soundId !== soundId
                ? now.ticked
                : new Set([...heard.recommended, ...now.ticked]),
          }))
          end(null)
        },
        (thrown: unknown) => end({ kind: 'refused', error: errorOf(thrown) }),
      )
    },
    stopListening() {
      const askingId = listenUnderway(transcribe.get(), key)
      if (askingId === null) return
      transcribe.set((now) => withListen(now, key, null))
      void bridge.askings.cancel({ askingId })
    },
  }
}
