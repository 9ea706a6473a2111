// How far two harmonies lie apart, by their pitch classes.

/** 0 for the same harmony, 1 for nothing in common. */
export function harmonicDistance(a: Float32Array, b: Float32Array): number {
  let product = 0
  let energyA = 0
  let energyB = 0
  for (let index = 0; index < 12; index++) {
    product += a[index]! * b[index]!
    energyA += a[index]! ** 2
    energyB += b[index]! ** 2
  }
  const energy = Math.sqrt(energyA * energyB)
  return energy === 0 ? 0 : 1 - product / energy
}
