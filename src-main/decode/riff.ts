// The chunks of a RIFF, RF64, BW64 or Wave64 file: where each lies and how long it really is, whatever the file says of itself.
import { type FileHandle, open, stat } from 'node:fs/promises'
import { type FileErrorCode, failed, fileFailure, type Outcome, succeeded } from './outcome.ts'

export interface Chunk {
  /** Four characters, such as 'fmt '. */
  readonly id: string
  /** Of its content, from the file's start. */
  readonly offset: number
  /** Of its content, as far as the file reaches. */
  readonly bytes: number
  /** What its header claims; more than `bytes` in a file that was cut short or lies. */
  readonly statedBytes: number
}
export interface RiffFile {
  readonly form: 'RIFF' | 'RF64' | 'BW64' | 'W64'
  readonly fileBytes: number
  readonly chunks: readonly Chunk[]
  /** Up to `length` bytes from `offset`; fewer at the file's end. */
  readonly read: (offset: number, length: number) => Promise<Uint8Array>
  /** Reads into `target`, which is reused from call to call; the filled part of it. */
  readonly readInto: (target: Uint8Array, offset: number) => Promise<Uint8Array>
  readonly close: () => Promise<void>
}
export type RiffErrorCode = FileErrorCode | 'file_empty' | 'not_wav'

/** More chunks than any tool writes; a file that has more is made to tire its reader. */
const MOST_CHUNKS = 1000
/** In a 32-bit size: "see ds64", or "not known" of a file that was streamed. */
const SIZE_ELSEWHERE = 0xffffffff

/** Opens a file and finds its chunks. The caller closes it. */
export async function openRiff(path: string): Promise<Outcome<RiffFile, RiffErrorCode>> {
  let handle: FileHandle | null = null
  try {
    // Asked before opening: a named pipe would be waited on without end.
    const stats = await stat(path)
    if (!stats.isFile()) return failed('not_a_file', 'It is not a plain file.')
    if (stats.size === 0) return failed('file_empty', 'The file is empty.')
    handle = await open(path, 'r')
    const reader = readerOf(handle)
    const form = formOf(await reader.read(0, 28))
    if (form === null) {
      await handle.close()
      return failed('not_wav', 'The file is not a WAV file: it does not begin as one.')
    }
    const chunks =
      form === 'W64'
        ? await findLargeChunks(reader.read, stats.size)
        : await findChunks(reader.read, stats.size, form)
    const opened = handle
    return succeeded({ form, fileBytes: stats.size, chunks, ...reader, close: () => opened.close() })
  } catch (error) {
    await handle?.close()
    return fileFailure(error, 'open the file')
  }
}

function readerOf(handle: FileHandle): Pick<RiffFile, 'read' | 'readInto'> {
  const readInto = async (target: Uint8Array, offset: number): Promise<Uint8Array> => {
    let filled = 0
    while (filled < target.length) {
      const { bytesRead } = await handle.read(target, filled, target.length - filled, offset + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return target.subarray(0, filled)
  }
  return { readInto, read: (offset, length) => readInto(new Uint8Array(length), offset) }
}

async function findChunks(
  read: RiffFile['read'],
  fileBytes: number,
  form: RiffFile['form'],
): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = []
  let dataBytesOfDs64: number | null = null
  for (let at = 12; at + 8 <= fileBytes && chunks.length < MOST_CHUNKS; ) {
    const header = await read(at, 8)
    if (header.length < 8) break
    const id = textAt(header, 0, 4)
    let statedBytes = uint32At(header, 4)
    const offset = at + 8
    if (id === 'data' && statedBytes === SIZE_ELSEWHERE) {
      // RF64 (EBU Tech 3306) has the true size in ds64; a stream that never came back to write it reaches to the end.
      statedBytes = form === 'RIFF' || dataBytesOfDs64 === null ? fileBytes - offset : dataBytesOfDs64
    }
    const bytes = Math.min(statedBytes, fileBytes - offset)
    chunks.push({ id, offset, bytes, statedBytes })
    if (id === 'ds64' && form !== 'RIFF' && bytes >= 24) dataBytesOfDs64 = uint64At(await read(offset, 24), 8)
    // Contents are padded to an even length.
    at = offset + statedBytes + (statedBytes % 2)
  }
  return chunks
}

/** The GUIDs of Wave64 begin with the names that RIFF has, in small letters. */
const GUID_BYTES = 16
const LARGE_HEAD_BYTES = GUID_BYTES + 8

/** Of Wave64: 64-bit sizes that count their own head, chunks at multiples of eight. @see Sonic Foundry, Wave64 file format */
async function findLargeChunks(read: RiffFile['read'], fileBytes: number): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = []
  for (
    let at = LARGE_HEAD_BYTES + GUID_BYTES;
    at + LARGE_HEAD_BYTES <= fileBytes && chunks.length < MOST_CHUNKS;
  ) {
    const header = await read(at, LARGE_HEAD_BYTES)
    if (header.length < LARGE_HEAD_BYTES) break
    const statedBytes = Math.max(0, uint64At(header, GUID_BYTES) - LARGE_HEAD_BYTES)
    const offset = at + LARGE_HEAD_BYTES
    chunks.push({
      id: textAt(header, 0, 4),
      offset,
      bytes: Math.max(0, Math.min(statedBytes, fileBytes - offset)),
      statedBytes,
    })
    at = Math.ceil((offset + statedBytes) / 8) * 8
  }
  return chunks
}

/** By the first 28 bytes. */
export function formOf(header: Uint8Array): RiffFile['form'] | null {
  const form = textAt(header, 0, 4)
  if (form === 'riff') return textAt(header, LARGE_HEAD_BYTES, 4) === 'wave' ? 'W64' : null
  const isKnown = form === 'RIFF' || form === 'RF64' || form === 'BW64'
  return isKnown && textAt(header, 8, 4) === 'WAVE' ? form : null
}

export function textAt(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length))
}
export function uint16At(bytes: Uint8Array, offset: number): number {
  return (bytes[offset] ?? 0) | ((bytes[offset + 1] ?? 0) << 8)
}
export function uint32At(bytes: Uint8Array, offset: number): number {
  return (uint16At(bytes, offset) | (uint16At(bytes, offset + 2) << 16)) >>> 0
}
/** Exact up to 2^53; what is larger is larger than any file, too. */
export function uint64At(bytes: Uint8Array, offset: number): number {
  return uint32At(bytes, offset + 4) * 2 ** 32 + uint32At(bytes, offset)
}

/** A whole chunk as it stands in a file: id, length, content, padding to an even length. */
export function chunkBytes(id: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + content.length + (content.length % 2))
  bytes.set(new TextEncoder().encode(id))
  new DataView(bytes.buffer).setUint32(4, content.length, true)
  bytes.set(content, 8)
  return bytes
}
