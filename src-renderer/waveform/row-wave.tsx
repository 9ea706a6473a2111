// A waveform as a shape of the page: for lists of many. A canvas would be a layer of its own, which costs each frame of a scrolled list.
import { useLayoutEffect, useRef } from 'react'
import { type Peaks, reduceToColumns, rowScale } from './peaks.ts'
import styles from './row-wave.module.css'

interface Props {
  readonly peaks: Peaks
  /** Fraction of the length that was played, 0..1; null draws nothing as played. */
  readonly played: number | null
}

/** Decorative for assistive technology: the numbers beside it carry what it shows. Its colours are those of the style sheet. */
export function RowWave({ peaks, played }: Props) {
  const ref = useRef<SVGSVGElement>(null)
  const latest = useRef({ peaks, played })
  latest.current = { peaks, played }
  // The size is told once the page is laid out, also when it changes: asking for it would lay the page out for each row.
  useLayoutEffect(() => {
    const svg = ref.current
    if (svg === null) return
    drawings.set(svg, (width, height) => draw(svg, latest.current, width, height))
    sizes.observe(svg, { box: 'device-pixel-content-box' })
    return () => {
      sizes.unobserve(svg)
      drawings.delete(svg)
    }
  }, [])
  useLayoutEffect(() => {
    const svg = ref.current
    const size = svg === null ? undefined : drawnSizes.get(svg)
    if (svg !== null && size !== undefined) draw(svg, { peaks, played }, size.width, size.height)
  }, [peaks, played])
  return (
    <svg ref={ref} className={styles.wave} preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.played} />
      <path className={styles.rest} />
    </svg>
  )
}

const drawings = new Map<Element, (width: number, height: number) => void>()
const drawnSizes = new WeakMap<Element, { readonly width: number; readonly height: number }>()
const sizes = new ResizeObserver((entries) => {
  for (const { target, devicePixelContentBoxSize } of entries) {
    const [size] = devicePixelContentBoxSize
    if (size !== undefined) drawings.get(target)?.(size.inlineSize, size.blockSize)
  }
})

/** @param width in device pixels, as is the height: one column each */
function draw(svg: SVGSVGElement, { peaks, played }: Props, width: number, height: number): void {
  if (width === 0 || height === 0) return
  drawnSizes.set(svg, { width, height })
  const [playedPath, restPath] = svg.children
  const { min, max } = reduceToColumns(peaks, width)
  const playedColumns = played === null ? 0 : Math.round(played * width)
  const middle = height / 2
  const half = middle - 0.5
  const thinnest = window.devicePixelRatio
  const shape = (from: number, to: number): string => {
    let path = ''
    for (let x = from; x < to; x++) {
      const top = Math.round(middle - rowScale(max[x] ?? 0) * half)
      const bottom = Math.round(middle - rowScale(min[x] ?? 0) * half)
      path += `M${x} ${top}h1v${Math.max(thinnest, bottom - top)}h-1z`
    }
    return path
  }
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  playedPath?.setAttribute('d', shape(0, playedColumns))
  restPath?.setAttribute('d', shape(playedColumns, width))
}
