// Writes a sound's provenance into a copy of its file, the samples untouched, and reads it back.
import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { type Chunk, chunkBytes, textAt } from '../decode/riff.ts'
import { openWav, type WavErrorCode, type WavFile } from '../decode/wav.ts'
import { decodeBext } from './bext.ts'
import { type FileErrorCode, fileFailure, type Outcome, succeeded } from './outcome.ts'
import {
  type FileTexts,
  type ForeignTexts,
  fileTexts,
  isForeign,
  type Provenance,
  provenanceChunks,
  provenanceOfIxml,
} from './provenance-record.ts'
import { copied } from './read-at.ts'
import { encodeLoop } from './sampler-loop.ts'
import { withComments } from './tag-compressed.ts'
import { readTagTexts } from './tag-texts.ts'

export type { Provenance } from './provenance-record.ts'

export interface WrittenFile {
  readonly bytes: number
  /** Of the written file, in hex. */
  readonly sha256: string
  /** False where the format has no place that this app writes to yet: the file is then the same, byte for byte. */
  readonly hasProvenance: boolean
}

/** Chunks of the source that are kept: what they say stays true of the same samples. Larger ones are no metadata. */
const KEPT_CHUNKS: ReadonlySet<string> = new Set([
  'fact',
  'cue ',
  'smpl',
  'inst',
  'plst',
  'acid',
  'id3 ',
  'chna',
  'axml',
  '_PMX',
])
const KEPT_CHUNK_BYTES = 1 << 20
/** That of Microsoft's ADPCM has its coefficients in it; plain ones have 16 to 40 bytes. */
const FMT_BYTES = 1 << 12
const IXML_BYTES = 1 << 20
const COPY_BLOCK_BYTES = 1 << 20
const RF64_LIMIT = 0xffffffff

/**
 * Copies the file at `sourcePath` to `targetPath` (replacing what is there) with bext, iXML and LIST/INFO chunks, and a `smpl` loop over the
 * whole where it is a loop. Samples are copied as they are; a file over 4 GiB becomes RF64. The target is on the disk (fsync) after `ok`,
 * and removed after a failure. FLAC, MP3, Ogg, AIFF and M4A get comments; other formats are copied unchanged.
 */
export async function writeProvenance(
  sourcePath: string,
  targetPath: string,
  provenance: Provenance,
  texts: FileTexts = fileTexts(provenance),
): Promise<Outcome<WrittenFile, WavErrorCode>> {
  const opened = await openWav(sourcePath)
  // What is packed in a way that is not decoded here keeps its bytes, as every other format does.
  if (!opened.ok && ['not_wav', 'format_unsupported'].includes(opened.error.code)) {
    return writeTarget(targetPath, (write) => copyWithComments(sourcePath, texts, write))
  }
  if (!opened.ok) return opened
  const wav = opened.value
  try {
    // Wave64 has no place for these chunks, and a file of that name must not become another kind.
    if (wav.riff.form === 'W64') {
      return await writeTarget(targetPath, (write) => copyWithComments(sourcePath, texts, write))
    }
    return await writeTarget(targetPath, async (write) => {
      await writeWav(wav, provenance, texts, write)
      return true
    })
  } finally {
    await wav.close()
  }
}

/** The provenance in a file that this app wrote; null in any other. */
export async function readProvenance(path: string): Promise<Outcome<Provenance | null, WavErrorCode>> {
  const opened = await openWav(path)
  if (!opened.ok && opened.error.code === 'not_wav')
    return succeeded((await readTagTexts(path, '')).provenance)
  if (!opened.ok) return opened
  const wav = opened.value
  try {
    const ixml = await wav.chunk('iXML', IXML_BYTES)
    return succeeded(ixml === null ? null : provenanceOfIxml(ixml))
  } catch (error) {
    return fileFailure(error, 'read the file')
  } finally {
    await wav.close()
  }
}

/** Where the recording stands in time, in samples, as a Broadcast Wave of others says it; 0 where nothing does. */
export async function readTimeReference(path: string): Promise<number> {
  const opened = await openWav(path)
  if (!opened.ok) return 0
  try {
    const bext = await opened.value.chunk('bext', IXML_BYTES)
    return (bext && decodeBext(bext)?.timeReferenceSamples) ?? 0
  } finally {
    await opened.value.close()
  }
}

type Write = (bytes: Uint8Array) => Promise<void>

async function writeTarget(
  path: string,
  work: (write: Write) => Promise<boolean>,
): Promise<Outcome<WrittenFile, FileErrorCode>> {
  let handle: FileHandle | null = null
  try {
    handle = await open(path, 'w')
    const target = handle
    const hash = createHash('sha256')
    let bytes = 0
    const hasProvenance = await work(async (part) => {
      for (let written = 0; written < part.length; ) {
        written += (await target.write(part, written, part.length - written)).bytesWritten
      }
      hash.update(part)
      bytes += part.length
    })
    await handle.sync()
    await handle.close()
    return succeeded({ bytes, sha256: hash.digest('hex'), hasProvenance })
  } catch (error) {
    // The first error is the one to tell: closing and removing a torn file may fail for the same reason.
    await handle?.close().catch(() => undefined)
    await rm(path, { force: true }).catch(() => undefined)
    return fileFailure(error, 'write the file with its provenance')
  }
}

