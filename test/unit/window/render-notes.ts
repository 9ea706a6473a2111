// Notes rendered to samples by the voices of the window.
import './web-audio.ts'
import { Gain, OfflineContext, setContext } from 'tone'
import { createEnsemble } from '../../../src-renderer/features/transcribe/sound/ensemble.ts'
import type { SoundingNote } from '../../../src-renderer/features/transcribe/sound/pitched-voice.ts'

export const SAMPLE_RATE = 16_000

interface Played extends SoundingNote {
  readonly instrument: string
}
export async function renderNotes(lengthS: number, notes: readonly Played[]): Promise<Float32Array> {
  const context = new OfflineContext(new OfflineAudioContext(1, lengthS * SAMPLE_RATE, SAMPLE_RATE))
  // Tone.js makes its noises in the context that is set.
  setContext(context)
  const out = new Gain({ context, gain: 1 }).toDestination()
  const ensemble = createEnsemble(context, out, () => undefined)
  for (const { instrument, ...note } of notes) ensemble.sound(instrument, note)
  return (await context.render()).getChannelData(0)
}
