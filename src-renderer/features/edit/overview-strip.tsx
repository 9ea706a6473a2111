// The whole sound in one strip, with the stretch that the lanes show; dragging moves it.
import { useEffect, useRef } from 'react'
import { drawColumns, fitCanvas, ROW_TONES } from '../../waveform/draw.ts'
import { rowScale } from '../../waveform/peaks.ts'
import { usePaintRevision } from '../../waveform/use-picture.ts'
import styles from './edit.module.css'
import { columnsIn } from './sample-columns.ts'
import type { DrawableState } from './use-drawable.ts'
import type { Edit } from './use-edit.ts'
import { fractionOf, within } from './viewport.ts'

export function OverviewStrip({ edit, drawable }: { edit: Edit; drawable: DrawableState }) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const revision = usePaintRevision()
  const { longest, viewport } = edit
  const ready = drawable.kind === 'ready' ? drawable.drawable : null
  const { startS, spanS } = longest
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for colours and sizes
  useEffect(() => {
    const canvas = canvasRef.current
    const box = canvas === null || ready === null ? null : fitCanvas(canvas)
    if (canvas === null || ready === null || box === null) return
    const columns = columnsIn(ready, { startS, spanS }, box.width)
    drawColumns(
      canvas,
      { ...columns, rms: null },
      { played: null, region: null, scale: rowScale, tones: ROW_TONES },
    )
  }, [ready, startS, spanS, revision])
  const from = fractionOf(longest, viewport.startS)
  return (
    <div className={styles.overview}>
      <div
        className={styles.overviewBox}
        aria-hidden="true"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
          const box = event.currentTarget.getBoundingClientRect()
          const atS = startS + ((event.clientX - box.left) / box.width) * spanS
          edit.change({
            viewport: within({ startS: atS - viewport.spanS / 2, spanS: viewport.spanS }, longest),
          })
        }}
        onDoubleClick={() => edit.change({ viewport: null })}
      >
        <canvas ref={canvasRef} />
        <i style={{ left: `${from * 100}%`, width: `${(viewport.spanS / spanS) * 100}%` }} />
      </div>
    </div>
  )
}
