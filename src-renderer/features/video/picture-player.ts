// Plays the sounds of a picture on the audio clock, and the picture after them.

import type { AudioGraph } from '../../player/audio-graph.ts'
import { clamp, gainOf, type Region } from '../../player/time-math.ts'
import { Gain, ToneAudioBuffer, ToneBufferSource } from '../../player/tone.ts'
import { createStore, type Store } from '../../store.ts'
import { createFollower } from './sync.ts'

/** A sound where it lies on the picture. Seconds. */
export interface PlacedBuffer {
  readonly key: string
  readonly buffer: AudioBuffer
  readonly startS: number
  readonly fadeInS: number
  readonly fadeOutS: number
  readonly gainDb: number
}

interface Run {
  readonly clockS: number
  readonly fromS: number
  readonly gains: ReadonlyMap<string, Gain>
  readonly sources: readonly ToneBufferSource[]
}

/** Sources are made ready so long before they sound. */
const READY_S = 0.08
const FADE_S = 0.004
const SHORTEST_LOOP_S = 0.1

export class PicturePlayer {
  readonly isPlaying: Store<boolean> = createStore(false)
  readonly #graph: () => AudioGraph
  #picture: HTMLVideoElement | null = null
  #sounds: readonly PlacedBuffer[] = []
  #heard: (key: string) => boolean = () => true
  #durationS = 0
  #positionS = 0
  #region: Region | null = null
  #isLooping = false
  #run: Run | null = null
  readonly #follower = createFollower()
  #frame = 0

  constructor(graph: () => AudioGraph) {
    this.#graph = graph
  }

  /** @param picture null when it is taken away */
  attach(picture: HTMLVideoElement | null, durationS: number): void {
    if (picture === null) this.pause()
    this.#picture = picture
    this.#durationS = durationS
  }

