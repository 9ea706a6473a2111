// How each instrument of a transcription sounds here: designed to be told apart, and named as what it is, a sketch of the instrument.
import type { OmniOscillatorOptions } from '../../../player/tone.ts'

export interface Timbre {
  /** Plain: an oscillator. Modulated: a carrier whose timbre follows a second one (Chowning 1973). */
  readonly kind: 'plain' | 'modulated'
  /** Of the oscillator or carrier: a wave by its name, or the strengths of its harmonics from the first one on. */
  readonly wave: OmniOscillatorOptions['type'] | readonly number[]
  /** Of the modulator to the carrier. */
  readonly harmonicity: number
  /**
   * Peak swing of the carrier's frequency, in multiples of the modulator's, at full velocity:
   * Chowning's index of modulation, about as many pairs of sidebands as are heard.
   */
  readonly modulationIndex: number
  readonly attackS: number
  readonly decayS: number
  /** 0..1 */
  readonly sustain: number
  readonly releaseS: number
  /** Cut-off of a lowpass, as multiples of the note's pitch never below 400 Hz; null leaves it open. */
  readonly brightness: number | null
  readonly vibratoHz: number
  /** In semitones. */
  readonly vibratoDepth: number
  /** Noise of the breath, the bow or the mallet, to the tone; null for none. */
  readonly breathDb: number | null
  /** Brings all of them to one loudness at one velocity. */
  readonly gainDb: number
}

const struck = (changes: Partial<Timbre>): Timbre => ({
  kind: 'modulated',
  wave: 'sine',
  harmonicity: 1,
  modulationIndex: 2,
  attackS: 0.003,
  decayS: 1.4,
  sustain: 0.02,
  releaseS: 0.25,
  brightness: null,
  vibratoHz: 0,
  vibratoDepth: 0,
  breathDb: null,
  gainDb: -9,
  ...changes,
})
const held = (changes: Partial<Timbre>): Timbre => ({
  kind: 'plain',
  wave: 'sawtooth',
  harmonicity: 1,
  modulationIndex: 0,
  attackS: 0.06,
  decayS: 0.2,
  sustain: 0.8,
  releaseS: 0.14,
  brightness: 5,
  vibratoHz: 5.2,
  vibratoDepth: 0.12,
  breathDb: null,
  gainDb: -15,
  ...changes,
})

