// A second thread that runs the note model beside the one that listens: windows go in and values come out through shared memory.

import { Worker } from 'node:worker_threads'
import {
  FRAME_VALUES,
  loadWindowModel,
  type ReadWindow,
  WINDOW_FRAMES,
  WINDOW_SAMPLES,
} from './window-model.ts'

/** What both threads see. */
export interface SharedWindows {
  /** Its state, and how many windows were asked for. */
  readonly control: Int32Array
  readonly samples: Float32Array
  /** Every other answer goes to the same one. */
  readonly answers: readonly [ReadWindow, ReadWindow]
}

/** Reads a window while its owner reads another: `begin` where it is ready, then `end` once. */
export interface SecondReader {
  /** Not while it loads, and never again once it failed. */
  isReady(): boolean
  begin(samples: Float32Array): void
  /** Waits for what was begun; null where it came to nothing. The values are views: they stay until the window after the next one is begun. */
  end(): ReadWindow | null
  close(): Promise<void>
}

const [STATE, ASKED_FOR] = [0, 1]
/** At first it loads: 0. */
const [READY, ASKED, ANSWERED, FAILED] = [1, 2, 3, 4]
/** A window takes a tenth of a second, on a busy machine some seconds. */
const PATIENCE_MS = 60_000
// The keys of an object are its names.
const OUTPUTS = Object.keys(FRAME_VALUES) as (keyof ReadWindow)[]

/** Starts it from a module that calls {@link serveWindows} with its `workerData`. */
export function startSecondReader(workerUrl: URL): SecondReader {
  const control = new Int32Array(new SharedArrayBuffer(8))
  const shared: SharedWindows = {
    control,
    samples: sharedValues(WINDOW_SAMPLES),
    answers: [sharedAnswer(), sharedAnswer()],
  }
  const worker = new Worker(workerUrl, {
    workerData: shared,
    // What it makes is short-lived, or shared.
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
  })
  worker.unref()
  worker.on('error', () => change(control, FAILED))
  return {
    isReady: () => Atomics.load(control, STATE) === READY,
    begin(samples) {
      shared.samples.set(samples)
      control[ASKED_FOR]! += 1
      change(control, ASKED)
    },
    end() {
      Atomics.wait(control, STATE, ASKED, PATIENCE_MS)
      if (Atomics.compareExchange(control, STATE, ANSWERED, READY) === ANSWERED) return answerOf(shared)
      change(control, FAILED)
      return null
    },
    close: async () => void (await worker.terminate()),
  }
}

/** The second thread's own work: reads what is asked, for ever. */
export async function serveWindows(shared: SharedWindows): Promise<never> {
  const { control, samples } = shared
  try {
    const read = await loadWindowModel()
    change(control, READY)
    for (;;) {
      for (let state = Atomics.load(control, STATE); state !== ASKED; state = Atomics.load(control, STATE))
        Atomics.wait(control, STATE, state)
      const values = read(samples)
      const answer = answerOf(shared)
      for (const name of OUTPUTS) answer[name].set(values[name])
      change(control, ANSWERED)
    }
  } catch (error) {
    change(control, FAILED)
    throw error
  }
}

function answerOf({ control, answers }: SharedWindows): ReadWindow {
  return answers[control[ASKED_FOR]! % 2 === 0 ? 0 : 1]
}

function sharedAnswer(): ReadWindow {
  // One entry a name.
  return Object.fromEntries(
    OUTPUTS.map((name) => [name, sharedValues(WINDOW_FRAMES * FRAME_VALUES[name])]),
  ) as ReadWindow
}

function sharedValues(count: number): Float32Array {
  return new Float32Array(new SharedArrayBuffer(4 * count))
}

function change(control: Int32Array, state: number): void {
  Atomics.store(control, STATE, state)
  Atomics.notify(control, STATE)
}
