// How recording and notes are brought to one loudness: measured once for the notes that are shown, when they are all there.
import { useEffect, useState } from 'react'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { isInFlight } from '../../wording/generations.ts'
import { matchNotes, type NotesMatch } from './sound/notes-match.ts'
import type { Transcription } from './use-transcription.ts'

export interface LevelMatch {
  readonly isOn: boolean
  /** What is applied; null while it is off, before it was measured, and where nothing can be. */
  readonly gains: NotesMatch | null
  toggle(): void
}

export function useNotesMatch({
  detail,
  shown,
  table,
}: Pick<Transcription, 'detail' | 'shown' | 'table'>): LevelMatch {
  const { player, isMatching } = useWindow()
  const isOn = useStore(isMatching)
  const [measured, setMeasured] = useState<{ readonly of: typeof table; readonly gains: NotesMatch | null }>()
  const isWanted =
    isOn && table.count > 0 && !detail.isMissing && shown !== null && !isInFlight(shown.generation)
  const isKnown = measured?.of === table
  useEffect(() => {
    if (!isWanted || isKnown) return
    let isOver = false
    const measure = async (): Promise<void> => {
      // A recording that cannot be decoded has said so where it is played.
      const recording = await player.decoded(detail.id).catch(() => null)
      if (recording === null || isOver) return
      const gains = await matchNotes(table, recording, detail.truePeakDb)
      if (!isOver) setMeasured({ of: table, gains })
    }
    void measure()
    return () => {
      isOver = true
    }
  }, [isWanted, isKnown, table, detail.id, detail.truePeakDb, player])
  return {
    isOn,
    gains: isOn && isKnown ? measured.gains : null,
    toggle: () => isMatching.set((now) => !now),
  }
}
