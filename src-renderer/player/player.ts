// The one player: what is loaded, what sounds, and where the playhead stands. Views watch its store and ask for the position.
import { errorOf } from '../bridge.ts'
import { createStore, type Store } from '../store.ts'
import { texts } from '../wording/texts.ts'
import { AudioGraph, type Voice } from './audio-graph.ts'
import { DecodedCache } from './decoded-cache.ts'
import type { Levels } from './meter.ts'
import { chooseOutput, namedOutputs, type OutputDevice } from './output.ts'
import {
  clamp,
  hasEnded,
  type PlayAnchor,
  playedStretch,
  positionAt,
  type Region,
  startOffset,
} from './time-math.ts'

/** What is loaded, as far as the player names it. */
export interface PlayerSound {
  readonly id: number
  readonly name: string
  readonly detail: string
  readonly durationS: number
  /** Compared blind: nothing in the window may tell which one it is. */
  readonly isBlind?: boolean
  /** It has no file: only what plays beside it is heard. */
  readonly isSilent?: boolean
}

export interface PlayerState {
  readonly sound: PlayerSound | null
  readonly status: 'empty' | 'loading' | 'paused' | 'playing' | 'failed'
  /** Why loading failed, in one sentence. */
  readonly message: string | null
  readonly region: Region | null
  readonly isLooping: boolean
  readonly gainDb: number
  /** Offset of the loudness match while takes are compared, else 0. */
  readonly trimDb: number
  /** 0.5 to 2: pitch and time go together, as on tape. */
  readonly speed: number
  /** Something plays beside the sound that is loaded, and has a tempo of its own in place of the speed. */
  readonly isAccompanied: boolean
  readonly outputs: readonly OutputDevice[]
  readonly wishedOutput: string | null
  readonly outputNote: string | null
}

/** Sounds beside the file, by the same clock: the notes of a transcription. */
export interface Companion {
  /** Playing begins; a run that is not over ends first. */
  begin(anchor: PlayAnchor, graph: AudioGraph): void
  end(): void
}

export interface LoadOptions {
  readonly isPlaying: boolean
  readonly trimDb?: number
  /** Takes are compared at the same playhead. */
  readonly keepsPosition?: boolean
  readonly fromS?: number
  readonly region?: Region | null
}

/** Bounds of the speed: an octave down and up. */
export const SLOWEST = 0.5
export const FASTEST = 2
/** Long enough to build the first voices of what plays beside the file. */
const COMPANION_DELAY_S = 0.08

/** The lowest rate that every browser makes: an hour of it are 115 MB. */
const SILENCE_HZ = 8_000
const silence = (context: BaseAudioContext, durationS: number): AudioBuffer =>
  context.createBuffer(1, Math.ceil(durationS * SILENCE_HZ), SILENCE_HZ)

const INITIAL: PlayerState = {
  sound: null,
  status: 'empty',
  message: null,
  region: null,
  isLooping: false,
  gainDb: 0,
  trimDb: 0,
  speed: 1,
  isAccompanied: false,
  outputs: [],
  wishedOutput: null,
  outputNote: null,
}

export class Player {
  readonly state: Store<PlayerState> = createStore(INITIAL)
  readonly #decoded = new DecodedCache()
  #graph: AudioGraph | null = null
  #buffer: AudioBuffer | null = null
  #voice: Voice | null = null
  #anchor: PlayAnchor | null = null
  #companion: { readonly soundId: number; readonly plays: Companion } | null = null
  #isFileHeard = true
  #rate = 1
  #positionS = 0
  /** Counts loads: an answer that comes after another load is dropped. */
  #turn = 0

