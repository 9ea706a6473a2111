// The players of a transcription: voices of each part, taken and given back by the audio clock. One ensemble is one run of the transport; the next run has a new one.
import { type Context, Gain, type ToneAudioNode } from 'tone'
import { drumLaneOf } from '../note-table.ts'
import { drumVoice } from './drum-voice.ts'
import { OTHER_TIMBRE, TIMBRES } from './instruments.ts'
import { pitchedVoice, type SoundingNote, type Voice } from './pitched-voice.ts'

export interface Ensemble {
  sound(instrument: string, note: SoundingNote): void
  /** Silence within a few milliseconds, whatever sounds or is written ahead. */
  end(): void
}

/** As many notes of one part as sound at once; with more the oldest gives way. */
const MOST_VOICES = 24
const FADE_S = 0.006
const DRUMS = 'drums'

/** @param dispose calls back once the last sound has faded, to free what it was made of */
export function createEnsemble(
  context: Context,
  into: ToneAudioNode,
  dispose: (afterMs: number, free: () => void) => void,
): Ensemble {
  const out = new Gain({ context, gain: 1 }).connect(into)
  const pools = new Map<string, Voice[]>()
  const voiceFor = (pool: string, atS: number, make: () => Voice): Voice => {
    const voices = pools.get(pool) ?? []
    pools.set(pool, voices)
    const free = voices.find(({ freeAtS }) => freeAtS <= atS)
    if (free !== undefined) return free
    if (voices.length < MOST_VOICES) {
      const made = make()
      voices.push(made)
      return made
    }
    return voices.reduce((oldest, voice) => (voice.freeAtS < oldest.freeAtS ? voice : oldest))
  }
  return {
    sound(instrument, note) {
      if (instrument === DRUMS) {
        const lane = drumLaneOf(note.pitch)
        voiceFor(`${DRUMS}:${lane}`, note.atS, () => drumVoice(context, lane, out)).sound(note)
        return
      }
      const timbre = TIMBRES[instrument] ?? OTHER_TIMBRE
      voiceFor(instrument, note.atS, () => pitchedVoice(context, timbre, out)).sound(note)
    },
    end() {
      out.gain.rampTo(0, FADE_S)
      dispose(FADE_S * 1_000 + 50, () => {
        for (const voices of pools.values()) for (const voice of voices) voice.dispose()
        pools.clear()
        out.dispose()
      })
    },
  }
}