/** @returns whether the file has our texts now */
async function copyWithComments(sourcePath: string, texts: FileTexts, write: Write): Promise<boolean> {
  const source = await open(sourcePath, 'r')
  try {
    const read = async (offset: number, bytes: number): Promise<Uint8Array> => {
      const part = new Uint8Array(bytes)
      const { bytesRead } = await source.read(part, 0, bytes, offset)
      return part.subarray(0, bytesRead)
    }
    const changed = await withComments(read, texts.comments)
    for await (const part of changed ?? copied(read, 0)) await write(part)
    return changed !== null
  } finally {
    await source.close()
  }
}

async function writeWav(wav: WavFile, provenance: Provenance, texts: FileTexts, write: Write): Promise<void> {
  const { riff, format, frames, frameBytes } = wav
  const fmt = await wav.chunk('fmt ', FMT_BYTES)
  const kept: Uint8Array[] = []
  for (const chunk of riff.chunks) {
    if (await isKept(wav, chunk)) kept.push(chunkBytes(chunk.id, await riff.read(chunk.offset, chunk.bytes)))
  }
  if (provenance.isLoop && !riff.chunks.some((chunk) => chunk.id === 'smpl')) {
    kept.push(chunkBytes('smpl', encodeLoop({ startFrame: 0, endFrame: frames - 1 }, format.sampleRate)))
  }
  const chunks = [
    chunkBytes('fmt ', fmt ?? new Uint8Array()),
    provenanceChunks(
      provenance,
      format,
      texts.user,
      isForeign(provenance) ? await foreignTexts(wav) : undefined,
    ),
    ...kept,
  ]
  for (const part of wavHeader(chunks, frameBytes, frames)) await write(part)
  const block = new Uint8Array(COPY_BLOCK_BYTES)
  for (let copied = 0; copied < frameBytes; ) {
    const wanted = block.subarray(0, Math.min(block.length, frameBytes - copied))
    const filled = await riff.readInto(wanted, wav.data.offset + copied)
    if (filled.length === 0) throw new Error('the file became shorter while it was copied')
    await write(filled)
    copied += filled.length
  }
  if (frameBytes % 2 === 1) await write(new Uint8Array(1))
}

async function foreignTexts(wav: WavFile): Promise<ForeignTexts> {
  const [bext, ixml] = await Promise.all([wav.chunk('bext', IXML_BYTES), wav.chunk('iXML', IXML_BYTES)])
  for (const chunk of wav.riff.chunks) {
    if (chunk.id !== 'LIST' || chunk.bytes > IXML_BYTES) continue
    const list = await wav.riff.read(chunk.offset, chunk.bytes)
    if (textAt(list, 0, 4) === 'INFO') return { bext, ixml, info: list }
  }
  return { bext, ixml, info: null }
}

async function isKept({ riff }: WavFile, chunk: Chunk): Promise<boolean> {
  if (chunk.bytes > KEPT_CHUNK_BYTES || chunk.bytes < chunk.statedBytes) return false
  if (KEPT_CHUNKS.has(chunk.id)) return true
  // Labels of cue points are a list too, of another type than the texts that are written anew.
  return chunk.id === 'LIST' && textAt(await riff.read(chunk.offset, 4), 0, 4) === 'adtl'
}

/** Everything before the samples. RF64 (EBU Tech 3306) puts the sizes that 32 bits cannot say into a `ds64` chunk. */
export function wavHeader(
  chunks: readonly Uint8Array[],
  dataBytes: number,
  frames: number,
): readonly Uint8Array[] {
  const chunkTotal = chunks.reduce((bytes, chunk) => bytes + chunk.length, 0)
  const riffBytes = 4 + chunkTotal + 8 + dataBytes + (dataBytes % 2)
  const isLarge = riffBytes > RF64_LIMIT - 64
  const outer = chunkHead(isLarge ? 'RF64' : 'RIFF', isLarge ? RF64_LIMIT : riffBytes)
  const ds64 = new DataView(new ArrayBuffer(28))
  ds64.setBigUint64(0, BigInt(riffBytes + 36), true)
  ds64.setBigUint64(8, BigInt(dataBytes), true)
  ds64.setBigUint64(16, BigInt(frames), true)
  return [
    outer,
    new TextEncoder().encode('WAVE'),
    ...(isLarge ? [chunkBytes('ds64', new Uint8Array(ds64.buffer))] : []),
    ...chunks,
    chunkHead('data', isLarge ? RF64_LIMIT : dataBytes),
  ]
}

function chunkHead(id: string, bytes: number): Uint8Array {
  const head = new Uint8Array(8)
  head.set(new TextEncoder().encode(id))
  new DataView(head.buffer).setUint32(4, bytes, true)
  return head
}
