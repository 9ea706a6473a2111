// How many beginnings aubioonset, a detector that is not ours, hears by its own defaults.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wavChunks } from '../src-main/local-service/codecs/wav.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** @param samples one channel */
export function aubioOnsets(samples: Float32Array, sampleRateHz: number): number {
  const folder = makeTemporaryFolder('onsets')
  const path = join(folder, 'counted.wav')
  try {
    writeFileSync(path, Buffer.concat([...wavChunks(samples, { sampleRateHz, loop: false, ditherSeed: 1 })]))
    return execFileSync('aubioonset', ['-i', path], { encoding: 'utf8' }).trim().split('\n').length
  } finally {
    rmSync(folder, { recursive: true })
  }
}
