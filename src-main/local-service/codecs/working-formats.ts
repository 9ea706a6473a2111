// Finds out which formats this machine can really write, by writing a short sound in each codec and reading what came out.

import { Worker } from 'node:worker_threads'
import { AUDIO_FORMATS, type AudioFormat } from '../../contract/index.ts'
import { encodedPieces } from './encode.ts'
import { CODINGS, type Coding } from './formats.ts'

const PROBE_RATE_HZ = 44_100
const PROBE_SAMPLES = 4410

/** One format stands for its codec: they load or fail together. */
const PROBED: Readonly<Record<Coding['codec'], AudioFormat>> = {
  wav: 'wav',
  flac: 'flac',
  mp3: 'mp3_128',
  aac: 'm4a_128',
}

/** With this as its `workerData` the render worker answers with the formats that work in it, and renders nothing. */
export const PROBE_FORMATS = 'probe-formats'
/** Loading takes a second on a slow machine, and half a minute on one that is very busy; what takes longer hangs. */
const PROBE_DEADLINE_MS = 180_000
/** Written by this service's own code: it needs no library. */
const WITHOUT_LIBRARIES: readonly AudioFormat[] = ['wav']

/** The formats that work in a render worker, tried in a thread that then ends: what breaks there breaks nothing else. */
export function probeFormats(workerUrl: URL): Promise<readonly AudioFormat[]> {
  const worker = new Worker(workerUrl, { workerData: PROBE_FORMATS })
  const formats = new Promise<readonly AudioFormat[]>((resolve) => {
    worker.once('message', resolve)
    worker.once('error', () => resolve(WITHOUT_LIBRARIES))
    worker.once('exit', () => resolve(WITHOUT_LIBRARIES))
    setTimeout(() => resolve(WITHOUT_LIBRARIES), PROBE_DEADLINE_MS).unref()
  })
  return formats.finally(() => worker.terminate())
}

/** The contract's formats, in its order, whose encoder loads and writes a file with the right number of samples. */
export async function workingFormats(): Promise<AudioFormat[]> {
  const codecs = await Promise.all(
    (Object.keys(PROBED) as Coding['codec'][]) // the keys of a literal
      .map(async (codec) => ((await isWorking(codec)) ? codec : null)),
  )
  return AUDIO_FORMATS.filter((format) => codecs.includes(CODINGS[format].codec))
}

async function isWorking(codec: Coding['codec']): Promise<boolean> {
  try {
    return SAMPLES_STATED[codec](await probeFile(PROBED[codec])) === PROBE_SAMPLES
  } catch {
    return false // what does not load here is not offered
  }
}

async function probeFile(format: AudioFormat): Promise<Buffer> {
  const samples = Float32Array.from({ length: PROBE_SAMPLES }, (_, index) => 0.5 * Math.sin(index / 16))
  const options = { sampleRateHz: PROBE_RATE_HZ, loop: false, ditherSeed: 1 }
  let file = Buffer.alloc(0)
  for await (const { bytes, at } of encodedPieces(format, samples, options)) {
    if (at === undefined) file = Buffer.concat([file, bytes])
    else file.set(bytes, at)
  }
  return file
}

/** How many samples a file says that it has, by the fields that players go by. Throws or is wrong where they are missing. */
const SAMPLES_STATED: Readonly<Record<Coding['codec'], (file: Buffer) => number>> = {
  wav: (file) => file.readUInt32LE(file.indexOf('data') + 4) / 2,
  flac: (file) => Number(file.readBigUInt64BE(18) & 0xf_ffff_ffffn),
  mp3: (file) => {
    const tag = file.indexOf('Info')
    const cut = file.readUIntBE(file.indexOf('LAME3') + 21, 3)
    return file.readUInt32BE(tag + 8) * 1152 - (cut >>> 12) - (cut & 0xfff)
  },
  aac: (file) => file.readUInt32BE(file.indexOf('elst') + 12),
}