  /** Loads a sound, and plays it when asked to. The sound that is loaded already is not read again. */
  async load(sound: PlayerSound, options: LoadOptions): Promise<void> {
    const turn = ++this.#turn
    const positionS = options.keepsPosition === true ? this.positionS() : (options.fromS ?? 0)
    const isSame = this.state.get().sound?.id === sound.id && this.#buffer !== null
    // A take that is compared keeps sounding until the next one is ready.
    if (options.keepsPosition !== true) this.#silence()
    const region = options.region ?? null
    const trimDb = options.trimDb ?? 0
    this.#change({ sound, region, trimDb, status: isSame ? 'paused' : 'loading', message: null })
    this.#change({ isAccompanied: this.#companionOfSound() !== null })
    if (!isSame) {
      try {
        const { context } = this.#awake()
        const buffer =
          sound.isSilent === true
            ? silence(context, sound.durationS)
            : await this.#decoded.get(context, sound.id)
        if (turn !== this.#turn) return
        this.#buffer = buffer
      } catch (thrown) {
        if (turn !== this.#turn) return
        this.#silence()
        this.#buffer = null
        this.#change({ status: 'failed', message: errorOf(thrown).message })
        return
      }
    }
    this.#silence()
    this.#positionS = Math.min(positionS, this.durationS())
    if (options.keepsPosition !== true) this.#graph?.meter.reset()
    this.#change({ status: 'paused' })
    if (options.isPlaying) await this.play()
  }

  async play(fromS: number = this.#positionS): Promise<void> {
    const buffer = this.#buffer
    if (buffer === null) return
    const graph = this.#awake()
    const turn = this.#turn
    await graph.wake()
    if (turn !== this.#turn) return
    this.#voice?.stop()
    const { region, isLooping, trimDb, speed } = this.state.get()
    const stretch = playedStretch(buffer.duration, region)
    const offsetS = startOffset(fromS, stretch)
    const loop = isLooping ? stretch : null
    const companion = this.#companionOfSound()
    const isHeard = companion === null || this.#isFileHeard
    const delayS = companion === null ? 0 : COMPANION_DELAY_S
    const rate = companion === null ? speed : this.#rate
    const { endS } = stretch
    this.#voice = graph.start({ buffer, offsetS, loop, endS, trimDb, isHeard, delayS, rate })
    this.#anchor = { clockS: this.#voice.clockS, offsetS, loop, endS, rate }
    companion?.begin(this.#anchor, graph)
    this.#change({ status: 'playing' })
  }

  pause(): void {
    if (this.state.get().status !== 'playing') return
    const positionS = this.positionS()
    this.#silence()
    this.#positionS = positionS
    this.#change({ status: 'paused' })
  }

  toggle(): void {
    if (this.state.get().status === 'playing') this.pause()
    else void this.play()
  }

  /** Back to where playing begins: the region's start, else the file's. */
  toStart(): void {
    this.seek(this.state.get().region?.startS ?? 0)
  }

  seek(positionS: number): void {
    const target = Math.min(Math.max(0, positionS), this.durationS())
    this.#positionS = target
    if (this.state.get().status === 'playing') void this.play(target)
    else this.#change({})
  }

  setRegion(region: Region | null): void {
    this.#replan({ region })
  }

  setLooping(isLooping: boolean): void {
    this.#replan({ isLooping })
  }

  setGainDb(gainDb: number): void {
    this.#graph?.setGainDb(gainDb)
    this.#change({ gainDb })
  }

  /** What plays beside a sound while that one is loaded, or nothing any more. */
  accompany(soundId: number, companion: Companion | null): void {
    this.#companion?.plays.end()
    this.#companion = companion === null ? null : { soundId, plays: companion }
    this.#change({ isAccompanied: this.#companionOfSound() !== null })
    if (this.state.get().status === 'playing' && this.#companionOfSound() !== null)
      void this.play(this.positionS())
    else this.#voice?.setHeard(true)
  }

  /** Whether the file itself is heard while something plays beside it. */
  setFileHeard(isHeard: boolean): void {
    this.#isFileHeard = isHeard
    if (this.#companionOfSound() !== null) this.#voice?.setHeard(isHeard)
  }

  /** Level of the file beside what it is compared with. */
  setTrimDb(trimDb: number): void {
    if (trimDb === this.state.get().trimDb) return
    this.#voice?.setTrimDb(trimDb)
    this.#change({ trimDb })
  }

  /** Tempo of what plays beside something, as a factor: the notes keep their pitch, the file does not. */
  setRate(rate: number): void {
    const positionS = this.positionS()
    this.#rate = rate
    if (this.state.get().status === 'playing' && this.#companionOfSound() !== null) void this.play(positionS)
  }

  /** Speed of what plays alone. @param speed 1 is as it is; bounded to 0.5 to 2 */
  setSpeed(speed: number): void {
    this.#replan({ speed: clamp(speed, SLOWEST, FASTEST) })
  }

  /** Forgets the sound: it was thrown away. */
  unload(): void {
    this.#turn++
    this.#silence()
    this.#buffer = null
    this.#positionS = 0
    this.#change({
      sound: null,
      status: 'empty',
      region: null,
      trimDb: 0,
      message: null,
      isAccompanied: false,
    })
  }

  /** Where the playhead stands now. Reading it past the end of a single pass ends the pass. */
  positionS(): number {
    if (this.#anchor === null || this.#graph === null) return this.#positionS
    return positionAt(this.#anchor, this.#graph.nowS)
  }

  /** To be called while playing, once a frame: notices the end of a single pass. */
  tick(): void {
    if (this.#anchor === null || this.#graph === null || !hasEnded(this.#anchor, this.#graph.nowS)) return
    this.#silence()
    this.#positionS = this.state.get().region?.startS ?? 0
    this.#change({ status: 'paused' })
  }

  /** The graph with the fader, the meter and the device: for what plays several sounds at once. The file that plays is paused. */
  stage(): AudioGraph {
    this.pause()
    return this.#awake()
  }

  /** The whole sound, decoded: for drawing. @throws Refusal or the decoder's error */
  decoded(soundId: number): Promise<AudioBuffer> {
    return this.#decoded.get(this.#awake().context, soundId)
  }

  /** Of the buffer once it is decoded, else what the library says. */
  durationS(): number {
    return this.#buffer?.duration ?? this.state.get().sound?.durationS ?? 0
  }

  /** Null before anything was played. */
  levels(): Levels | null {
    return this.#graph === null ? null : this.#graph.meter.read()
  }

  /** @param label a device's label, or null for the system's choice */
  async setOutput(label: string | null): Promise<void> {
    this.#change({ wishedOutput: label })
    await this.refreshOutputs()
  }

  /** Reads the devices again: at the start, and when one comes or goes. */
  async refreshOutputs(): Promise<void> {
    const outputs = namedOutputs(await navigator.mediaDevices.enumerateDevices())
    const { deviceId, note } = chooseOutput(this.state.get().wishedOutput, outputs)
    this.#change({ outputs, outputNote: note })
    if (this.#graph === null) return
    try {
      const isChosen = await this.#graph.setSink(deviceId)
      if (!isChosen) this.#change({ outputNote: texts.player.output.noChoice })
    } catch (thrown) {
      this.#change({ outputNote: texts.player.output.failed(errorOf(thrown).message) })
    }
  }

  #awake(): AudioGraph {
    if (this.#graph !== null) return this.#graph
    this.#graph = new AudioGraph()
    this.#graph.setGainDb(this.state.get().gainDb)
    if (this.state.get().wishedOutput !== null) void this.refreshOutputs()
    return this.#graph
  }

  /** Takes a new region, loop or speed over; what sounds goes on from where it is, without a gap where it can. */
  #replan(change: Partial<Pick<PlayerState, 'region' | 'isLooping' | 'speed'>>): void {
    const positionS = this.positionS()
    this.#change(change)
    if (this.state.get().status === 'playing') void this.play(positionS)
    else this.#positionS = positionS
  }

  #companionOfSound(): Companion | null {
    const { sound } = this.state.get()
    return this.#companion !== null && this.#companion.soundId === sound?.id ? this.#companion.plays : null
  }

  #silence(): void {
    this.#companion?.plays.end()
    this.#voice?.stop()
    this.#voice = null
    this.#anchor = null
  }

  #change(change: Partial<PlayerState>): void {
    this.state.set((state) => ({ ...state, ...change }))
  }
}
