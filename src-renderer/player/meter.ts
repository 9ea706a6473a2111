// The meter in the audio graph: K-weighted momentary and integrated loudness, and the level that leaves the app.
import { integratedLufs, kWeighting, lufsOf, meanSquareOfEnd } from './k-weighting.ts'

export interface Levels {
  /** Of the last 400 ms; −Infinity for silence. */
  readonly momentaryLufs: number
  /** Since playing began; null until something was above the gate. */
  readonly integratedLufs: number | null
  /** Highest sample of the last 2048, dBFS; −Infinity for silence. */
  readonly peakDb: number
}

const BLOCK_S = 0.4
const HOP_S = 0.1
/** An hour of blocks; after it the oldest are forgotten. */
const BLOCKS_KEPT = 36_000

/** Listens to a node without changing it. */
export class Meter {
  readonly #context: BaseAudioContext
  readonly #weighted: readonly AnalyserNode[]
  readonly #output: AnalyserNode
  readonly #weightedSamples = new Float32Array(32_768)
  readonly #outputSamples = new Float32Array(2048)
  #blocks: number[] = []
  #lastBlockS = 0
  #integrated: number | null = null

  /**
   * @param input before the fader: loudness of the sound. Mono is measured as one channel, as the standard says
   * @param output behind the fader: what leaves the app
   */
  constructor(context: BaseAudioContext, input: AudioNode, output: AudioNode) {
    this.#context = context
    this.#output = context.createAnalyser()
    this.#output.fftSize = this.#outputSamples.length
    output.connect(this.#output)
    const [shelf, highPass] = kWeighting(context.sampleRate)
    const stage = (feedforward: readonly number[], feedback: readonly number[]): IIRFilterNode =>
      context.createIIRFilter([...feedforward], [...feedback])
    const first = stage(shelf.feedforward, shelf.feedback)
    const second = stage(highPass.feedforward, highPass.feedback)
    const splitter = context.createChannelSplitter(2)
    input.connect(first).connect(second).connect(splitter)
    this.#weighted = [0, 1].map((channel) => {
      const analyser = context.createAnalyser()
      analyser.fftSize = this.#weightedSamples.length
      splitter.connect(analyser, channel)
      return analyser
    })
  }

  /** Forgets what was integrated: a new sound began. */
  reset(): void {
    this.#blocks = []
    this.#integrated = null
    this.#lastBlockS = this.#context.currentTime
  }

  /** Reads the levels now; adds a block to the integration at most every 100 ms. */
  read(): Levels {
    const count = Math.round(BLOCK_S * this.#context.sampleRate)
    let meanSquare = 0
    for (const analyser of this.#weighted) {
      analyser.getFloatTimeDomainData(this.#weightedSamples)
      meanSquare += meanSquareOfEnd(this.#weightedSamples, count)
    }
    const now = this.#context.currentTime
    if (now - this.#lastBlockS >= HOP_S) {
      this.#lastBlockS = now
      this.#blocks.push(meanSquare)
      if (this.#blocks.length > BLOCKS_KEPT) this.#blocks.shift()
      this.#integrated = integratedLufs(this.#blocks)
    }
    return { momentaryLufs: lufsOf(meanSquare), integratedLufs: this.#integrated, peakDb: this.#peakDb() }
  }

  #peakDb(): number {
    this.#output.getFloatTimeDomainData(this.#outputSamples)
    let peak = 0
    for (const sample of this.#outputSamples) peak = Math.max(peak, Math.abs(sample))
    return peak === 0 ? -Infinity : 20 * Math.log10(peak)
  }
}
