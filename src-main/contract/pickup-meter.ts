// The meter of an incomplete first bar, as MIDI writes it.

/** MIDI's meters have such denominators. */
const DENOMINATORS = [4, 8, 16, 32, 64] as const

/**
 * The meter of the bar that `pickup_quarters` of a transcription makes.
 * @param quarters its length, a multiple of a sixteenth of a quarter
 * @param wanted the denominator of the whole bars: it has that or the next that writes it
 */
export function pickupMeter(
  quarters: number,
  wanted: number,
): { readonly numerator: number; readonly denominator: number } {
  const denominator =
    DENOMINATORS.find((one) => one >= wanted && Number.isInteger((quarters * one) / 4)) ?? 64
  return { numerator: Math.round((quarters * denominator) / 4), denominator }
}
