// What a measure comes to, and whether it holds.

export interface BenchLine {
  readonly name: string
  readonly ours: number
  readonly peer: number | null
  readonly unit: string
  readonly ratio: number | null
  /** The bound of `ours`. */
  readonly target: number | null
  readonly holds: boolean
}

/** Against: the ratio must not be above `times`. */
export function against(name: string, ours: number, peer: number, unit: string, times: number): BenchLine {
  return { name, ours, peer, unit, ratio: ours / peer, target: peer * times, holds: ours <= peer * times }
}
export function bounded(name: string, ours: number, target: number, unit: string): BenchLine {
  return { name, ours, peer: null, unit, ratio: null, target, holds: ours <= target }
}

export const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
