// All samples of a file: as this app decodes them, and as ffmpeg does.
import { execFileSync } from 'node:child_process'
import { openAudio } from '../../../src-main/decode/audio-file.ts'

/** One array a channel. */
export async function decoded(path: string): Promise<Float32Array[]> {
  const opened = await openAudio(path)
  if (!opened.ok) throw new Error(opened.error.message)
  const { channels, blocks, close } = opened.value
  const parts: number[][] = Array.from({ length: channels }, () => [])
  for await (const block of blocks()) {
    for (const [channel, samples] of block.entries()) for (const value of samples) parts[channel]!.push(value)
  }
  await close()
  return parts.map((values) => Float32Array.from(values))
}

/** One array a channel. */
export function decodedByFfmpeg(path: string, channels: number): Float32Array[] {
  const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'f32le', '-'], { maxBuffer: 2 ** 28 })
  const all = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength))
  return Array.from({ length: channels }, (_, channel) =>
    all.filter((_, index) => index % channels === channel),
  )
}
