// Isotonic regression (Barlow et al. 1972): the course of what only falls, seen through what goes up and down.

/** The never rising series with the least squared distance from a series: neighbours that rise are pooled. */
export function nearestFalling(series: ArrayLike<number>): number[] {
  const pools: { mean: number; count: number }[] = []
  for (let k = 0; k < series.length; k++) {
    let pool = { mean: series[k]!, count: 1 }
    for (let last = pools.at(-1); last && last.mean < pool.mean; last = pools.at(-1)) {
      pools.pop()
      const count = last.count + pool.count
      pool = { mean: (last.mean * last.count + pool.mean * pool.count) / count, count }
    }
    pools.push(pool)
  }
  return pools.flatMap(({ mean, count }) => new Array<number>(count).fill(mean))
}
