// The two curves of telephony, eight bits a sample: A-law and µ-law. @see ITU-T G.711

/** Values of the 256 codes, ±1 at full scale, by the curve. */
export const COMPANDED: Readonly<Record<'alaw' | 'ulaw', Float32Array>> = {
  alaw: Float32Array.from({ length: 256 }, (_, code) => alaw(code) / 32_768),
  ulaw: Float32Array.from({ length: 256 }, (_, code) => ulaw(code) / 32_768),
}

/** Sign, three bits of segment, four of step; every second bit is turned over. */
function alaw(code: number): number {
  const bits = code ^ 0x55
  const segment = (bits >> 4) & 7
  const step = ((bits & 0x0f) << 4) + 8
  const value = segment === 0 ? step : (step + 0x100) << (segment - 1)
  return (bits & 0x80) === 0 ? -value : value
}

/** The same, with all bits turned over and a bias of 33 in the 14-bit scale. */
function ulaw(code: number): number {
  const bits = ~code & 0xff
  const value = ((((bits & 0x0f) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84
  return (bits & 0x80) === 0 ? value : -value
}
