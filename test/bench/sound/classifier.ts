// Linear discriminant classifier: one covariance for all classes, each class by its mean (Fisher 1936).

/** Inverse of a symmetric positive matrix by Gauss–Jordan. */
function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length
  const rows = matrix.map((row, i) => [...row, ...Array.from({ length: size }, (_, j) => (i === j ? 1 : 0))])
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let i = column + 1; i < size; i++) {
      if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i
    }
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    const head = rows[column]!
    const scale = head[column]!
    for (let j = 0; j < head.length; j++) head[j]! /= scale
    for (let i = 0; i < size; i++) {
      if (i === column) continue
      const row = rows[i]!
      const factor = row[column]!
      for (let j = column; j < row.length; j++) row[j]! -= factor * head[j]!
    }
  }
  return rows.map((row) => row.slice(size))
}

/** Learns from vectors by class and returns a function that names the class of a vector. */
export function learn(
  examples: ReadonlyMap<string, readonly (readonly number[])[]>,
): (vector: readonly number[]) => string {
  const all = [...examples.values()].flat()
  const width = all[0]!.length
  const middle = Array.from(
    { length: width },
    (_, j) => all.reduce((sum, vector) => sum + vector[j]!, 0) / all.length,
  )
  const scale = Array.from(
    { length: width },
    (_, j) =>
      Math.sqrt(all.reduce((sum, vector) => sum + (vector[j]! - middle[j]!) ** 2, 0) / all.length) || 1,
  )
  const normal = (vector: readonly number[]) => vector.map((value, j) => (value - middle[j]!) / scale[j]!)
  const means = new Map<string, number[]>()
  const covariance = Array.from({ length: width }, () => new Array<number>(width).fill(0))
  for (const [name, vectors] of examples) {
    const normals = vectors.map(normal)
    const mean = Array.from(
      { length: width },
      (_, j) => normals.reduce((sum, vector) => sum + vector[j]!, 0) / normals.length,
    )
    means.set(name, mean)
    for (const vector of normals) {
      for (let i = 0; i < width; i++) {
        for (let j = 0; j < width; j++)
          covariance[i]![j]! += ((vector[i]! - mean[i]!) * (vector[j]! - mean[j]!)) / all.length
      }
    }
  }
  // Shrinkage towards the diagonal keeps the inverse calm.
  for (let i = 0; i < width; i++) covariance[i]![i]! += 0.02
  const weight = inverse(covariance)
  return (vector) => {
    const point = normal(vector)
    let best = ''
    let least = Number.POSITIVE_INFINITY
    for (const [name, mean] of means) {
      let distance = 0
      for (let i = 0; i < width; i++) {
        let sum = 0
        for (let j = 0; j < width; j++) sum += weight[i]![j]! * (point[j]! - mean[j]!)
        distance += sum * (point[i]! - mean[i]!)
      }
      if (distance < least) {
        least = distance
        best = name
      }
    }
    return best
  }
}
