// One note at a time of a pitched instrument, to the sample: everything is written on the audio clock, nothing waits for a timer.
import {
  type Context,
  Filter,
  FMSynth,
  Gain,
  LFO,
  NoiseSynth,
  Synth,
  type ToneAudioNode,
} from '../../../player/tone.ts'
import type { Timbre } from './instruments.ts'

/** A note to be sounded. Times on the audio clock, in seconds. */
export interface SoundingNote {
  readonly pitch: number
  /** 1..127 */
  readonly velocity: number
  readonly atS: number
  readonly lengthS: number
}

export interface Voice {
  /** From this time on it is silent, and may sound the next note. */
  readonly freeAtS: number
  sound(note: SoundingNote): void
  dispose(): void
}

const LOWEST_CUTOFF_HZ = 400
const HIGHEST_CUTOFF_HZ = 16_000
/** Tone.js has the modulator at −10 dB, and swings by multiples of the carrier's frequency, not of the modulator's. */
const MODULATOR_GAIN = 10 ** (-10 / 20)
/** Shorter than this a note is a click. */
const SHORTEST_S = 0.02

/** Amplitude of a note, 0..1, by its velocity. */
export const forceOf = (velocity: number): number => (velocity / 127) ** 1.4

export const frequencyOf = (pitch: number): number => 440 * 2 ** ((pitch - 69) / 12)

export function pitchedVoice(context: Context, timbre: Timbre, into: ToneAudioNode): Voice {
  const envelope = {
    attack: timbre.attackS,
    decay: timbre.decayS,
    sustain: timbre.sustain,
    release: timbre.releaseS,
  } as const
  const { wave } = timbre
  const oscillator =
    typeof wave === 'object' ? { type: 'custom' as const, partials: [...wave] } : { type: wave }
  // The types of oscillators are a union by name that Tone.js checks when it runs; a table of names cannot be narrowed to it.
  const options = { context, envelope, oscillator, volume: timbre.gainDb } as ConstructorParameters<
    typeof Synth
  >[0]
  const synth =
    timbre.kind === 'plain'
      ? new Synth(options)
      : new FMSynth({
          ...options,
          harmonicity: timbre.harmonicity,
          modulationIndex: (timbre.modulationIndex * timbre.harmonicity) / MODULATOR_GAIN,
          modulation: { type: 'sine' },
          // The brightness of a struck or blown tone dies before the tone does.
          modulationEnvelope: {
            attack: timbre.attackS,
            decay: timbre.decayS * 0.6,
            sustain: Math.max(0.15, timbre.sustain * 0.8),
            release: timbre.releaseS,
          },
        } as ConstructorParameters<typeof FMSynth>[0])
  const filter = timbre.brightness === null ? null : new Filter({ context, type: 'lowpass', Q: 0.6 })
  const vibrato =
    timbre.vibratoDepth === 0
      ? null
      : new LFO({
          context,
          frequency: timbre.vibratoHz,
          min: -timbre.vibratoDepth * 100,
          max: timbre.vibratoDepth * 100,
        })
  const breath =
    timbre.breathDb === null
      ? null
      : new NoiseSynth({
          context,
          envelope,
          noise: { type: 'pink' },
          volume: timbre.gainDb + timbre.breathDb,
        })
  const end = new Gain({ context, gain: 1 })
  if (filter === null) synth.connect(end)
  else synth.chain(filter, end)
  vibrato?.connect(synth.detune)
  vibrato?.start()
  breath?.connect(end)
  end.connect(into)
  let freeAtS = 0
  return {
    get freeAtS() {
      return freeAtS
    },
    sound({ pitch, velocity, atS, lengthS }) {
      const hz = frequencyOf(pitch)
      const length = Math.max(SHORTEST_S, lengthS)
      if (filter !== null && timbre.brightness !== null) {
        // A harder note is a brighter one.
        const cutoff = hz * timbre.brightness * (0.5 + velocity / 127)
        filter.frequency.setValueAtTime(Math.min(HIGHEST_CUTOFF_HZ, Math.max(LOWEST_CUTOFF_HZ, cutoff)), atS)
      }
      const force = forceOf(velocity)
      synth.triggerAttackRelease(hz, length, atS, force)
      breath?.triggerAttackRelease(length, atS, force)
      freeAtS = atS + length + timbre.releaseS + 0.01
    },
    dispose() {
      vibrato?.dispose()
      synth.dispose()
      breath?.dispose()
      filter?.dispose()
      end.dispose()
    },
  }
}
