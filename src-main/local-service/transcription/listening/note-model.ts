// The note model of @spotify/basic-pitch (Apache-2.0), run window by window on TensorFlow's WebAssembly backend.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter'
import { ready, setBackend, type Tensor, tensor3d, tidy } from '@tensorflow/tfjs-core'
import { onsetPeakAt } from './onset-peaks.ts'
import {
  FRAMES_PER_WINDOW,
  frameCountOf,
  KEYS,
  type Posteriors,
  SPECTRUM_BINS,
  WINDOW_HOP,
} from './posteriors.ts'
import { createTraits, LAYER_CHANNELS, ONSET_LAYER_FRAMES, SOUNDING_LAYER_FRAMES } from './traits.ts'

/** What the model reads at once. */
const WINDOW_SAMPLES = 43_844
/** Silence before the first sample, so that its frames lie in the middle of a window like all others. */
const LEADING_ZEROS = 3_840
/** Frames at the start of each window that the one before hears better. */
const SKIPPED_FRAMES = 15
const BATCH_WINDOWS = 4

/** Frames of a window, those at its edges too. */
const WINDOW_FRAMES = 172

/** Names of what the model gives: two outputs, its spectrum, and the last hidden layer of each output. */
const NODES = {
  sounding: 'Identity_1',
  onsets: 'Identity_2',
  spectrum: 'StatefulPartitionedCall/model_1/tf.expand_dims_1/ExpandDims',
  soundingLayer: 'StatefulPartitionedCall/model_1/re_lu_2/Relu',
  onsetLayer: 'StatefulPartitionedCall/model_1/re_lu_3/Relu',
} as const

/** What the model gives for a batch of windows; window × frame × (keys or bins) × channels. */
type Batch = Readonly<Record<keyof typeof NODES, Float32Array>>

export interface NoteModel {
  /**
   * Listens to a whole recording at 22,050 Hz, one channel.
   * @param onProgress gets what is heard so far after each batch; the arrays are those of the result, still being filled
   */
  listen(signal: Float32Array, onProgress?: (heard: Posteriors, share: number) => void): Posteriors
}

const packages = createRequire(import.meta.url)

/** Loads the model from its package's files: nothing is fetched. Takes about a second. */
export async function loadNoteModel(): Promise<NoteModel> {
  await startTensors()
  const model = await loadGraphModel({ load: async () => modelFiles() })
  return { listen: (signal, onProgress) => listen(model, signal, onProgress) }
}

/** Makes TensorFlow's WebAssembly backend ready. */
export async function startTensors(): Promise<void> {
  const wasmFile = packages.resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm')
  setWasmPaths(`${dirname(wasmFile)}/`)
  await setBackend('wasm')
  await ready()
}

function modelFiles() {
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
  const spectrum = new Uint8Array(frameCount * SPECTRUM_BINS)
  const traits = createTraits()
  for (let first = 0; first < windows; first += BATCH_WINDOWS) {
    const count = Math.min(BATCH_WINDOWS, windows - first)
    const batch = execute(model, windowsFrom(signal, first, count), count)
    keepMiddles(batch.sounding, sounding, first, count)
    keepMiddles(batch.onsets, onsets, first, count)
    keepMiddles(
      batch.spectrum.map((level) => Math.round(level * 255)),
      spectrum,
      first,
      count,
    )
    const heard = { frameCount: (first + count) * FRAMES_PER_WINDOW, sounding, onsets, spectrum, traits }
    keepTraits(batch, heard, first, count)
    onProgress(heard, (first + count) / windows)
  }
  return { frameCount, sounding, onsets, spectrum, traits }
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

function execute(model: GraphModel, batch: Float32Array, count: number): Batch {
  const names = Object.keys(NODES) as (keyof typeof NODES)[]
  const values: [string, Float32Array][] = []
  // Nothing is returned from inside: `tidy` would look for tensors in it, number by number.
  tidy(() => {
    const input = tensor3d(batch, [count, WINDOW_SAMPLES, 1])
    // With several names asked for, as many tensors come back, of float32.
    const tensors = model.execute(
      input,
      names.map((name) => NODES[name]),
    ) as Tensor[]
    for (const [index, name] of names.entries()) values.push([name, tensors[index]!.dataSync<'float32'>()])
  })
  // One entry a name.
  return Object.fromEntries(values) as Batch
}

/** Copies the frames in the middle of each window to their place in the whole. */
function keepMiddles(
  batch: Float32Array,
  whole: Float32Array | Uint8Array,
  first: number,
  count: number,
): void {
  const windowValues = batch.length / count
  const frameValues = windowValues / WINDOW_FRAMES
  for (let index = 0; index < count; index++) {
    const start = index * windowValues + SKIPPED_FRAMES * frameValues
    const middle = batch.subarray(start, start + FRAMES_PER_WINDOW * frameValues)
    whole.set(middle, (first + index) * FRAMES_PER_WINDOW * frameValues)
  }
}

/** Copies what the hidden layers hold where a note may start in the middle of each window. */
function keepTraits(batch: Batch, heard: Posteriors, first: number, count: number): void {
  for (let index = 0; index < count; index++) {
    for (let within = 0; within < FRAMES_PER_WINDOW; within++) {
      const frame = (first + index) * FRAMES_PER_WINDOW + within
      for (let key = 0; key < KEYS; key++) {
        if (onsetPeakAt(heard, frame, key) === 0) continue
        const traits = heard.traits.keep(frame, key)
        const row = index * WINDOW_FRAMES + SKIPPED_FRAMES + within
        let next = 0
        const copy = (layer: Float32Array, offset: number) => {
          const start = ((row + offset) * KEYS + key) * LAYER_CHANNELS
          traits.set(layer.subarray(start, start + LAYER_CHANNELS), next)
          next += LAYER_CHANNELS
        }
        for (const offset of ONSET_LAYER_FRAMES) copy(batch.onsetLayer, offset)
        for (const offset of SOUNDING_LAYER_FRAMES) copy(batch.soundingLayer, offset)
      }
    }
  }
}
