// What a run of notes was made of ends with it: the browser keeps every source that was never stopped.
import './web-audio.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const BEGUN_MS = 1_700_000_000_000
beforeEach(() => void vi.useFakeTimers({ now: BEGUN_MS }))
afterEach(() => void vi.useRealTimers())

it('stops every source of a run of notes once the run has ended', async () => {
  const living = new Set<ConstantSourceNode>()
  // No machine that runs tests has a sound card: an offline context stands under the live one's name.
  class Watched extends OfflineAudioContext {
    constructor() {
      super(2, 44_100, 44_100)
    }
    // Sources begin with the context, and are over by its clock.
    override get state(): AudioContextState {
      return 'running'
    }
    override get currentTime(): number {
      return (Date.now() - BEGUN_MS) / 1000
    }
    override createConstantSource(): ConstantSourceNode {
      const source = super.createConstantSource()
      const [start, stop] = [source.start.bind(source), source.stop.bind(source)]
      return Object.assign(source, {
        start(atS?: number) {
          living.add(source)
          start(atS)
        },
        stop(atS?: number) {
          living.delete(source)
          stop(atS)
        },
      })
    }
  }
  Object.assign(globalThis, { AudioContext: Watched })
  const { AudioGraph } = await import('../../../src-renderer/player/audio-graph.ts')
  const { createEnsemble } = await import('../../../src-renderer/features/transcribe/sound/ensemble.ts')
  const { Gain } = await import('../../../src-renderer/player/tone.ts')
  const graph = new AudioGraph()
  const out = new Gain({ context: graph.tone, gain: 1 })
  graph.connectProgramme(out)
  const before = living.size
  const ensemble = createEnsemble(graph.tone, out, (afterMs, free) => void setTimeout(free, afterMs))
  for (const instrument of ['acoustic_piano', 'violin', 'flutes', 'drums'])
    ensemble.sound(instrument, { pitch: 38, velocity: 90, atS: 0.1, lengthS: 0.2 })
  vi.advanceTimersByTime(500)
  expect(living.size).toBeGreaterThan(before)
  ensemble.end()
  vi.advanceTimersByTime(1_000)
  expect(living.size).toBe(before)
}, 60_000)
