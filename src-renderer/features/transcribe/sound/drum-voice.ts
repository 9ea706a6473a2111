// A kit of membranes and noise: kick, snare, toms, hats and cymbals by the keys of General MIDI.
import { type Context, Filter, MembraneSynth, NoiseSynth, type ToneAudioNode } from '../../../player/tone.ts'
import type { DrumLane } from '../note-table.ts'
import { forceOf, type SoundingNote, type Voice } from './pitched-voice.ts'

interface NoiseShape {
  readonly decayS: number
  readonly highpassHz: number
  readonly gainDb: number
}
const NOISES: Readonly<Record<'snare' | 'hat' | 'cymbal', NoiseShape>> = {
  snare: { decayS: 0.16, highpassHz: 1_200, gainDb: -6 },
  hat: { decayS: 0.05, highpassHz: 7_500, gainDb: -18 },
  cymbal: { decayS: 1.1, highpassHz: 4_500, gainDb: -20 },
}
/** An open hat rings. Source: General MIDI level 1, key 46. */
const OPEN_HAT = 46
const OPEN_HAT_DECAY_S = 0.35

/** Keys of toms, from the floor up, and the pitch of their skins. */
const TOM_PITCHES: Readonly<Record<number, number>> = { 41: 41, 43: 43, 45: 46, 47: 49, 48: 52, 50: 55 }
const KICK_PITCH = 31
const SNARE_PITCH = 55

/** A voice of one lane of the kit. */
export function drumVoice(context: Context, lane: DrumLane, into: ToneAudioNode): Voice {
  const noise = lane === 'kick' || lane === 'tom' ? null : NOISES[lane]
  const filter =
    noise === null
      ? null
      : new Filter({ context, type: 'highpass', frequency: noise.highpassHz }).connect(into)
  const rattle =
    noise === null || filter === null
      ? null
      : new NoiseSynth({
          context,
          noise: { type: 'white' },
          envelope: { attack: 0.001, decay: noise.decayS, sustain: 0, release: 0.02 },
          volume: noise.gainDb,
        }).connect(filter)
  const skin =
    lane === 'hat' || lane === 'cymbal'
      ? null
      : new MembraneSynth({
          context,
          pitchDecay: lane === 'kick' ? 0.04 : 0.02,
          octaves: lane === 'kick' ? 5 : 1.5,
          envelope: { attack: 0.001, decay: lane === 'kick' ? 0.28 : 0.2, sustain: 0, release: 0.05 },
          volume: lane === 'snare' ? -11 : -8,
        }).connect(into)
  let freeAtS = 0
  return {
    get freeAtS() {
      return freeAtS
    },
    sound({ pitch, velocity, atS }: SoundingNote) {
      const force = forceOf(velocity)
      const isOpen = pitch === OPEN_HAT
      const ringS = isOpen ? OPEN_HAT_DECAY_S : (noise?.decayS ?? 0.3)
      if (rattle !== null) {
        rattle.envelope.decay = ringS
        rattle.triggerAttackRelease(ringS, atS, force)
      }
      const skinPitch =
        lane === 'kick' ? KICK_PITCH : lane === 'snare' ? SNARE_PITCH : (TOM_PITCHES[pitch] ?? 48)
      skin?.triggerAttackRelease(440 * 2 ** ((skinPitch - 69) / 12), 0.12, atS, force)
      freeAtS = atS + ringS + 0.35
    },
    dispose() {
      rattle?.dispose()
      skin?.dispose()
      filter?.dispose()
    },
  }
}
