// WAV files made for tests, right ones and wrong ones.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = makeTemporaryFolder('media')
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export const chunk = (id: string, content: Buffer, statedBytes = content.length): Buffer => {
  const head = Buffer.alloc(8)
  head.write(id, 'latin1')
  head.writeUInt32LE(statedBytes >>> 0, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

export const riff = (chunks: readonly Buffer[], form = 'RIFF'): Buffer => {
  const body = Buffer.concat(chunks)
  const head = Buffer.alloc(12)
  head.write(form, 'latin1')
  head.writeUInt32LE(form === 'RIFF' ? body.length + 4 : 0xffffffff, 4)
  head.write('WAVE', 8, 'latin1')
  return Buffer.concat([head, body])
}

export interface FormatFields {
  readonly tag?: number
  readonly channels?: number
  readonly sampleRate?: number
  readonly bits?: number
  readonly bytesPerFrame?: number
}
export const fmt = ({
  tag = 1,
  channels = 1,
  sampleRate = 44_100,
  bits = 16,
  ...rest
}: FormatFields = {}): Buffer => {
  const bytesPerFrame = rest.bytesPerFrame ?? (channels * bits) / 8
  const content = Buffer.alloc(16)
  content.writeUInt16LE(tag, 0)
  content.writeUInt16LE(channels, 2)
  content.writeUInt32LE(sampleRate, 4)
  content.writeUInt32LE(sampleRate * bytesPerFrame, 8)
  content.writeUInt16LE(bytesPerFrame, 12)
  content.writeUInt16LE(bits, 14)
  return chunk('fmt ', content)
}

/** A 16-bit file of the given channels. */
export function wav16(channels: readonly (readonly number[] | Float32Array)[], sampleRate = 44_100): Buffer {
  const frames = channels[0]?.length ?? 0
  const data = Buffer.alloc(frames * channels.length * 2)
  for (let frame = 0; frame < frames; frame += 1) {
    for (const [index, channel] of channels.entries()) {
      data.writeInt16LE(
        Math.max(-32_768, Math.min(32_767, Math.round((channel[frame] ?? 0) * 32_768))),
        (frame * channels.length + index) * 2,
      )
    }
  }
  return riff([fmt({ channels: channels.length, sampleRate }), chunk('data', data)])
}

export const sine = (hertz: number, seconds: number, gain: number, sampleRate = 44_100): Float32Array =>
  Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, n) => gain * Math.sin((2 * Math.PI * hertz * n) / sampleRate),
  )

/** A file of one tone: 16 bit, one channel, 44.1 kHz. */
export const tone = (hertz: number, seconds = 0.1): Buffer => wav16([sine(hertz, seconds, 0.3)])

export function writeFixture(folder: string, name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** Whether a program of the system is there to compare with. */
export function hasTool(name: string): boolean {
  try {
    execFileSync('which', [name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export const runTool = (name: string, args: readonly string[]): string =>
  execFileSync(name, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 })
