// Linear least squares of a few unknowns (pure).

export interface Solution {
  readonly values: readonly number[]
  /** Standard error of each value, in deviations of what was measured. */
  readonly errors: readonly number[]
  /** Sum of the squares that are left over. */
  readonly leftOver: number
}

/** By the normal equations; null where the rows do not tell the unknowns apart. @param rows as long as each other, a number for each unknown */
export function leastSquares(
  rows: readonly (readonly number[])[],
  measured: readonly number[],
): Solution | null {
  const unknowns = rows[0]?.length ?? 0
  const normal = Array.from({ length: unknowns }, (_, i) =>
    Array.from({ length: unknowns }, (_, j) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0)),
  )
  const inverse = inverted(normal)
  if (inverse === null) return null
  const right = normal.map((_, i) => rows.reduce((sum, row, at) => sum + row[i]! * measured[at]!, 0))
  const values = inverse.map((row) => row.reduce((sum, each, i) => sum + each * right[i]!, 0))
  const leftOver = rows.reduce((sum, row, at) => {
    const off = measured[at]! - row.reduce((told, each, i) => told + each * values[i]!, 0)
    return sum + off * off
  }, 0)
  return { values, errors: inverse.map((row, i) => Math.sqrt(Math.max(0, row[i]!))), leftOver }
}

/** By Gauss and Jordan with pivots; null where there is none. */
function inverted(matrix: readonly (readonly number[])[]): number[][] | null {
  const size = matrix.length
  const rows = matrix.map((row, i) => [...row, ...Array.from({ length: size }, (_, j) => (i === j ? 1 : 0))])
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row
    const chosen = rows[pivot]!
    if (Math.abs(chosen[column]!) < 1e-9) return null
    rows[pivot] = rows[column]!
    rows[column] = chosen
    const by = chosen[column]!
    for (let at = 0; at < 2 * size; at++) chosen[at]! /= by
    for (const row of rows) {
      if (row === chosen) continue
      const share = row[column]!
      for (let at = 0; at < 2 * size; at++) row[at]! -= share * chosen[at]!
    }
  }
  return rows.map((row) => row.slice(size))
}
