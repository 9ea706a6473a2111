// The audio graph of the player: one context, a fader, a meter, and voices of Tone.js that start to the sample.
import { heardTimeS } from './heard-time.ts'
import { Meter } from './meter.ts'
import { TidyContext } from './tidy-context.ts'
import { gainOf, type Region } from './time-math.ts'
import {
  type Context,
  connect,
  Gain,
  setContext,
  ToneAudioBuffer,
  type ToneAudioNode,
  ToneBufferSource,
} from './tone.ts'

/** What one voice plays. Times in seconds. */
export interface VoicePlan {
  readonly buffer: AudioBuffer
  readonly offsetS: number
  /** Repeats exactly this stretch, or null to play once until `endS`. */
  readonly loop: Region | null
  readonly endS: number
  readonly trimDb: number
  /** False: it runs silently, beside what is heard in its place. */
  readonly isHeard: boolean
  /** It begins so much later than now: what plays beside it has to be made ready. */
  readonly delayS: number
  /** Seconds of the file in a second of the clock; another one than 1 moves its pitch, too. */
  readonly rate: number
}

/** A sounding stretch; stopping it twice is stopping it once. */
export interface Voice {
  /** Time of the audio clock at which it began. */
  readonly clockS: number
  setHeard(isHeard: boolean): void
  setTrimDb(trimDb: number): void
  stop(): void
}

/** Long enough to not click, short enough to not be heard. */
const FADE_S = 0.004

/** How often Tone.js looks for what is over. With no look-ahead it would a hundred times a second, also while nothing plays. */
const TURN_S = 0.05

/** Chromium has it, TypeScript's library not yet. */
interface WithSink extends AudioContext {
  setSinkId?(sinkId: string): Promise<void>
}

export class AudioGraph {
  readonly context: AudioContext
  readonly meter: Meter
  readonly tone: Context
  readonly #programme: Gain
  readonly #fader: Gain

  constructor() {
    this.context = new AudioContext({ latencyHint: 'interactive' })
    // No look-ahead: a voice starts when it is asked for, the graph schedules nothing ahead.
    this.tone = new TidyContext({ context: this.context, lookAhead: 0, updateInterval: TURN_S })
    // Tone.js asks its global context even where it is given one, and would make one of its own.
    setContext(this.tone)
    this.#programme = new Gain({ context: this.tone, gain: 1 })
    this.#fader = new Gain({ context: this.tone, gain: 1 })
    this.#programme.connect(this.#fader)
    connect(this.#fader, this.context.destination)
    const before = this.context.createGain()
    const behind = this.context.createGain()
    connect(this.#programme, before)
    connect(this.#fader, behind)
    this.meter = new Meter(this.context, before, behind)
  }

  get nowS(): number {
    return this.context.currentTime
  }

  /** What is heard now, on the same clock: what a picture has to be in time with. */
  get heardS(): number {
    return heardTimeS({
      computedS: this.context.currentTime,
      latencyS: this.context.outputLatency,
      output: this.context.getOutputTimestamp(),
      nowMs: performance.now(),
    })
  }

  /** Wakes the context, which a browser may hold until the person acts. */
  async wake(): Promise<void> {
    if (this.context.state !== 'running') await this.context.resume()
  }

  /** What sounds beside the file goes through the same fader and meter. */
  connectProgramme(node: ToneAudioNode): void {
    node.connect(this.#programme)
  }

  setGainDb(db: number): void {
    this.#fader.gain.rampTo(gainOf(db), 0.02)
  }

  start(plan: VoicePlan): Voice {
    let { isHeard, trimDb } = plan
    const level = (): number => (isHeard ? gainOf(trimDb) : 0)
    const trim = new Gain({ context: this.tone, gain: level() })
    trim.connect(this.#programme)
    const source = new ToneBufferSource({
      context: this.tone,
      url: new ToneAudioBuffer(plan.buffer),
      playbackRate: plan.rate,
      loop: plan.loop !== null,
      loopStart: plan.loop?.startS ?? 0,
      loopEnd: plan.loop?.endS ?? plan.buffer.duration,
      // From the first sample of the file nothing is faded: a transient there is the sound.
      fadeIn: plan.offsetS === 0 ? 0 : FADE_S,
      fadeOut: FADE_S,
      onended: () => trim.dispose(),
    })
    source.connect(trim)
    const clockS = this.context.currentTime + plan.delayS
    const isWhole = plan.endS >= plan.buffer.duration
    source.start(
      clockS,
      plan.offsetS,
      plan.loop !== null || isWhole ? undefined : Math.max(0, plan.endS - plan.offsetS) / plan.rate,
    )
    let isStopped = false
    return {
      clockS,
      setHeard: (next) => {
        isHeard = next
        if (!isStopped) trim.gain.rampTo(level(), FADE_S)
      },
      setTrimDb: (next) => {
        trimDb = next
        if (!isStopped) trim.gain.rampTo(level(), FADE_S)
      },
      stop: () => {
        if (isStopped) return
        isStopped = true
        source.stop(this.context.currentTime)
      },
    }
  }

  /** @returns false where the browser cannot choose a device */
  async setSink(deviceId: string): Promise<boolean> {
    const context: WithSink = this.context
    if (context.setSinkId === undefined) return deviceId === ''
    await context.setSinkId(deviceId)
    return true
  }
}
