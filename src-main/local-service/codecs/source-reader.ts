// Reads the sounds that requests bring, in the formats that are decoded here: WAV and FLAC.

import { closeSync, openSync, readSync } from 'node:fs'
import { inspectFlac, readFlacMono } from './flac-reader.ts'
import { inspectWav, readWavMono } from './wav-reader.ts'

export interface SourceInfo {
  readonly sampleRateHz: number
  readonly channels: number
  /** Samples of each channel. */
  readonly frames: number
  readonly durationMs: number
}

export type SourceInspection =
  | { readonly ok: true; readonly info: SourceInfo }
  /** `unsupported`: no format that is read here. `broken`: a file that cannot be right. */
  | { readonly ok: false; readonly problem: 'unsupported' | 'broken'; readonly message: string }

export interface SourceSound {
  /** One channel. */
  readonly samples: Float32Array
  readonly sampleRateHz: number
}

/** Looks at a file's head, whatever its name says. */
export function inspectSource(path: string): SourceInspection {
  return isFlac(path) ? inspectFlac(path) : inspectWav(path)
}

/** All samples, the channels mixed to one. @throws where the file is no longer what it was when it was inspected */
export async function readSourceMono(path: string): Promise<SourceSound> {
  if (isFlac(path)) {
    const inspected = inspectFlac(path)
    if (!inspected.ok) throw new Error(`the source cannot be read any more: ${inspected.message}`)
    return { samples: await readFlacMono(path, inspected.info), sampleRateHz: inspected.info.sampleRateHz }
  }
  const inspected = inspectWav(path)
  if (!inspected.ok) throw new Error(`the source cannot be read any more: ${inspected.message}`)
  return { samples: readWavMono(path, inspected.info), sampleRateHz: inspected.info.sampleRateHz }
}

function isFlac(path: string): boolean {
  const magic = Buffer.alloc(4)
  const descriptor = openSync(path, 'r')
  try {
    readSync(descriptor, magic, 0, magic.length, 0)
    return magic.toString('latin1') === 'fLaC'
  } finally {
    closeSync(descriptor)
  }
}
