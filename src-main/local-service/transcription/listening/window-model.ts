// The note model of @spotify/basic-pitch (Apache-2.0) on TensorFlow's WebAssembly backend: a window of sound in, what it says of it out.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter'
import {
  type NamedTensorMap,
  ready,
  setBackend,
  type Tensor,
  tensor3d,
  tensor4d,
  tidy,
} from '@tensorflow/tfjs-core'
import { KEYS, SPECTRUM_BINS } from './posteriors.ts'
import { LAYER_CHANNELS } from './traits.ts'

/** What the model reads at once. Several windows together take as long, and more memory. */
export const WINDOW_SAMPLES = 43_844
/** Frames of a window, those at its edges too. */
export const WINDOW_FRAMES = 172

const INPUT = 'input_2'
/** Names of what the model hears of a window: its spectrum, and the same scaled as what follows expects it. */
const SPECTRUM_NODES = {
  spectrum: 'StatefulPartitionedCall/model_1/tf.expand_dims_1/ExpandDims',
  scaled: 'StatefulPartitionedCall/model_1/batch_normalization/FusedBatchNormV3',
} as const
/** Where the scaled spectrum comes in with its harmonics laid over their fundamentals, twice the same. */
const STACKED_INPUTS = [
  'StatefulPartitionedCall/model_1/harmonic_stacking/strided_slice_7',
  'StatefulPartitionedCall/model_1/harmonic-stacking-diff/strided_slice_7',
] as const
/** Names of what it says of them: two outputs, and the last hidden layer of each. */
const NOTE_NODES = {
  sounding: 'Identity_1',
  onsets: 'Identity_2',
  soundingLayer: 'StatefulPartitionedCall/model_1/re_lu_2/Relu',
  onsetLayer: 'StatefulPartitionedCall/model_1/re_lu_3/Relu',
} as const
/** How many bins half a fundamental, itself and its harmonics lie above it. */
const HARMONIC_BINS = [-36, 0, 36, 57, 72, 84, 93, 101] as const
const FUNDAMENTAL_BINS = 264

/** What the model gives for a window; frame × (keys or bins) × channels. */
export type ReadWindow = Readonly<Record<keyof typeof NOTE_NODES | 'spectrum', Float32Array>>

/** Values of a frame in each of what the model gives. */
export const FRAME_VALUES: Readonly<Record<keyof ReadWindow, number>> = {
  sounding: KEYS,
  onsets: KEYS,
  spectrum: SPECTRUM_BINS,
  soundingLayer: KEYS * LAYER_CHANNELS,
  onsetLayer: KEYS * LAYER_CHANNELS,
}

/** Gives what the model says of {@link WINDOW_SAMPLES} samples. */
export type WindowModel = (samples: Float32Array) => ReadWindow

const packages = createRequire(import.meta.url)

/** Loads the model from its package's files: nothing is fetched. Takes about a second. */
export async function loadWindowModel(): Promise<WindowModel> {
  const graph = await loadGraph()
  return (samples) => {
    const window = () => ({ [INPUT]: tensor3d(samples, [1, WINDOW_SAMPLES, 1]) })
    const { spectrum, scaled } = valuesOf(graph, window, SPECTRUM_NODES)
    // The model's own stacking, fourteen slices and two concatenations, takes as long as all of its convolutions.
    const values = stackHarmonics(scaled)
    const inputs = () => {
      const stacked = tensor4d(values, [1, WINDOW_FRAMES, FUNDAMENTAL_BINS, HARMONIC_BINS.length])
      return Object.fromEntries(STACKED_INPUTS.map((name) => [name, stacked]))
    }
    return { spectrum, ...valuesOf(graph, inputs, NOTE_NODES) }
  }
}

/** Goes through the model from some nodes to others. */
function valuesOf<Name extends string>(
  graph: GraphModel,
  inputs: () => NamedTensorMap,
  nodes: Readonly<Record<Name, string>>,
): Record<Name, Float32Array> {
  // The keys of an object are its names.
  const names = Object.keys(nodes) as Name[]
  const values: [Name, Float32Array][] = []
  // Nothing is returned from inside: `tidy` would look for tensors in it, number by number.
  tidy(() => {
    // With several names asked for, as many tensors come back, of float32.
    const tensors = graph.execute(
      inputs(),
      names.map((name) => nodes[name]),
    ) as Tensor[]
    for (const [index, name] of names.entries()) values.push([name, tensors[index]!.dataSync<'float32'>()])
  })
  // One entry a name.
  return Object.fromEntries(values) as Record<Name, Float32Array>
}

/** Lays harmonics over their fundamentals: frame × bin × harmonic, 0 where a bin lies beyond the spectrum. */
function stackHarmonics(spectrum: Float32Array): Float32Array {
  const frames = spectrum.length / SPECTRUM_BINS
  const stacked = new Float32Array(frames * FUNDAMENTAL_BINS * HARMONIC_BINS.length)
  let next = 0
  for (let frame = 0; frame < frames; frame++) {
    const row = frame * SPECTRUM_BINS
    for (let bin = 0; bin < FUNDAMENTAL_BINS; bin++) {
      for (let harmonic = 0; harmonic < HARMONIC_BINS.length; harmonic++) {
        const source = bin + HARMONIC_BINS[harmonic]!
        if (source >= 0 && source < SPECTRUM_BINS) stacked[next] = spectrum[row + source]!
        next++
      }
    }
  }
  return stacked
}

/** Makes TensorFlow's WebAssembly backend ready. */
export async function startTensors(): Promise<void> {
  const wasmFile = packages.resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm')
  setWasmPaths(`${dirname(wasmFile)}/`)
  await setBackend('wasm')
  await ready()
}

/** The whole model, as its package has it. */
export async function loadGraph(): Promise<GraphModel> {
  await startTensors()
  return loadGraphModel({ load: async () => modelFiles() })
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