  /** What sounds from now on; while it plays it goes on with the new ones. */
  setSounds(sounds: readonly PlacedBuffer[]): void {
    this.#sounds = sounds
    if (this.#run !== null) this.#begin(this.positionS())
  }

  /** Which of them are heard: at once, without a click. */
  setHeard(heard: (key: string) => boolean): void {
    this.#heard = heard
    for (const [key, gain] of this.#run?.gains ?? []) gain.gain.rampTo(heard(key) ? 1 : 0, FADE_S)
  }

  /** What is repeated; a stretch that is too short to hear is not. */
  setLoop(region: Region | null, isLooping: boolean): void {
    this.#region = region !== null && region.endS - region.startS >= SHORTEST_LOOP_S ? region : null
    this.#isLooping = isLooping
  }

  async play(): Promise<void> {
    if (this.#picture === null) return
    const graph = this.#graph()
    await graph.wake()
    const endS = this.#endS()
    graph.meter.reset()
    const isAtEnd = this.#positionS >= endS - 0.02
    this.#begin(isAtEnd ? (this.#region?.startS ?? 0) : this.#positionS)
    this.isPlaying.set(true)
  }

  pause(): void {
    this.#positionS = this.positionS()
    this.#silence()
    cancelAnimationFrame(this.#frame)
    this.#picture?.pause()
    this.isPlaying.set(false)
  }

  toggle(): void {
    if (this.isPlaying.get()) this.pause()
    else void this.play()
  }

  seek(toS: number): void {
    this.#positionS = clamp(toS, 0, this.#durationS)
    if (this.#picture !== null) this.#picture.currentTime = this.#positionS
    if (this.isPlaying.get()) this.#begin(this.#positionS)
  }

  positionS(): number {
    if (this.#run === null) return this.#positionS
    const elapsedS = Math.max(0, this.#graph().heardS - this.#run.clockS)
    return Math.min(this.#endS(), this.#run.fromS + elapsedS)
  }

  #endS(): number {
    const { endS = this.#durationS } = this.#region ?? {}
    return this.#isLooping ? endS : this.#durationS
  }

  #begin(fromS: number): void {
    this.#silence()
    const graph = this.#graph()
    const clockS = graph.nowS + READY_S
    const gains = new Map<string, Gain>()
    const sources: ToneBufferSource[] = []
    for (const sound of this.#sounds) {
      const endS = sound.startS + sound.buffer.duration
      if (endS <= fromS) continue
      const gain = new Gain({ context: graph.tone, gain: this.#heard(sound.key) ? 1 : 0 })
      graph.connectProgramme(gain)
      const envelope = new Gain({ context: graph.tone, gain: gainOf(sound.gainDb) }).connect(gain)
      const source = new ToneBufferSource({
        context: graph.tone,
        url: new ToneAudioBuffer(sound.buffer),
        onended: () => {
          envelope.dispose()
          gain.dispose()
        },
      }).connect(envelope)
      const skippedS = Math.max(0, fromS - sound.startS)
      const atS = clockS + Math.max(0, sound.startS - fromS)
      writeFades(envelope, sound, skippedS, atS)
      source.start(atS, skippedS)
      gains.set(sound.key, gain)
      sources.push(source)
    }
    this.#run = { clockS, fromS, gains, sources }
    this.#positionS = fromS
    const picture = this.#picture
    if (picture !== null) {
      picture.currentTime = fromS
      picture.playbackRate = 1
      this.#follower.restart()
      // A picture that cannot play now is put right by the next look at it.
      void picture.play().catch(() => {})
    }
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(this.#look)
  }

  readonly #look = (frameMs: number): void => {
    if (this.#run === null) return
    const positionS = this.positionS()
    if (positionS >= this.#endS()) {
      if (this.#isLooping) this.#begin(this.#region?.startS ?? 0)
      else this.pause()
      return
    }
    const picture = this.#picture
    if (picture !== null && this.#graph().heardS > this.#run.clockS && !picture.seeking) {
      const told = this.#follower.look(picture.currentTime, positionS, frameMs / 1000)
      if (told.kind === 'seek') {
        picture.currentTime = told.toS
        picture.playbackRate = 1
      } else if (told.kind === 'rate') picture.playbackRate = told.rate
    }
    this.#frame = requestAnimationFrame(this.#look)
  }

  #silence(): void {
    const run = this.#run
    this.#run = null
    if (run === null) return
    const nowS = this.#graph().nowS
    for (const gain of run.gains.values()) gain.gain.rampTo(0, FADE_S)
    for (const source of run.sources) source.stop(nowS + FADE_S)
  }
}

/** Steps of a fade's curve. */
const STEPS = 32
const curveOf = (levelAt: (part: number) => number): number[] =>
  Array.from({ length: STEPS + 1 }, (_, index) => levelAt(index / STEPS))

/** Fades over both margins, even in power where two of them cross; from the middle of one where it is jumped into. */
function writeFades(envelope: Gain, sound: PlacedBuffer, skippedS: number, atS: number): void {
  const level = gainOf(sound.gainDb)
  const { fadeInS, fadeOutS, buffer } = sound
  const param = envelope.gain
  if (fadeInS > skippedS) {
    const done = skippedS / fadeInS
    const rising = curveOf((part) => level * Math.sin((Math.PI / 2) * (done + (1 - done) * part)))
    param.setValueCurveAtTime(rising, atS, fadeInS - skippedS)
  }
  const fallsAtS = buffer.duration - fadeOutS
  if (fadeOutS <= 0) return
  const begunS = Math.max(skippedS, fallsAtS, fadeInS)
  const leftS = buffer.duration - begunS
  if (leftS <= 0.001) return
  const done = (begunS - fallsAtS) / fadeOutS
  const falling = curveOf((part) => level * Math.cos((Math.PI / 2) * Math.min(1, done + (1 - done) * part)))
  param.setValueCurveAtTime(falling, atS + (begunS - skippedS) + 1e-4, leftS - 1e-3)
}
