// What plays the notes of the view that stands.
import { useEffect, useRef } from 'react'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { MidiCompanion, type Score } from './sound/midi-companion.ts'
import type { NotesMatch } from './sound/notes-match.ts'
import { isPartHeard } from './transcribe-state.ts'
import type { ShownNotes } from './use-transcription.ts'

/**
 * The notes play on the player's clock while their view stands: beside the recording, or alone where there is none.
 * @param gains of recording and notes; null leaves both as they are
 */
export function useCompanion({ played, table, grid, state }: ShownNotes, gains: NotesMatch | null): void {
  const { player } = useWindow()
  const score = useRef<Score | null>(null)
  const hasNotes = table.count > 0
  const isHeard = (state.heard === 'midi' || played.isSilent === true) && hasNotes
  score.current = {
    table,
    grid,
    isHeard,
    gainDb: gains?.notesDb ?? 0,
    channels: gains?.channels ?? 1,
    hasMetronome: state.hasMetronome,
    isPartHeard: (instrument) => isPartHeard(state, instrument),
  }
  useEffect(() => {
    if (!hasNotes) return
    player.accompany(
      played.id,
      new MidiCompanion(() => {
        if (score.current === null) throw new Error('a companion plays before its view stands')
        return score.current
      }),
    )
    return () => player.accompany(played.id, null)
  }, [player, played.id, hasNotes])
  useEffect(() => player.setFileHeard(!isHeard), [player, isHeard])
  const isLoaded = useStore(player.state, ({ sound }) => sound?.id === played.id)
  const sourceDb = gains?.sourceDb ?? 0
  useEffect(() => {
    if (!isLoaded) return
    player.setTrimDb(sourceDb)
    return () => {
      // Another sound has a level of its own.
      if (player.state.get().sound?.id === played.id) player.setTrimDb(0)
    }
  }, [player, isLoaded, played.id, sourceDb])
  useEffect(() => player.setRate(state.tempoPercent / 100), [player, state.tempoPercent])
}
