// How fast the engine renders on this machine, learnt from what it has rendered: the ground of every estimate (pure).

export interface EngineSpeed {
  /** A variant of so much audio took so long. */
  learn(renderMs: number, audioMs: number): void
  /** How long so much audio will take, in ms. */
  estimateMs(audioMs: number): number
}

/** First guess: 60 times real time, worth as much as one minute of rendered audio. */
const FIRST_AUDIO_MS = 60_000
const FIRST_RENDER_MS = 1000
/** How much of what was learnt before stays with each new render. */
const MEMORY = 0.9
/** A worker's start, the database, the disk. */
const OVERHEAD_MS = 300

/** Weighs renders by their length, so that the fixed cost of a very short one does not pass for slowness. */
export function createEngineSpeed(): EngineSpeed {
  let audioMsSeen = FIRST_AUDIO_MS
  let renderMsSeen = FIRST_RENDER_MS
  return {
    learn(renderMs, audioMs) {
      audioMsSeen = audioMsSeen * MEMORY + audioMs
      renderMsSeen = renderMsSeen * MEMORY + renderMs
    },
    estimateMs: (audioMs) => Math.ceil(OVERHEAD_MS + (audioMs * renderMsSeen) / Math.max(1, audioMsSeen)),
  }
}