/** By the names of SERVICE.md, all but the drums. */
export const TIMBRES: Readonly<Record<string, Timbre>> = {
  acoustic_piano: struck({ modulationIndex: 2.2, decayS: 2.6, gainDb: -5 }),
  electric_piano: struck({
    harmonicity: 14,
    modulationIndex: 0.4,
    decayS: 2,
    sustain: 0.12,
    releaseS: 0.4,
    gainDb: -5,
  }),
  chromatic_percussion: struck({
    harmonicity: 3.98,
    modulationIndex: 1.6,
    decayS: 0.8,
    releaseS: 0.5,
    gainDb: -3,
  }),
  organ: held({
    wave: [1, 0.8, 0.5, 0.6, 0, 0.3, 0, 0.25],
    attackS: 0.012,
    decayS: 0.05,
    sustain: 1,
    releaseS: 0.04,
    brightness: null,
    vibratoDepth: 0,
    gainDb: -17,
  }),
  acoustic_guitar: struck({
    kind: 'plain',
    wave: [1, 0.9, 0.6, 0.3, 0.4, 0.25, 0.1, 0.15],
    decayS: 1.3,
    releaseS: 0.12,
    brightness: 8,
    gainDb: -10,
  }),
  clean_electric_guitar: struck({
    modulationIndex: 4,
    decayS: 1.3,
    sustain: 0.2,
    releaseS: 0.1,
    brightness: 8,
    gainDb: -4,
  }),
  distorted_electric_guitar: held({
    wave: 'square',
    attackS: 0.006,
    decayS: 0.5,
    sustain: 0.7,
    brightness: 9,
    vibratoDepth: 0.08,
    gainDb: -21,
  }),
  acoustic_bass: struck({
    kind: 'plain',
    wave: [1, 0.5, 0.2, 0.05],
    decayS: 0.8,
    releaseS: 0.08,
    breathDb: -26,
    gainDb: -8,
  }),
  electric_bass: struck({
    modulationIndex: 1.5,
    decayS: 0.9,
    sustain: 0.4,
    releaseS: 0.06,
    brightness: 5,
    gainDb: -3,
  }),
  violin: held({ brightness: 12, vibratoHz: 6, vibratoDepth: 0.26, gainDb: -17 }),
  viola: held({
    wave: [1, 0.35, 0.7, 0.25, 0.5, 0.12, 0.3],
    attackS: 0.09,
    brightness: 6,
    vibratoDepth: 0.17,
    gainDb: -16,
  }),
  cello: held({
    wave: [0.6, 1, 0.5, 0.6, 0.25, 0.3, 0.1],
    attackS: 0.1,
    releaseS: 0.3,
    brightness: 7,
    vibratoHz: 4.8,
    vibratoDepth: 0.14,
    gainDb: -14,
  }),
  contrabass: held({ attackS: 0.14, releaseS: 0.2, brightness: 1.5, vibratoDepth: 0.05, breathDb: -14 }),
  orchestral_harp: struck({ harmonicity: 3, modulationIndex: 0.5, decayS: 1.2, releaseS: 0.9, gainDb: -3 }),
  timpani: struck({
    harmonicity: 1.5,
    modulationIndex: 1.2,
    attackS: 0.002,
    releaseS: 0.7,
    breathDb: -22,
    gainDb: -2,
  }),
  string_ensemble: held({
    wave: 'fatsawtooth',
    attackS: 0.18,
    releaseS: 0.4,
    brightness: 5,
    vibratoDepth: 0.08,
    gainDb: -13,
  }),
  synth_strings: held({
    wave: 'fatsquare',
    attackS: 0.25,
    releaseS: 0.6,
    brightness: 4,
    vibratoDepth: 0,
    gainDb: -18,
  }),
  voice: held({
    wave: [1, 0.8, 0.45, 0.12, 0.08, 0.25, 0.2, 0.05],
    attackS: 0.09,
    brightness: null,
    vibratoHz: 5.5,
    vibratoDepth: 0.34,
    breathDb: -14,
    gainDb: -16,
  }),
  orchestra_hit: struck({
    kind: 'plain',
    wave: 'fatsawtooth',
    decayS: 0.5,
    releaseS: 0.3,
    brightness: 12,
    breathDb: -14,
    gainDb: -1,
  }),
  trumpet: held({
    kind: 'modulated',
    wave: 'sine',
    modulationIndex: 4.5,
    attackS: 0.03,
    brightness: 12,
    vibratoDepth: 0.05,
    gainDb: -8,
  }),
  trombone: held({
    kind: 'modulated',
    wave: 'sine',
    modulationIndex: 3,
    attackS: 0.06,
    releaseS: 0.3,
    brightness: 8,
    vibratoDepth: 0.07,
    gainDb: -8,
  }),
  tuba: held({
    wave: [1, 0.6, 0.2, 0.06],
    attackS: 0.03,
    decayS: 0.8,
    sustain: 0.4,
    brightness: 4,
    vibratoDepth: 0,
    gainDb: -13,
  }),
  french_horn: held({
    wave: [0.9, 1, 0.5, 0.25, 0.1],
    attackS: 0.12,
    releaseS: 0.25,
    brightness: 6,
    vibratoDepth: 0.03,
    gainDb: -16,
  }),
  brass_section: held({ wave: 'fatsawtooth', attackS: 0.04, brightness: 9, vibratoDepth: 0.03, gainDb: -13 }),
  soprano_and_alto_sax: held({
    kind: 'modulated',
    wave: 'square',
    harmonicity: 2,
    modulationIndex: 1.2,
    attackS: 0.035,
    brightness: 8,
    vibratoDepth: 0.18,
    breathDb: -12,
    gainDb: -12,
  }),
  tenor_sax: held({
    wave: [0.7, 1, 0.8, 0.3, 0.5, 0.35, 0.15, 0.2],
    attackS: 0.05,
    decayS: 0.5,
    sustain: 0.6,
    brightness: 7,
    vibratoDepth: 0.13,
    breathDb: -10,
    gainDb: -13,
  }),
  baritone_sax: held({
    kind: 'modulated',
    wave: 'sawtooth',
    modulationIndex: 1.6,
    attackS: 0.07,
    decayS: 0.5,
    sustain: 0.5,
    brightness: 7,
    vibratoDepth: 0.06,
    breathDb: -24,
    gainDb: -4,
  }),
  oboe: held({
    wave: [0.3, 0.7, 1, 0.8, 0.5, 0.3, 0.2, 0.15],
    attackS: 0.03,
    brightness: null,
    vibratoDepth: 0.12,
  }),
  english_horn: held({
    wave: [0.6, 1, 0.35, 0.6, 0.2, 0.08],
    attackS: 0.05,
    brightness: null,
    vibratoDepth: 0.2,
  }),
  bassoon: held({
    wave: [0.35, 1, 0.5, 0.7, 0.1, 0.05],
    attackS: 0.02,
    decayS: 0.3,
    sustain: 0.55,
    releaseS: 0.07,
    brightness: null,
    vibratoDepth: 0.03,
    gainDb: -12,
  }),
  clarinet: held({ wave: 'square', attackS: 0.04, brightness: 4, vibratoDepth: 0.02, gainDb: -21 }),
  flutes: held({
    wave: [1, 0.25, 0.08, 0.02],
    brightness: null,
    vibratoHz: 5,
    vibratoDepth: 0.16,
    breathDb: -4,
    gainDb: -18,
  }),
  synth_lead: held({
    wave: 'pulse',
    attackS: 0.008,
    decayS: 0.3,
    sustain: 0.6,
    brightness: 10,
    vibratoDepth: 0.06,
    gainDb: -20,
  }),
  synth_pad: held({
    wave: 'fattriangle',
    attackS: 0.4,
    releaseS: 0.9,
    brightness: 3,
    vibratoDepth: 0,
    gainDb: -14,
  }),
}

/** What a name sounds like that a newer service has and this table not. */
export const OTHER_TIMBRE: Timbre = struck({ modulationIndex: 0.3, decayS: 1 })
