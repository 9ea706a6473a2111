// What moves over the roll while it plays: the playhead, which only slides, and the outlines of the notes under it, drawn anew where they change.
import { useEffect, useRef, useState } from 'react'
import { useEachFrame } from '../../player/use-progress.ts'
import { useStore } from '../../store.ts'
import { fitCanvas } from '../../waveform/draw.ts'
import { usePaintRevision } from '../../waveform/use-picture.ts'
import { useWindow } from '../../window-state.ts'
import { following, type Viewport } from '../edit/viewport.ts'
import { drawOutlines, type RollPicture } from './draw-roll.ts'
import { forNotesIn, type NoteTable } from './note-table.ts'
import { GUTTER_PX, xOf } from './roll-layout.ts'
import styles from './transcribe.module.css'
import type { ShownNotes } from './use-transcription.ts'

/** The head of the playhead stands in the ruler, with this above the lanes. */
const HEAD_PX = 8

interface Props {
  readonly notes: ShownNotes
  readonly picture: RollPicture
  readonly whole: Viewport
}

export function RollMoving({ notes, picture, whole }: Props) {
  const { player } = useWindow()
  const { played, table, state } = notes
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const playheadRef = useRef<HTMLElement>(null)
  const revision = usePaintRevision()
  const [sounding, setSounding] = useState<readonly number[]>([])
  const isLoaded = useStore(player.state, ({ sound }) => sound?.id === played.id)
  const isPlaying = useStore(player.state, ({ status }) => status === 'playing')
  const { layout, view } = picture

  useEachFrame(player, isLoaded, (positionS) => {
    const x = Math.round(xOf(layout, view, positionS))
    const playhead = playheadRef.current
    if (playhead !== null) {
      playhead.style.translate = `${x}px`
      playhead.hidden = x < GUTTER_PX || x > layout.widthPx
    }
    setSounding((now) => soundingAt(table, positionS, now, picture.isPartHeard))
    // A playhead that runs out of sight is followed.
    const moved = isPlaying ? following(view, positionS, whole) : view
    if (moved !== view) notes.change({ viewport: moved })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for colours
  useEffect(() => {
    const canvas = canvasRef.current
    if (canvas !== null && fitCanvas(canvas) !== null)
      drawOutlines(canvas, picture, isLoaded ? sounding : [], state.noteIndex)
  }, [picture, sounding, isLoaded, state.noteIndex, revision])

  return (
    <>
      <canvas ref={canvasRef} />
      {isLoaded && (
        <i ref={playheadRef} className={styles.playhead} style={{ top: layout.ruler.heightPx - HEAD_PX }} />
      )}
    </>
  )
}

/** Indices of the notes that sound, those of silenced parts left out; the list itself where they are the same as before, so that nothing is drawn again. */
function soundingAt(
  table: NoteTable,
  atS: number,
  before: readonly number[],
  isPartHeard: RollPicture['isPartHeard'],
): readonly number[] {
  const now: number[] = []
  forNotesIn(table, atS, atS + 1e-6, (index) => {
    if (isPartHeard(table.parts[table.part[index] ?? 0]?.instrument ?? '')) now.push(index)
  })
  const isSame = now.length === before.length && now.every((index, at) => index === before[at])
  return isSame ? before : now
}
