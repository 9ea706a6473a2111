// Values as deviations from their mean.

/** Values that hardly vary are not blown up. */
const LEAST_DEVIATION = 0.05

/** A row of values, less their mean, in standard deviations. */
export function standardised(row: Float32Array): Float32Array {
  const mean = row.reduce((sum, value) => sum + value, 0) / Math.max(1, row.length)
  const squares = row.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const deviation = Math.sqrt(squares / Math.max(1, row.length))
  return row.map((value) => (value - mean) / Math.max(LEAST_DEVIATION, deviation))
}
