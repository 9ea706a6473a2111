// A waveform on a canvas: reduces once a size, paints again only when what it shows changed.
import { useEffect, useRef } from 'react'
import { drawColumns, fitCanvas, LARGE_TONES, ROW_TONES } from './draw.ts'
import { type Columns, type Peaks, reduceToColumns, rowScale } from './peaks.ts'
import { usePaintRevision } from './use-picture.ts'

interface Props {
  readonly peaks: Peaks
  readonly kind: 'row' | 'large'
  readonly played?: number | null
  readonly region?: readonly [number, number] | null
  /** Changes when the surface behind changed (a selected row): colours are read again. */
  readonly surface?: string
  readonly className?: string | undefined
}

const linear = (value: number): number => value

/** Decorative for assistive technology: the numbers beside it carry what it shows. */
export function Wave({ peaks, kind, played = null, region = null, surface = '', className }: Props) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const columnsRef = useRef<{ peaks: Peaks; width: number; columns: Columns } | null>(null)
  const revision = usePaintRevision()
  const from = region?.[0]
  const to = region?.[1]
  // What was played changes by whole columns, as it is drawn.
  const columnCount = columnsRef.current?.width ?? 0
  const playedTo =
    played === null || columnCount === 0 ? played : Math.round(played * columnCount) / columnCount
  // biome-ignore lint/correctness/useExhaustiveDependencies: `surface` and `revision` stand for colours and sizes that the canvas reads from the page
  useEffect(() => {
    const canvas = canvasRef.current
    const box = canvas === null ? null : fitCanvas(canvas)
    if (canvas === null || box === null) return
    let known = columnsRef.current
    if (known === null || known.peaks !== peaks || known.width !== box.width) {
      known = { peaks, width: box.width, columns: reduceToColumns(peaks, box.width) }
      columnsRef.current = known
    }
    drawColumns(canvas, known.columns, {
      played: playedTo,
      region: from === undefined || to === undefined ? null : [from, to],
      scale: kind === 'row' ? rowScale : linear,
      tones: kind === 'row' ? ROW_TONES : LARGE_TONES,
    })
  }, [peaks, kind, playedTo, from, to, surface, revision])
  return <canvas ref={canvasRef} className={className} />
}
