// The window has one audio context, however much of Tone.js plays in it.
import './web-audio.ts'
import { expect, it } from 'vitest'

it('makes one audio context for the player, the notes, the noises and the click', async () => {
  let made = 0
  // No machine that runs tests has a sound card: what is counted is an offline context under the live one's name.
  class Counted extends OfflineAudioContext {
    constructor() {
      super(2, 44_100, 44_100)
      made++
    }
  }
  Object.assign(globalThis, { AudioContext: Counted })
  const { AudioGraph } = await import('../../../src-renderer/player/audio-graph.ts')
  const { createEnsemble } = await import('../../../src-renderer/features/transcribe/sound/ensemble.ts')
  const { Gain } = await import('../../../src-renderer/player/tone.ts')
  expect(made).toBe(0)
  const graph = new AudioGraph()
  const out = new Gain({ context: graph.tone, gain: 1 })
  graph.connectProgramme(out)
  const ensemble = createEnsemble(graph.tone, out, () => undefined)
  for (const instrument of ['acoustic_piano', 'violin', 'flutes', 'drums'])
    ensemble.sound(instrument, { pitch: 38, velocity: 90, atS: 0.1, lengthS: 0.2 })
  expect(made).toBe(1)
}, 60_000)
