// Draws columns on a canvas, one device pixel each. Colours are read from the tokens when drawing.
import type { Columns } from './peaks.ts'

export interface WavePaint {
  /** Fraction of the length that was played, 0..1; null draws nothing as played. */
  readonly played: number | null
  /** Fractions between which the waveform is selected. */
  readonly region: readonly [from: number, to: number] | null
  /** −1..1 in, −1..1 out: compressed in rows, linear in the large waveform. */
  readonly scale: (value: number) => number
  /** Names of the tokens for the wave, its RMS body, and both inside the region. */
  readonly tones: {
    readonly wave: string
    readonly body: string
    readonly inRegion: string
    readonly bodyInRegion: string
  }
}

export const ROW_TONES = {
  wave: '--wave-row',
  body: '--wave-row',
  inRegion: '--wave-strong',
  bodyInRegion: '--wave-strong',
}
export const LARGE_TONES = {
  wave: '--wave',
  body: '--wave-rms',
  inRegion: '--wave-strong',
  bodyInRegion: '--wave-select',
}

/** Sizes the canvas to its box in device pixels. @returns null while it has no box */
export function fitCanvas(canvas: HTMLCanvasElement): { width: number; height: number; dpr: number } | null {
  const dpr = window.devicePixelRatio
  const width = Math.round(canvas.clientWidth * dpr)
  const height = Math.round(canvas.clientHeight * dpr)
  if (width === 0 || height === 0) return null
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  return { width, height, dpr }
}

/** Draws the columns over the whole canvas. */
export function drawColumns(canvas: HTMLCanvasElement, columns: Columns, paint: WavePaint): void {
  const graphics = canvas.getContext('2d')
  if (graphics === null) return
  const { width, height } = canvas
  const dpr = window.devicePixelRatio
  const style = getComputedStyle(canvas)
  const tone = (name: string): string => style.getPropertyValue(name).trim()
  // Each costs a look at the page's styles: only what is drawn.
  const wave = tone(paint.tones.wave)
  const body = columns.rms === null ? wave : tone(paint.tones.body)
  const played = paint.played === null ? wave : tone('--wave-played')
  const waveInRegion = paint.region === null ? wave : tone(paint.tones.inRegion)
  const bodyInRegion = paint.region === null ? body : tone(paint.tones.bodyInRegion)
  const middle = height / 2
  const half = middle - 0.5
  graphics.clearRect(0, 0, width, height)
  for (let x = 0; x < width; x++) {
    const at = (x + 0.5) / width
    const isPlayed = paint.played !== null && at < paint.played
    const isInRegion = paint.region !== null && at >= paint.region[0] && at <= paint.region[1]
    const top = Math.round(middle - paint.scale(columns.max[x] ?? 0) * half)
    const bottom = Math.round(middle - paint.scale(columns.min[x] ?? 0) * half)
    graphics.fillStyle = isPlayed ? played : isInRegion ? waveInRegion : wave
    graphics.fillRect(x, top, 1, Math.max(dpr, bottom - top))
    if (columns.rms === null) continue
    const reach = paint.scale(columns.rms[x] ?? 0) * half
    graphics.fillStyle = isPlayed ? played : isInRegion ? bodyInRegion : body
    graphics.fillRect(x, Math.round(middle - reach), 1, Math.max(dpr, Math.round(2 * reach)))
  }
}
