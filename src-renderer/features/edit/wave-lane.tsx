// The waveform of the stretch in view: what an edit made new in its own colour, what was there before as an outline.
import { useEffect, useRef } from 'react'
import type { Region } from '../../player/time-math.ts'
import { drawColumns, fitCanvas, LARGE_TONES, type WavePaint } from '../../waveform/draw.ts'
import type { Columns } from '../../waveform/peaks.ts'
import { usePaintRevision } from '../../waveform/use-picture.ts'
import { texts } from '../../wording/texts.ts'
import styles from './edit.module.css'
import { columnsIn } from './sample-columns.ts'
import type { DrawableState } from './use-drawable.ts'
import type { Edit } from './use-edit.ts'
import { fractionOf } from './viewport.ts'

const NEW_TONES: WavePaint['tones'] = {
  ...LARGE_TONES,
  inRegion: '--new',
  bodyInRegion: '--new-rms',
}
const linear = (value: number): number => value

interface Props {
  readonly edit: Edit
  readonly region: Region | null
  readonly drawable: DrawableState
  readonly before: DrawableState
}

export function WaveLane({ edit, region, drawable, before }: Props) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const revision = usePaintRevision()
  const { viewport, detail, shown } = edit
  const { startS, spanS } = viewport
  const ready = drawable.kind === 'ready' ? drawable.drawable : null
  const isAfter = shown.id !== detail.id
  const old = isAfter && before.kind === 'ready' ? before.drawable : null
  const made = isAfter ? madeStretch(edit) : null
  const fromS = (made ?? region)?.startS ?? null
  const toS = (made ?? region)?.endS ?? null
  const isMade = made !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for colours and sizes
  useEffect(() => {
    const canvas = canvasRef.current
    const box = canvas === null || ready === null ? null : fitCanvas(canvas)
    if (canvas === null || ready === null || box === null) return
    const view = { startS, spanS }
    drawColumns(canvas, columnsIn(ready, view, box.width), {
      played: null,
      region: fromS === null || toS === null ? null : [fractionOf(view, fromS), fractionOf(view, toS)],
      scale: linear,
      tones: isMade ? NEW_TONES : LARGE_TONES,
    })
    if (old !== null && isMade && fromS !== null && toS !== null) {
      const reach = [fractionOf(view, fromS) * box.width, fractionOf(view, toS) * box.width] as const
      drawOutline(canvas, columnsIn(old, view, box.width), reach)
    }
  }, [ready, old, startS, spanS, fromS, toS, isMade, revision])
  if (drawable.kind === 'failed') {
    return (
      <p className={styles.undrawn} role="alert">
        {texts.edit.stage.undrawn(drawable.message)}
      </p>
    )
  }
  return (
    <>
      <canvas ref={canvasRef} />
      {ready === null && <i className={styles.unmade} />}
    </>
  )
}

/** Where the shown variant is new: its region, or what lies behind the source's end. */
function madeStretch({ detail, shown, state }: Edit): Region | null {
  const endS = detail.durationMs / 1000
  if (shown.family === 'extend') return { startS: endS, endS: shown.durationMs / 1000 }
  return state.region
}

/** The envelope of what was there, smoothed so that it reads as a line. */
function drawOutline(
  canvas: HTMLCanvasElement,
  columns: Columns,
  [from, to]: readonly [number, number],
): void {
  const graphics = canvas.getContext('2d')
  if (graphics === null) return
  const { width, height } = canvas
  const smoothPx = Math.max(2, Math.round(3 * devicePixelRatio))
  graphics.strokeStyle = getComputedStyle(canvas).getPropertyValue('--muted').trim()
  graphics.lineWidth = devicePixelRatio
  for (const side of [1, -1] as const) {
    const values = side === 1 ? columns.max : columns.min
    graphics.beginPath()
    for (let x = Math.max(0, Math.floor(from)); x < Math.min(width, to); x += smoothPx) {
      let sum = 0
      for (let i = 0; i < smoothPx; i++) sum += values[x + i] ?? 0
      graphics.lineTo(x, height / 2 - (sum / smoothPx) * (height / 2))
    }
    graphics.stroke()
  }
}
