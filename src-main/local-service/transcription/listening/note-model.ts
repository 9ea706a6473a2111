// The note model of @spotify/basic-pitch (Apache-2.0), run window by window on TensorFlow's WebAssembly backend.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter'
import { ready, setBackend, type Tensor, tensor3d, tidy } from '@tensorflow/tfjs-core'
import { FRAMES_PER_WINDOW, frameCountOf, KEYS, type Posteriors, WINDOW_HOP } from './posteriors.ts'

/** What the model reads at once. */
const WINDOW_SAMPLES = 43_844
/** Silence before the first sample, so that its frames lie in the middle of a window like all others. */
const LEADING_ZEROS = 3_840
/** Frames at the start of each window that the one before hears better. */
const SKIPPED_FRAMES = 15
const BATCH_WINDOWS = 4

/** Names of the model's outputs. */
const SOUNDING = 'Identity_1'
const ONSETS = 'Identity_2'

export interface NoteModel {
  /**
   * Listens to a whole recording at 22,050 Hz, one channel.
   * @param onProgress gets what is heard so far after each batch; the arrays are those of the result, still being filled
   */
  listen(signal: Float32Array, onProgress?: (heard: Posteriors, share: number) => void): Posteriors
}

/** Loads the model from its package's files: nothing is fetched. Takes about a second. */
export async function loadNoteModel(): Promise<NoteModel> {
  const packages = createRequire(import.meta.url)
  const wasmFile = packages.resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm')
  setWasmPaths(`${dirname(wasmFile)}/`)
  await setBackend('wasm')
  await ready()
  const model = await loadGraphModel({ load: async () => modelFiles(packages) })
  return { listen: (signal, onProgress) => listen(model, signal, onProgress) }
}

function modelFiles(packages: NodeJS.Require) {
  const path = packages.resolve('@spotify/basic-pitch/model/model.json')
  // A file of the package, of the layout that its version is pinned for.
  const { modelTopology, weightsManifest } = JSON.parse(readFileSync(path, 'utf8')) as {
    modelTopology: object
    weightsManifest: { paths: string[]; weights: { name: string; shape: number[]; dtype: 'float32' }[] }[]
  }
  const shards = weightsManifest.flatMap(({ paths }) =>
    paths.map((name) => readFileSync(join(dirname(path), name))),
  )
  const bytes = Buffer.concat(shards)
  return {
    modelTopology,
    weightSpecs: weightsManifest.flatMap(({ weights }) => weights),
    weightData: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  }
}

function listen(
  model: GraphModel,
  signal: Float32Array,
  onProgress: (heard: Posteriors, share: number) => void = () => {},
): Posteriors {
  const frameCount = frameCountOf(signal)
  const windows = frameCount / FRAMES_PER_WINDOW
  const sounding = new Float32Array(frameCount * KEYS)
  const onsets = new Float32Array(frameCount * KEYS)
  for (let first = 0; first < windows; first += BATCH_WINDOWS) {
    const count = Math.min(BATCH_WINDOWS, windows - first)
    const batch = windowsFrom(signal, first, count)
    const [soundingNow, onsetsNow] = execute(model, batch, count)
    keepMiddles(soundingNow, sounding, first, count)
    keepMiddles(onsetsNow, onsets, first, count)
    const heardFrames = (first + count) * FRAMES_PER_WINDOW
    onProgress({ frameCount: heardFrames, sounding, onsets }, (first + count) / windows)
  }
  return { frameCount, sounding, onsets }
}

function windowsFrom(signal: Float32Array, first: number, count: number): Float32Array {
  const batch = new Float32Array(count * WINDOW_SAMPLES)
  for (let index = 0; index < count; index++) {
    const start = (first + index) * WINDOW_HOP - LEADING_ZEROS
    const from = Math.max(0, start)
    const part = signal.subarray(from, Math.max(from, start + WINDOW_SAMPLES))
    batch.set(part, index * WINDOW_SAMPLES + from - start)
  }
  return batch
}

function execute(model: GraphModel, batch: Float32Array, count: number): [Float32Array, Float32Array] {
  return tidy(() => {
    const input = tensor3d(batch, [count, WINDOW_SAMPLES, 1])
    // With two names asked for, two tensors come back, of float32.
    const [sounding, onsets] = model.execute(input, [SOUNDING, ONSETS]) as [Tensor, Tensor]
    return [sounding.dataSync<'float32'>(), onsets.dataSync<'float32'>()]
  })
}

/** Copies the frames in the middle of each window to their place in the whole. */
function keepMiddles(batch: Float32Array, whole: Float32Array, first: number, count: number): void {
  const windowValues = batch.length / count
  for (let index = 0; index < count; index++) {
    const start = index * windowValues + SKIPPED_FRAMES * KEYS
    const middle = batch.subarray(start, start + FRAMES_PER_WINDOW * KEYS)
    whole.set(middle, (first + index) * FRAMES_PER_WINDOW * KEYS)
  }
}
