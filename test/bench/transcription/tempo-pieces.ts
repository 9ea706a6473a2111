// Generated pieces that the tempo is learnt from: plain ones of a few even layers, and pieces of makePiece at tempos, in meters and with rhythms of their own.

import { type KnownPart, type KnownPiece, LEAD_SECONDS, type Random } from './pieces.ts'

/** Tempos of what people write lie around this, so many octaves apart (standard deviation). */
const TYPICAL_BPM = 120
const TEMPO_OCTAVES = 0.42
const [SLOWEST_BPM, FASTEST_BPM] = [60, 180]

/** A bass on each bar; a tune or chords on beats, in some only on those without bass; sometimes even halves of beats above. Some tunes are the same in each bar. */
export function plainPiece(random: Random): Pick<KnownPiece, 'bpm' | 'parts'> {
  const bpm = SLOWEST_BPM * (FASTEST_BPM / SLOWEST_BPM) ** random()
  const beatsPerBar = [2, 3, 4, 4, 3][Math.floor(random() * 5)] ?? 4
  const [hasTune, hasChords, hasHalves] = [random() < 0.7, random() < 0.5, bpm < 150 && random() < 0.5]
  const [isOstinato, isSparse, isOneChord] = [random() < 0.4, random() < 0.4, random() < 0.3]
  const articulation = 0.25 + 0.7 * random()
  const ostinato = Array.from({ length: beatsPerBar }, () => Math.floor(random() * 6))
  const count = beatsPerBar * Math.ceil((12 + 16 * random()) * (bpm / 60 / beatsPerBar))
  const beat = 60 / bpm
  const notes: KnownPart['notes'][number][] = []
  const add = (pitch: number, at: number, beats: number) =>
    notes.push({
      pitch,
      start: LEAD_SECONDS + at * beat,
      end: LEAD_SECONDS + (at + beats * articulation) * beat,
      velocity: 70 + Math.floor(random() * 30),
    })
  for (let at = 0; at < count; at++) {
    const isDownbeat = at % beatsPerBar === 0
    const root = isOneChord ? 0 : ([0, 5, 7, 9][Math.floor(at / beatsPerBar) % 4] ?? 0)
    if (isDownbeat) add(36 + root, at, random() < 0.5 ? beatsPerBar : 1)
    const step = isOstinato ? ostinato[at % beatsPerBar]! : root + Math.floor(random() * 6)
    const isTuneHere = hasTune || (!hasChords && !hasHalves)
    if (isTuneHere && !(isSparse && isDownbeat)) add(62 + step, at, 1)
    if (hasChords && !isDownbeat) for (const third of [0, 4, 7]) add(52 + root + third, at, 1)
    if (hasHalves) for (const half of [0, 0.5]) add(69 + Math.floor(random() * 9), at + half, 0.5)
  }
  return { bpm, parts: [{ program: 0, isDrums: false, notes }] }
}

/** Uneven places of a bar of four that whole bands play on together, in beats. */
const DOTTED_BARS = [
  [0, 0.75, 1.5, 2.25, 3, 3.5],
  [0, 0.75, 1.5, 2.5, 3.25],
  [0, 0.75, 1.5, 2, 2.75, 3.5],
  [0, 1.5, 2.25, 3],
  [0, 0.75, 1.5, 2.25, 3, 3.75],
] as const
/** Drums that go on evenly where the band is uneven: snares, hats, cymbals. */
const EVEN_DRUMS = [37, 38, 39, 40, 42, 44, 46, 49, 51, 53, 57, 59]

/**
 * The piece at a tempo of its own; some swing, some are in three, in some a part plays three against four eighths, as pop and rags do,
 * or all but one play dotted eighths, as dances do, and in some the bass comes after the beat.
 */
export function varied(piece: KnownPiece, random: Random): KnownPiece {
  const octaves = (random() + random() + random() + random() - 2) * TEMPO_OCTAVES * Math.sqrt(3)
  const bpm = Math.max(SLOWEST_BPM, Math.min(FASTEST_BPM, TYPICAL_BPM * 2 ** octaves))
  const isSwung = random() < 0.15
  const isInThree = random() < 0.3
  const syncopatedPart = !isInThree && random() < 0.3 ? Math.floor(random() * piece.parts.length) : -1
  const dotted =
    !isInThree && random() < 0.25 ? DOTTED_BARS[Math.floor(random() * DOTTED_BARS.length)] : undefined
  const evenPart = Math.floor(random() * (piece.parts.length + 1))
  const hasLateBass = !isInThree && !dotted && piece.parts.length > 1 && random() < 0.1
  const parts = piece.parts.map((part, index) => {
    const beatsAt = (seconds: number) => ((seconds - LEAD_SECONDS) * piece.bpm) / 60
    const isBass = !part.isDrums && part.program >= 32 && part.program < 40
    const placeOf = (seconds: number, pitch: number) => {
      const beats = beatsAt(seconds) + (hasLateBass && isBass ? 0.5 : 0)
      const isDotted = index !== evenPart && !(part.isDrums && EVEN_DRUMS.includes(pitch))
      const moved =
        dotted && isDotted
          ? onNearest(beats, dotted)
          : index === syncopatedPart
            ? onNearest(beats, [0, 1.5, 3])
            : isInThree
              ? inThree(beats)
              : beats
      return LEAD_SECONDS + ((isSwung ? swung(moved) : moved) * 60) / bpm
    }
    const isKept = ({ start }: KnownPart['notes'][number]) => !isInThree || beatInBar(beatsAt(start)) < 3
    const notes = part.notes.filter(isKept).map((note) => {
      const start = placeOf(note.start, note.pitch)
      return { ...note, start, end: start + ((note.end - note.start) * piece.bpm) / bpm }
    })
    return { ...part, notes }
  })
  return { ...piece, bpm, parts }
}

/** Where in its bar of four a place lies. */
function beatInBar(beats: number): number {
  return beats - 4 * Math.floor((beats + 0.05) / 4)
}

/** The bars without their fourth beat. */
function inThree(beats: number): number {
  return 3 * Math.floor((beats + 0.05) / 4) + beatInBar(beats)
}

/** Halves of beats fall on thirds of them. */
function swung(beats: number): number {
  const beat = Math.floor(beats + 0.05)
  const within = beats - beat
  return beat + (within < 0.5 ? (within * 4) / 3 : 2 / 3 + ((within - 0.5) * 2) / 3)
}

/** To the nearest of a bar's places, in beats. */
function onNearest(beats: number, places: readonly number[]): number {
  const bar = Math.floor((beats + 0.05) / 4)
  const within = beats - 4 * bar
  return 4 * bar + places.reduce((a, b) => (Math.abs(b - within) < Math.abs(a - within) ? b : a))
}
