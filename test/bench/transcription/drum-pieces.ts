// Pieces with a whole drum kit, by seed: grooves on hats or a ride, open hats, ghost notes, crashes, fills over the toms. Alone, or under a band.

import {
  type BeatNote,
  type KnownPart,
  type KnownPiece,
  makePiece,
  perform,
  type Random,
  seeded,
} from './pieces.ts'

/** Keys of General MIDI's kit by the drum that they count as. */
export const DRUM_CLASSES = {
  kick: [35, 36],
  snare: [37, 38, 39, 40],
  hat: [42, 44, 46],
  tom: [41, 43, 45, 47, 48, 50],
  cymbal: [49, 51, 52, 53, 55, 57, 59],
} as const
export type DrumClass = keyof typeof DRUM_CLASSES

/** The class of a key; null for percussion that is none of a kit. */
export function drumClassOf(key: number): DrumClass | null {
  const classes = Object.entries(DRUM_CLASSES) as [DrumClass, readonly number[]][] // its own keys, by their type
  return classes.find(([, keys]) => keys.includes(key))?.[0] ?? null
}

const BARS = 10
/** Sixteenths of a bar on which the kick falls. */
const KICKS = [
  [0, 8],
  [0, 6, 10],
  [0, 3, 8, 11],
  [0, 4, 8, 12],
  [0, 7, 8],
  [0, 10],
]
const SNARES = [[4, 12], [4, 12], [8], [4, 12, 15], [4, 7, 12]]
/** From the highest tom down. */
const TOMS = [50, 48, 47, 45, 43, 41]

/** A band of makePiece's with a kit of its own; every third piece is the kit alone. */
export function makeDrumPiece(seed: number): KnownPiece {
  const random = seeded(seed * 104_729 + 5)
  const band = makePiece('ensemble', seed)
  const kit: KnownPart = {
    program: [0, 0, 0, 8, 16, 24, 25, 32, 40][Math.floor(random() * 9)] ?? 0,
    isDrums: true,
    notes: perform(kitNotes(random), band.bpm, random, true),
  }
  const pitched = seed % 3 === 0 ? [] : band.parts.filter(({ isDrums }) => !isDrums)
  return { ...band, name: `drums ${seed}`, parts: [...pitched, kit] }
}

/** Programs of General MIDI whose notes begin like hits, and some that do not: keyboards, mallets, guitars, basses, harps and lutes; strings, brass, an organ. */
const DRUMLESS_PROGRAMS = [
  0, 25, 36, 12, 28, 33, 4, 24, 45, 30, 11, 37, 105, 26, 6, 46, 32, 13, 27, 48, 107, 34, 15, 29, 106, 3, 61,
  104, 16, 108, 56,
]

/** A piece of makePiece's without drums: by seed one instrument plays all of it, or a band whose parts are dealt out anew. */
export function makeDrumlessPiece(seed: number): KnownPiece {
  const program = (part: number) => DRUMLESS_PROGRAMS[(seed + part * 7) % DRUMLESS_PROGRAMS.length] ?? 0
  const isBand = seed % 3 === 0
  const piece = withoutDrums(makePiece(isBand ? 'ensemble' : 'piano', seed))
  const parts = piece.parts.map((part, index) => ({ ...part, program: program(isBand ? index : 0) }))
  return { ...piece, parts, name: `drumless ${seed}` }
}

/** All that is not drums. */
export const withoutDrums = <Piece extends Pick<KnownPiece, 'parts'>>(piece: Piece): Piece => ({
  ...piece,
  parts: piece.parts.filter(({ isDrums }) => !isDrums),
})

function kitNotes(random: Random): BeatNote[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const [kicks, snares] = [pick(KICKS), pick(SNARES)]
  const [kick, snare] = [random() < 0.8 ? 36 : 35, pick([38, 38, 38, 40, 37])]
  const timekeeper = pick([42, 42, 42, 51, 51, 53])
  const stepOfTimekeeper = pick([1, 2, 2, 2, 4])
  const hasOpenHats = random() < 0.5
  const hasGhosts = random() < 0.3
  const barsToFill = pick([2, 4, 4])
  const crash = pick([49, 57, 49, 55])
  const notes: BeatNote[] = []
  const hit = (pitch: number, bar: number, sixteenth: number, velocity: number) =>
    notes.push({ pitch, start: bar * 4 + sixteenth / 4, beats: 0.1, velocity: velocity + random() * 15 })
  for (let bar = 0; bar < BARS; bar++) {
    const fillFrom = bar % barsToFill === barsToFill - 1 ? pick([8, 12]) : 16
    if (bar % barsToFill === 0 && random() < 0.8) hit(crash, bar, 0, 95)
    for (const at of kicks) if (at < fillFrom || random() < 0.5) hit(kick, bar, at, 95)
    for (const at of snares) if (at < fillFrom) hit(snare, bar, at, 92)
    for (let at = 0; at < fillFrom; at += stepOfTimekeeper) {
      const isOpen = hasOpenHats && timekeeper === 42 && at % 8 === 6
      hit(isOpen ? 46 : timekeeper, bar, at, at % 4 === 0 ? 75 : 58)
    }
    if (timekeeper !== 42) for (const at of [4, 12]) if (at < fillFrom) hit(44, bar, at, 60)
    if (hasGhosts) for (const at of [7, 9]) if (at < fillFrom && random() < 0.5) hit(snare, bar, at, 35)
    for (let at = fillFrom, tom = 0; at < 16; at += pick([1, 2])) {
      const isSnare = random() < 0.2
      hit(isSnare ? snare : (TOMS[tom] ?? 41), bar, at, 85)
      if (random() < 0.6) tom = Math.min(TOMS.length - 1, tom + 1)
    }
  }
  return notes
}
