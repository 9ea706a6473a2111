// The keys of the transcribe view; each is in the palette, too.
import { useCommands } from '../../commands/registry.ts'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import { panCommands, zoomCommands } from '../edit/zooming.ts'
import { useRollAxis } from './roll.tsx'
import { toggled } from './transcribe-state.ts'
import type { ShownNotes, Transcription } from './use-transcription.ts'

const words = texts.transcribe.commands

/** Those of any notes. */
export function useRollCommands(notes: ShownNotes): void {
  const { player } = useWindow()
  const { state, table, change } = notes
  const axis = useRollAxis(notes)
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
      id: 'metronome',
      title: state.hasMetronome ? words.noClick : words.click,
      section: 'Play',
      shortcuts: ['shift+c'],
      isEnabled: notes.grid !== null,
      run: () => change({ hasMetronome: !state.hasMetronome }),
    },
    { id: 'next-note', title: words.nextNote, section: 'Play', shortcuts: ['.'], run: () => step(1) },
    { id: 'note-before', title: words.noteBefore, section: 'Play', shortcuts: [','], run: () => step(-1) },
    { id: 'next-part', title: words.nextPart, section: 'Sound', shortcuts: [']'], run: () => choose(1) },
    { id: 'part-before', title: words.partBefore, section: 'Sound', shortcuts: ['['], run: () => choose(-1) },
    {
      id: 'mute-part',
      title: words.mutePart,
      section: 'Sound',
      shortcuts: ['m'],
      isEnabled: part !== null,
      run: () => part !== null && change({ mutedParts: toggled(state.mutedParts, part) }),
    },
    {
      id: 'solo-part',
      title: words.soloPart,
      section: 'Sound',
      shortcuts: ['s'],
      isEnabled: part !== null,
      run: () => part !== null && change({ soloParts: toggled(state.soloParts, part) }),
    },
    ...zoomCommands(axis, texts.transcribe.bar.showAll),
    ...panCommands(axis),
  ])
}

/** Those of a recording: its notes', and what makes them. */
export function useTranscribeCommands(transcription: Transcription): void {
  const { state, table, change } = transcription
  useRollCommands(transcription)
  useCommands([
    {
      id: 'generate',
      title: words.run,
      section: 'Make',
      shortcuts: ['mod+enter'],
      isHeardInText: true,
      isEnabled: !transcription.isSending && transcription.connection !== null,
      run: transcription.run,
    },
    {
      id: 'detect-instruments',
      title: words.listen,
      section: 'Make',
      shortcuts: ['d'],
      isEnabled: transcription.detection === null && transcription.listen?.kind !== 'underway',
      run: () => transcription.detect(true),
    },
    {
      id: 'source-or-midi',
      title: state.heard === 'midi' ? words.hearSource : words.hearNotes,
      section: 'Play',
      shortcuts: ['a'],
      isEnabled: table.count > 0,
      run: () => change({ heard: state.heard === 'midi' ? 'source' : 'midi' }),
    },
  ])
}
