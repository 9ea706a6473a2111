// Marks of a time ruler: as many as fit, at round times.

export interface Mark {
  /** Fraction of the length. */
  readonly at: number
  readonly label: string
}

const STEPS_S = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600]
/** Narrower than this the labels would touch. */
const CLOSEST_PX = 48

/** Marks from 0 on; the first carries the unit. A mark that would run over the end is left out. */
export function rulerMarks(durationS: number, widthPx: number): Mark[] {
  if (durationS <= 0 || widthPx <= 0) return []
  const stepS = STEPS_S.find((step) => (step / durationS) * widthPx >= CLOSEST_PX) ?? 1200
  const marks: Mark[] = []
  for (let i = 0; i * stepS < durationS; i++) {
    const at = (i * stepS) / durationS
    if (i > 0 && (1 - at) * widthPx < 24) break
    marks.push({ at, label: i === 0 ? '0 s' : timeLabel(i * stepS, durationS) })
  }
  return marks
}

/** One notation along the whole ruler. */
function timeLabel(seconds: number, durationS: number): string {
  if (durationS > 60) {
    return `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`
  }
  return String(Number(seconds.toFixed(2)))
}
