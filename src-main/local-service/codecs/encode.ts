// Encodes mono samples as a file of any format of the contract, and writes it.

import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import type { AudioFormat } from '../../contract/index.ts'
import type { EncodeOptions, FilePiece, Samples } from './file-piece.ts'
import { flacPieces } from './flac.ts'
import { CODINGS } from './formats.ts'
import { m4aPieces } from './m4a.ts'
import { mp3Pieces } from './mp3.ts'
import { wavChunks } from './wav.ts'

export interface WrittenFile {
  readonly bytes: number
  /** In hex. */
  readonly sha256: string
}

const READ_BYTES = 256 * 1024

/**
 * The file's pieces, made as they are asked for: a long sound needs no more memory than a short one. Whoever stops asking
 * stops the encoder. The same samples and options give the same bytes.
 */
export async function* encodedPieces(
  format: AudioFormat,
  samples: Samples,
  options: EncodeOptions,
): AsyncGenerator<FilePiece> {
  const coding = CODINGS[format]
  switch (coding.codec) {
    case 'wav':
      for (const bytes of wavChunks(samples, options)) yield { bytes }
      return
    case 'flac':
      return yield* flacPieces(samples, options)
    case 'mp3':
      return yield* mp3Pieces(samples, options, coding.bitRate)
    case 'aac':
      return yield* m4aPieces(samples, options, coding.bitRate)
  }
}

/** Writes beside the final name, syncs, then renames: a file under its name is whole. After a failure nothing is left. */
export async function writePieces(path: string, pieces: AsyncIterable<FilePiece>): Promise<WrittenFile> {
  const partialPath = `${path}.partial`
  try {
    const written = await writeTo(partialPath, pieces)
    renameSync(partialPath, path)
    return written
  } catch (error) {
    rmSync(partialPath, { force: true })
    throw error
  }
}

async function writeTo(path: string, pieces: AsyncIterable<FilePiece>): Promise<WrittenFile> {
  const descriptor = openSync(path, 'w+')
  try {
    let end = 0
    for await (const { bytes, at } of pieces) {
      const position = at ?? end
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(descriptor, bytes, done, bytes.length - done, position + done)
      }
      end = Math.max(end, position + bytes.length)
    }
    fsyncSync(descriptor)
    return { bytes: end, sha256: hashOf(descriptor) }
  } finally {
    closeSync(descriptor)
  }
}

/** Read back, because encoders write their heads last. */
function hashOf(descriptor: number): string {
  const hash = createHash('sha256')
  const block = Buffer.alloc(READ_BYTES)
  for (let position = 0; ; ) {
    const bytes = readSync(descriptor, block, 0, block.length, position)
    if (bytes === 0) return hash.digest('hex')
    hash.update(block.subarray(0, bytes))
    position += bytes
  }
}
