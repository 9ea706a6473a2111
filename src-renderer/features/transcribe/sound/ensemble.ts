// The players of a transcription: voices of each part, taken and given back by the audio clock. One ensemble is one run of the transport; the next run has a new one.
import { type Context, Gain, type ToneAudioNode } from '../../../player/tone.ts'
import { drumLaneOf } from '../note-table.ts'
import { drumVoice } from './drum-voice.ts'
import { OTHER_TIMBRE, TIMBRES } from './instruments.ts'
import { pitchedVoice, type SoundingNote, type Voice } from './pitched-voice.ts'

export interface Ensemble {
  sound(instrument: string, note: SoundingNote): void
  /** Parts that are not heard play on in silence: each is there again at once. */
  hear(isPartHeard: (instrument: string) => boolean): void
  /** Silence within a few milliseconds, whatever sounds or is written ahead. */
  end(): void
}

/** Who makes the voices: these, or those that a test counts. */
export interface VoiceMakers {
  readonly pitched: typeof pitchedVoice
  readonly drum: typeof drumVoice
}
export const VOICES: VoiceMakers = { pitched: pitchedVoice, drum: drumVoice }

/** As many notes of one part as sound at once; with more the oldest gives way. */
const MOST_VOICES = 24
/**
 * Tone.js keeps what each parameter of a voice was told, up to a thousand events of each, and a voice has ten of them: after so many notes it
 * gives way to a new one, and an hour of playing holds no more than its first minute.
 */
const MOST_NOTES_OF_A_VOICE = 64
const FADE_S = 0.006
const DRUMS = 'drums'

interface Desk {
  readonly bus: Gain
  isHeard: boolean
  /** By lane of the kit; a pitched part has one. */
  readonly pools: Map<string, PooledVoice[]>
}
interface PooledVoice {
  readonly voice: Voice
  noteCount: number
}

/** @param later calls back once the last sound has faded, to free what it was made of */
export function createEnsemble(
  context: Context,
  into: ToneAudioNode,
  later: (afterMs: number, free: () => void) => void,
  makers: VoiceMakers = VOICES,
): Ensemble {
  const out = new Gain({ context, gain: 1 }).connect(into)
  const desks = new Map<string, Desk>()
  let isPartHeard: (instrument: string) => boolean = () => true
  const deskOf = (instrument: string): Desk => {
    const known = desks.get(instrument)
    if (known !== undefined) return known
    const isHeard = isPartHeard(instrument)
    const bus = new Gain({ context, gain: isHeard ? 1 : 0 }).connect(out)
    const made = { bus, isHeard, pools: new Map<string, PooledVoice[]>() }
    desks.set(instrument, made)
    return made
  }
  /** Out of the pools, and heard to their end. */
  const worn = new Set<Voice>()
  const freeWorn = (): void => {
    for (const voice of worn) {
      if (voice.freeAtS > context.currentTime) continue
      voice.dispose()
      worn.delete(voice)
    }
  }
  const pooled = (voices: PooledVoice[], atS: number, make: () => Voice): PooledVoice => {
    const free = voices.find(({ voice }) => voice.freeAtS <= atS)
    if (free !== undefined) return free
    if (voices.length >= MOST_VOICES)
      return voices.reduce((oldest, each) => (each.voice.freeAtS < oldest.voice.freeAtS ? each : oldest))
    const made = { voice: make(), noteCount: 0 }
    voices.push(made)
    return made
  }
  const voiceFor = ({ pools }: Desk, pool: string, atS: number, make: () => Voice): Voice => {
    freeWorn()
    const voices = pools.get(pool) ?? []
    pools.set(pool, voices)
    const chosen = pooled(voices, atS, make)
    if (++chosen.noteCount >= MOST_NOTES_OF_A_VOICE) {
      voices.splice(voices.indexOf(chosen), 1)
      worn.add(chosen.voice)
    }
    return chosen.voice
  }
  return {
    sound(instrument, note) {
      const desk = deskOf(instrument)
      if (instrument === DRUMS) {
        const lane = drumLaneOf(note.pitch)
        voiceFor(desk, lane, note.atS, () => makers.drum(context, lane, desk.bus)).sound(note)
        return
      }
      const timbre = TIMBRES[instrument] ?? OTHER_TIMBRE
      voiceFor(desk, '', note.atS, () => makers.pitched(context, timbre, desk.bus)).sound(note)
    },
    hear(next) {
      isPartHeard = next
      for (const [instrument, desk] of desks) {
        const isHeard = next(instrument)
        if (desk.isHeard === isHeard) continue
        desk.isHeard = isHeard
        desk.bus.gain.rampTo(isHeard ? 1 : 0, FADE_S)
      }
    },
    end() {
      out.gain.rampTo(0, FADE_S)
      later(FADE_S * 1_000 + 50, () => {
        for (const { bus, pools } of desks.values()) {
          for (const voices of pools.values()) for (const { voice } of voices) voice.dispose()
          bus.dispose()
        }
        for (const voice of worn) voice.dispose()
        worn.clear()
        desks.clear()
        out.dispose()
      })
    },
  }
}
