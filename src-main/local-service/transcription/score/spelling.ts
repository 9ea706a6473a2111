// The key of a piece, and how its pitches are spelled in it.

/**
 * How well each degree belongs to a major key, from its tonic, and to a minor one (Temperley, "What's Key for Key?", Music Perception 17, 1999).
 * They tell the signature of 26 of 28 written pieces of known key; Krumhansl and Kessler's of 24.
 */
const MAJOR_PROFILE = [5, 2, 3.5, 2, 4.5, 4, 2, 4.5, 2, 3.5, 1.5, 4]
const MINOR_PROFILE = [5, 2, 3.5, 4.5, 2, 4, 2, 4.5, 3.5, 2, 1.5, 4]

export interface Key {
  /** Sharps, or minus flats: −6..6. */
  readonly fifths: number
  readonly mode: 'major' | 'minor'
}

export interface Spelling {
  readonly step: 'C' | 'D' | 'E' | 'F' | 'G' | 'A' | 'B'
  readonly alter: number
  readonly octave: number
}

/** The key whose profile the sounding time of pitch classes is most alike; C major without notes. */
export function findKey(
  notes: readonly { readonly pitch: number; readonly start: number; readonly end: number }[],
): Key {
  const time = new Array<number>(12).fill(0)
  for (const { pitch, start, end } of notes) time[pitch % 12]! += Math.min(4, end - start)
  let best: Key = { fifths: 0, mode: 'major' }
  let bestFit = 0
  for (let tonic = 0; tonic < 12; tonic++) {
    for (const [mode, profile] of [
      ['major', MAJOR_PROFILE],
      ['minor', MINOR_PROFILE],
    ] as const) {
      const fit = likeness(time, profile, tonic)
      if (fit > bestFit) {
        bestFit = fit
        best = { fifths: fifthsOf(mode === 'major' ? tonic : tonic + 3), mode }
      }
    }
  }
  return best
}

/** Sharps of the major key on a pitch class: the representative in −5..6. */
function fifthsOf(tonic: number): number {
  const fifths = (tonic * 7) % 12
  return fifths > 6 ? fifths - 12 : fifths
}

function likeness(time: readonly number[], profile: readonly number[], tonic: number): number {
  const meanTime = time.reduce((sum, value) => sum + value, 0) / 12
  const meanProfile = profile.reduce((sum, value) => sum + value, 0) / 12
  let product = 0
  let energyTime = 0
  let energyProfile = 0
  for (let degree = 0; degree < 12; degree++) {
    const a = time[(tonic + degree) % 12]! - meanTime
    const b = profile[degree]! - meanProfile
    product += a * b
    energyTime += a * a
    energyProfile += b * b
  }
  return energyTime === 0 ? 0 : product / Math.sqrt(energyTime * energyProfile)
}

const STEPS_BY_FIFTHS = ['F', 'C', 'G', 'D', 'A', 'E', 'B'] as const
const CLASS_OF_STEP = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 } as const

/**
 * Where a pitch stands on the line of fifths, C at 0, by the key alone: nearest to it, flats below and sharps above; in minor with its
 * leading note. A key holds its fifths − 1 to its fifths + 5, the rest of the twelve lie around.
 */
export function linePosition(pitch: number, { fifths, mode }: Key): number {
  const lowest = fifths - (mode === 'minor' ? 3 : 4)
  return lowest + (((((((pitch % 12) * 7) % 12) - lowest) % 12) + 12) % 12)
}

/** The spelling of a pitch by its place on the line of fifths; further than two signs out, by the name that sounds the same. */
export function spellingAt(position: number, pitch: number): Spelling {
  const index = position + 1
  const alter = Math.floor(index / 7)
  if (Math.abs(alter) > 2) return spellingAt(position - 12 * Math.sign(alter), pitch)
  const step = STEPS_BY_FIFTHS[((index % 7) + 7) % 7]!
  return { step, alter, octave: Math.floor((pitch - alter - CLASS_OF_STEP[step]) / 12) - 1 }
}

/** The spelling of a pitch by the key alone. */
export const spell = (pitch: number, key: Key): Spelling => spellingAt(linePosition(pitch, key), pitch)

/** What the key alone makes of a step. */
export function alterInKey(step: Spelling['step'], { fifths }: Key): number {
  const index = STEPS_BY_FIFTHS.indexOf(step)
  if (fifths > 0) return index < fifths ? 1 : 0
  return 6 - index < -fifths ? -1 : 0
}
