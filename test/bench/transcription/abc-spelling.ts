// Reads how the notes of a piece in ABC notation are spelled, and when they begin: as much of the notation as the folder written uses.
// Source: the ABC music standard 2.1 (abcnotation.com).

/** A note with its name as a position on the line of fifths, C at 0; times in quarters. */
export interface NamedNote {
  readonly start: number
  readonly end: number
  readonly pitch: number
  readonly position: number
}
export interface NamedPiece {
  /** Sharps of its first key, or minus flats. */
  readonly fifths: number
  /** In order of time; drums are left out. */
  readonly notes: readonly NamedNote[]
}

type Step = 'C' | 'D' | 'E' | 'F' | 'G' | 'A' | 'B'
const FIFTHS: Readonly<Record<Step, number>> = { F: -1, C: 0, G: 1, D: 2, A: 3, E: 4, B: 5 }
const SEMITONES: Readonly<Record<Step, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }
/** How many fifths a mode's signature lies off the major key of its tonic. */
const MODES: Readonly<Record<string, number>> = { m: -3, min: -3, dor: -2, phr: -4, lyd: 1, mix: -1, aeo: -3 }
/** How many notes of a tuplet last as long as how many others, where only the first number is given. */
const TUPLET_TIME: Readonly<Record<number, number>> = { 2: 3, 3: 2, 4: 3, 5: 2, 6: 2, 7: 2, 8: 3, 9: 2 }
const DRUM_CHANNEL = '10'

/** What a line of music is made of: fields, decorations, bar lines, tuplets, chords, notes and rests. */
const TOKEN =
  /\[(?<field>[A-Z]):(?<value>[^\]]*)\]|![^!]*!|"[^"]*"|\{[^}]*\}|(?<bar>[|:])|\((?<tuplet>\d)(?::(?<time>\d?))?(?::(?<count>\d?))?|(?:\[(?<chord>[^\]|:]+)\]|(?<note>[_^=]*[A-Ga-gzx][,']*))(?<length>\d*\/*\d*)(?<tie>-?)/g
const NOTE = /(?<signs>[_^=]*)(?<letter>[A-Ga-gzx])(?<octave>[,']*)(?<length>\d*\/*\d*)(?<tie>-?)/g

interface VoiceState {
  at: number
  fifths: number
  readonly notes: NamedNote[]
  /** Accidentals since the bar line, and notes that are tied on, by step and octave. */
  readonly signs: Map<string, number>
  readonly tied: Map<string, number>
  tuplet: { readonly share: number; left: number } | null
}

export function readAbc(text: string): NamedPiece {
  const voices = new Map<string, VoiceState>()
  const drums = new Set<string>()
  let unit = 1 / 2
  let fifths: number | null = null
  let name = '1'
  const voice = (): VoiceState => {
    const found = voices.get(name)
    if (found) return found
    const made: VoiceState = {
      at: 0,
      fifths: fifths ?? 0,
      notes: [],
      signs: new Map(),
      tied: new Map(),
      tuplet: null,
    }
    voices.set(name, made)
    return made
  }
  const setField = (field: string, value: string): void => {
    if (field === 'L') unit = 4 * lengthOf(value.trim())
    if (field === 'V') name = value.trim().split(/\s/)[0] ?? name
    if (field === 'K') {
      const key = fifthsOf(value)
      if (fifths === null) for (const state of voices.values()) state.fifths = key
      fifths ??= key
      voice().fifths = key
    }
  }
  for (const line of text.split('\n')) {
    if (/^%%MIDI\s+channel\s+(\d+)/.exec(line)?.[1] === DRUM_CHANNEL) drums.add(name)
    const music = line.replace(/%.*/, '')
    const field = /^([A-Z]):(.*)/.exec(music)
    if (field) setField(field[1]!, field[2]!)
    else if (fifths !== null) {
      for (const { groups: token = {} } of music.matchAll(TOKEN)) {
        if (token.field) setField(token.field, token.value ?? '')
        else if (token.bar) voice().signs.clear()
        else if (token.tuplet) {
          const count = Number(token.tuplet)
          const share = Number(token.time || TUPLET_TIME[count]) / count
          voice().tuplet = { share, left: Number(token.count || count) }
        } else if (token.chord || token.note) play(voice(), token, unit)
      }
    }
  }
  const notes = [...voices].flatMap(([of, { notes }]) => (drums.has(of) ? [] : notes))
  return { fifths: fifths ?? 0, notes: notes.sort((a, b) => a.start - b.start || a.pitch - b.pitch) }
}

/** Adds a note or a chord, and moves on. */
function play(state: VoiceState, token: Record<string, string | undefined>, unit: number): void {
  const share = state.tuplet?.share ?? 1
  if (state.tuplet && --state.tuplet.left === 0) state.tuplet = null
  const scale = unit * share * lengthOf(token.length ?? '')
  const inside = [...(token.chord ?? token.note ?? '').matchAll(NOTE)].map(({ groups = {} }) => groups)
  const tiedBefore = new Map(state.tied)
  state.tied.clear()
  for (const { signs = '', letter = 'z', octave = '', length = '', tie } of inside) {
    if (letter === 'z' || letter === 'x') continue
    // One of the seven: the pattern names them.
    const step = letter.toUpperCase() as Step
    const height = (letter === step ? 4 : 5) + octave.split("'").length - octave.split(',').length
    const line = `${step}${height}`
    const sign = signs.split('^').length - signs.split('_').length
    if (signs !== '') state.signs.set(line, sign)
    const held = signs === '' ? tiedBefore.get(line) : undefined
    const alter = held ?? state.signs.get(line) ?? alterInKey(step, state.fifths)
    const end = state.at + scale * lengthOf(length)
    if (held === undefined) {
      const pitch = 12 * (height + 1) + SEMITONES[step] + alter
      state.notes.push({ start: state.at, end, pitch, position: FIFTHS[step] + 7 * alter })
    }
    if (tie || token.tie) state.tied.set(line, alter)
  }
  state.at += scale * lengthOf(inside[0]?.length ?? '')
}

/** "3/2", "/", "//": halves for each stroke without a number. */
function lengthOf(text: string): number {
  const [, above = '', strokes = '', below = ''] = /^(\d*)(\/*)(\d*)/.exec(text) ?? []
  return Number(above || 1) / (below === '' ? 2 ** strokes.length : Number(below))
}

function fifthsOf(key: string): number {
  const [, tonic = 'C', sign = '', mode = ''] = /^\s*([A-G])([#b]?)\s*([A-Za-z]*)/.exec(key) ?? []
  const signs = sign === '#' ? 7 : sign === 'b' ? -7 : 0
  // One of the seven: the pattern names them.
  return FIFTHS[tonic as Step] + signs + (MODES[mode.toLowerCase().slice(0, 3)] ?? 0)
}

function alterInKey(step: Step, fifths: number): number {
  if (fifths > 0) return FIFTHS[step] + 1 < fifths ? 1 : 0
  return 5 - FIFTHS[step] < -fifths ? -1 : 0
}
