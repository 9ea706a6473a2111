// Seeded randomness: the same seed gives the same numbers on every machine.

/** One step of splitmix32 (Steele, Lea, Flood 2014), used to spread a seed over a state. */
function splitmix32(state: number): number {
  let z = (state + 0x9e3779b9) | 0
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
  return (z ^ (z >>> 15)) >>> 0
}

/** Mixes several integers into one 32-bit seed; order matters. */
export function mixSeeds(...parts: readonly number[]): number {
  let seed = 0x6a09e667
  for (const part of parts) seed = splitmix32(seed ^ Math.imul(part >>> 0, 0x85ebca6b) ^ (part >>> 0))
  return seed >>> 0
}

/** xoshiro128** 1.1 (Blackman, Vigna 2018): period 2^128 − 1, seeded through splitmix32. */
export class Random {
  private a: number
  private b: number
  private c: number
  private d: number

  constructor(seed: number) {
    this.a = splitmix32(seed)
    this.b = splitmix32(this.a ^ 0x3c6ef372)
    this.c = splitmix32(this.b ^ 0xa54ff53a)
    this.d = splitmix32(this.c ^ 0x510e527f) | 1
  }

  /** A 32-bit unsigned integer. */
  bits(): number {
    const scaled = Math.imul(this.b, 5)
    const result = Math.imul((scaled << 7) | (scaled >>> 25), 9)
    const shifted = this.b << 9
    this.c ^= this.a
    this.d ^= this.b
    this.b ^= this.c
    this.a ^= this.d
    this.c ^= shifted
    this.d = (this.d << 11) | (this.d >>> 21)
    return result >>> 0
  }

  /** Uniform in [0, 1). */
  unit(): number {
    return this.bits() * 2.3283064365386963e-10
  }

  /** Uniform in [−1, 1). */
  signed(): number {
    return this.bits() * 4.656612873077393e-10 - 1
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.unit()
  }

  /** Uniform on a logarithmic scale, for frequencies and times; both bounds above 0. */
  ratioBetween(low: number, high: number): number {
    return low * (high / low) ** this.unit()
  }

  /** Whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.unit() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.unit() < probability
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[Math.floor(this.unit() * items.length)] ?? items[0]
  }

  /** Waiting time of a Poisson process with the given mean. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.unit())
  }

  /** Normal, mean 0, deviation 1 (Box, Muller 1958). */
  gaussian(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit())
  }

  /** Takes vary: a factor of around 1 whose logarithm deviates by `amount` at most. */
  vary(amount: number): number {
    return Math.exp(amount * this.signed())
  }

  /** An independent stream. */
  fork(): Random {
    return new Random(this.bits())
  }
}
