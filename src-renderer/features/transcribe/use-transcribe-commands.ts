// The keys of the transcribe view; each is in the palette, too.
import { useCommands } from '../../commands/registry.ts'
import { useWindow } from '../../window-state.ts'
import { panCommands, zoomCommands } from '../edit/zooming.ts'
import { useRollAxis } from './roll.tsx'
import { toggled } from './transcribe-state.ts'
import type { Transcription } from './use-transcription.ts'

export function useTranscribeCommands(transcription: Transcription): void {
  const { player } = useWindow()
  const { state, table, change } = transcription
  const axis = useRollAxis(transcription)
  const step = (by: number): void => {
    const from = state.noteIndex ?? (by > 0 ? -1 : table.count)
    const noteIndex = from + by
    if (noteIndex < 0 || noteIndex >= table.count) return
    const chosenPart = table.parts[table.part[noteIndex] ?? 0]?.instrument ?? null
    change({ noteIndex, chosenPart })
    player.seek(table.start[noteIndex] ?? 0)
  }
  const choose = (by: number): void => {
    const at = table.parts.findIndex(({ instrument }) => instrument === state.chosenPart)
    const next = table.parts[(at + by + table.parts.length) % Math.max(1, table.parts.length)]
    if (next !== undefined) change({ chosenPart: next.instrument })
  }
  const part = state.chosenPart
  useCommands([
    {
      id: 'generate',
      title: 'Transcribe',
      section: 'Make',
      shortcuts: ['mod+enter'],
      isHeardInText: true,
      isEnabled: !transcription.isSending && transcription.connection !== null,
      run: transcription.run,
    },
    {
      id: 'detect-instruments',
      title: 'Listen for instruments',
      section: 'Make',
      shortcuts: ['d'],
      isEnabled: transcription.detection === null && !transcription.isDetecting,
      run: () => transcription.detect(true),
    },
    {
      id: 'source-or-midi',
      title: state.heard === 'midi' ? 'Hear the source' : 'Hear the notes',
      section: 'Play',
      shortcuts: ['a'],
      isEnabled: table.count > 0,
      run: () => change({ heard: state.heard === 'midi' ? 'source' : 'midi' }),
    },
    {
      id: 'metronome',
      title: state.hasMetronome ? 'No click' : 'Click on the beat',
      section: 'Play',
      shortcuts: ['shift+c'],
      isEnabled: transcription.grid !== null,
      run: () => change({ hasMetronome: !state.hasMetronome }),
    },
    { id: 'next-note', title: 'Next note', section: 'Play', shortcuts: ['.'], run: () => step(1) },
    { id: 'note-before', title: 'Note before', section: 'Play', shortcuts: [','], run: () => step(-1) },
    { id: 'next-part', title: 'Next part', section: 'Sound', shortcuts: [']'], run: () => choose(1) },
    { id: 'part-before', title: 'Part before', section: 'Sound', shortcuts: ['['], run: () => choose(-1) },
    {
      id: 'mute-part',
      title: 'Mute the chosen part',
      section: 'Sound',
      shortcuts: ['m'],
      isEnabled: part !== null,
      run: () => part !== null && change({ mutedParts: toggled(state.mutedParts, part) }),
    },
    {
      id: 'solo-part',
      title: 'Solo the chosen part',
      section: 'Sound',
      shortcuts: ['s'],
      isEnabled: part !== null,
      run: () => part !== null && change({ soloParts: toggled(state.soloParts, part) }),
    },
    ...zoomCommands(axis, 'Show all of it'),
    ...panCommands(axis),
  ])
}
