// The spectrogram of the stretch in view, painted in slices so that no frame is held up.
import { useEffect, useRef } from 'react'
import { fitCanvas } from '../../waveform/draw.ts'
import { usePaintRevision } from '../../waveform/use-picture.ts'
import { colourRamp, spectrogramColumns } from './spectrogram.ts'
import type { DrawableState } from './use-drawable.ts'
import type { Edit } from './use-edit.ts'

/** The longest that painting holds a frame. */
const SLICE_MS = 6

export function SpectrumLane({ edit, drawable }: { edit: Edit; drawable: DrawableState }) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const revision = usePaintRevision()
  const { startS, spanS } = edit.viewport
  const ready = drawable.kind === 'ready' ? drawable.drawable : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for colours and sizes
  useEffect(() => {
    const canvas = canvasRef.current
    const box = canvas === null || ready === null ? null : fitCanvas(canvas)
    const graphics = canvas?.getContext('2d') ?? null
    if (canvas === null || ready === null || box === null || graphics === null) return
    const { width, height } = box
    const style = getComputedStyle(canvas)
    const ramp = colourRamp([0, 1, 2, 3, 4, 5].map((step) => style.getPropertyValue(`--spec-${step}`).trim()))
    const levelsOf = spectrogramColumns(ready.samples, {
      sampleRate: ready.sampleRate,
      startS,
      endS: startS + spanS,
      width,
      height,
    })
    const last = Math.min(
      width,
      Math.ceil(((ready.samples.length / ready.sampleRate - startS) / spanS) * width),
    )
    const column = graphics.createImageData(1, height)
    let x = 0
    let frame = 0
    const paint = (): void => {
      const until = performance.now() + SLICE_MS
      while (x < last && performance.now() < until) {
        const levels = levelsOf(x)
        for (let row = 0; row < height; row++) {
          const from = (levels[row] ?? 0) * 4
          for (let channel = 0; channel < 4; channel++)
            column.data[row * 4 + channel] = ramp[from + channel] ?? 0
        }
        graphics.putImageData(column, x, 0)
        x += 1
      }
      if (x < last) frame = requestAnimationFrame(paint)
    }
    graphics.clearRect(0, 0, width, height)
    paint()
    return () => cancelAnimationFrame(frame)
  }, [ready, startS, spanS, revision])
  return <canvas ref={canvasRef} />
}
