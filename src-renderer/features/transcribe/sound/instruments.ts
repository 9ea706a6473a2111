// How each instrument of a transcription sounds here: designed to be told apart, and named as what it is, a sketch of the instrument.
import type { OmniOscillatorOptions } from 'tone'

export interface Timbre {
  /** Plain: an oscillator. Modulated: a carrier whose timbre follows a second one (Chowning 1973). */
  readonly kind: 'plain' | 'modulated'
  readonly wave: OmniOscillatorOptions['type']
  /** Of the modulator to the carrier. */
  readonly harmonicity: number
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
  gainDb: -15,
  ...changes,
})

/** By the names of SERVICE.md, all but the drums. */
export const TIMBRES: Readonly<Record<string, Timbre>> = {
  acoustic_piano: struck({ harmonicity: 1, modulationIndex: 2.4, decayS: 1.8, gainDb: -8 }),
  electric_piano: struck({ harmonicity: 14, modulationIndex: 0.7, decayS: 1.6, releaseS: 0.4 }),
  chromatic_percussion: struck({ harmonicity: 3.98, modulationIndex: 3, decayS: 0.7, releaseS: 0.5 }),
  organ: held({
    wave: 'custom',
    attackS: 0.012,
    decayS: 0.05,
    sustain: 1,
    releaseS: 0.04,
    brightness: null,
    vibratoDepth: 0,
  }),
  acoustic_guitar: struck({ harmonicity: 2, modulationIndex: 3.2, decayS: 0.9, releaseS: 0.12, gainDb: -10 }),
  clean_electric_guitar: struck({
    harmonicity: 1,
    modulationIndex: 4,
    decayS: 1.3,
    sustain: 0.08,
    releaseS: 0.1,
    brightness: 8,
  }),
  distorted_electric_guitar: held({
    wave: 'square',
    attackS: 0.006,
    decayS: 0.5,
    sustain: 0.7,
    brightness: 9,
    vibratoDepth: 0.08,
    gainDb: -20,
  }),
  acoustic_bass: struck({
    harmonicity: 0.5,
    modulationIndex: 1.2,
    decayS: 0.7,
    releaseS: 0.08,
    brightness: 4,
    gainDb: -5,
  }),
  electric_bass: struck({
    harmonicity: 1,
    modulationIndex: 2.2,
    decayS: 1.1,
    sustain: 0.25,
    releaseS: 0.06,
    brightness: 5,
    gainDb: -6,
  }),
  violin: held({ brightness: 7, vibratoHz: 5.8, vibratoDepth: 0.22 }),
  viola: held({ brightness: 4.5, attackS: 0.08, vibratoHz: 5.2, vibratoDepth: 0.2 }),
  cello: held({ brightness: 6, attackS: 0.1, vibratoHz: 4.8, vibratoDepth: 0.18, gainDb: -13 }),
  contrabass: held({ brightness: 3.5, attackS: 0.13, vibratoDepth: 0.1, gainDb: -11 }),
  orchestral_harp: struck({ harmonicity: 3, modulationIndex: 0.9, decayS: 1.2, releaseS: 0.9 }),
  timpani: struck({
    harmonicity: 1.5,
    modulationIndex: 1.4,
    attackS: 0.002,
    decayS: 0.9,
    releaseS: 0.7,
    gainDb: -4,
  }),
  string_ensemble: held({
    wave: 'fatsawtooth',
    attackS: 0.18,
    releaseS: 0.4,
    brightness: 5,
    vibratoDepth: 0.08,
    gainDb: -18,
  }),
  synth_strings: held({
    wave: 'fatsquare',
    attackS: 0.25,
    releaseS: 0.6,
    brightness: 4,
    vibratoDepth: 0,
    gainDb: -20,
  }),
  voice: held({
    kind: 'modulated',
    wave: 'sine',
    harmonicity: 2,
    modulationIndex: 1.1,
    attackS: 0.09,
    brightness: null,
    vibratoHz: 5.5,
    vibratoDepth: 0.3,
    gainDb: -12,
  }),
  orchestra_hit: struck({
    wave: 'fatsawtooth',
    harmonicity: 0.5,
    modulationIndex: 6,
    decayS: 0.5,
    releaseS: 0.3,
    gainDb: -14,
  }),
  trumpet: held({
    kind: 'modulated',
    wave: 'sine',
    harmonicity: 1,
    modulationIndex: 5,
    attackS: 0.03,
    brightness: 9,
    vibratoDepth: 0.05,
    gainDb: -13,
  }),
  trombone: held({
    kind: 'modulated',
    wave: 'sine',
    harmonicity: 1,
    modulationIndex: 3.6,
    attackS: 0.05,
    brightness: 6,
    vibratoDepth: 0.05,
    gainDb: -12,
  }),
  tuba: held({
    kind: 'modulated',
    wave: 'sine',
    harmonicity: 1,
    modulationIndex: 2,
    attackS: 0.06,
    brightness: 4,
    vibratoDepth: 0,
    gainDb: -9,
  }),
  french_horn: held({
    kind: 'modulated',
    wave: 'sine',
    harmonicity: 1,
    modulationIndex: 1.5,
    attackS: 0.07,
    brightness: 5,
    vibratoDepth: 0.03,
    gainDb: -11,
  }),
  brass_section: held({ wave: 'fatsawtooth', attackS: 0.04, brightness: 7, vibratoDepth: 0.03, gainDb: -18 }),
  soprano_and_alto_sax: held({
    kind: 'modulated',
    wave: 'square',
    harmonicity: 2,
    modulationIndex: 1.6,
    attackS: 0.035,
    brightness: 8,
    vibratoDepth: 0.15,
    gainDb: -17,
  }),
  tenor_sax: held({
    kind: 'modulated',
    wave: 'sawtooth',
    harmonicity: 2,
    modulationIndex: 1.2,
    attackS: 0.045,
    brightness: 6,
    vibratoDepth: 0.13,
    gainDb: -16,
  }),
  baritone_sax: held({
    kind: 'modulated',
    wave: 'sawtooth',
    harmonicity: 1,
    modulationIndex: 2.2,
    attackS: 0.05,
    brightness: 7,
    vibratoDepth: 0.08,
    gainDb: -15,
  }),
  oboe: held({
    kind: 'modulated',
    wave: 'sine',
    harmonicity: 3,
    modulationIndex: 3,
    attackS: 0.03,
    brightness: 8,
    vibratoDepth: 0.12,
    gainDb: -14,
  }),
  english_horn: held({
    kind: 'modulated',
    wave: 'sine',
    harmonicity: 3,
    modulationIndex: 1.8,
    attackS: 0.05,
    brightness: 5,
    vibratoDepth: 0.12,
    gainDb: -13,
  }),
  bassoon: held({
    kind: 'modulated',
    wave: 'sine',
    harmonicity: 2,
    modulationIndex: 3.2,
    attackS: 0.04,
    brightness: 6,
    vibratoDepth: 0.04,
    gainDb: -11,
  }),
  clarinet: held({ wave: 'square', attackS: 0.04, brightness: 4, vibratoDepth: 0.02, gainDb: -16 }),
  flutes: held({
    wave: 'triangle',
    attackS: 0.06,
    brightness: 3,
    vibratoHz: 5,
    vibratoDepth: 0.16,
    gainDb: -9,
  }),
  synth_lead: held({
    wave: 'pulse',
    attackS: 0.008,
    decayS: 0.3,
    sustain: 0.6,
    brightness: 10,
    vibratoDepth: 0.06,
    gainDb: -18,
  }),
  synth_pad: held({
    wave: 'fattriangle',
    attackS: 0.4,
    releaseS: 0.9,
    brightness: 3,
    vibratoDepth: 0,
    gainDb: -12,
  }),
}

/** What a name sounds like that a newer service has and this table not. */
export const OTHER_TIMBRE: Timbre = struck({ harmonicity: 1, modulationIndex: 1, decayS: 1 })
/** Drawbars of the organ's one oscillator: strengths of its harmonics. */
export const ORGAN_PARTIALS = [1, 0.8, 0.5, 0.6, 0, 0.3, 0, 0.25]
