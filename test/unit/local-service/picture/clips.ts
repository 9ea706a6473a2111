// Clips with known events, drawn frame by frame and encoded by the system's ffmpeg.

import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { findFfmpeg } from '../../../../src-main/decode/ffmpeg-process.ts'
import { wavChunks } from '../../../../src-main/local-service/codecs/wav.ts'

export const WIDTH = 320
export const HEIGHT = 180
export const AUDIO_RATE = 16_000

/** The tools of this machine; null where the tests that need them are skipped. */
export const FFMPEG = findFfmpeg(process.env.PATH ?? '')
/** Why they are skipped, for their names. */
export const NEEDS_FFMPEG = FFMPEG ? '' : ' (skipped: no ffmpeg and ffprobe on PATH)'

export interface Clip {
  readonly framesPerSecond: number
  readonly durationMs: number
  /** Luma at a place (x and y in 0..1) and time, 0..1. */
  readonly draw: (frame: GreyFrame, atMs: number) => void
  /** Times of clicks in its sound; null leaves the sound out. */
  readonly clicksMs?: readonly number[] | null
}

const SHIFT_MOST = 400
const PATTERN_WIDTH = WIDTH + SHIFT_MOST
const patterns = new Map<number, Uint8Array>()

function patternOf(seed: number): Uint8Array {
  return Uint8Array.from({ length: PATTERN_WIDTH * HEIGHT }, (_, index) => {
    const x = index % PATTERN_WIDTH
    const y = Math.floor(index / PATTERN_WIDTH)
    const wave =
      Math.sin(x / (17 + seed * 3) + seed) * Math.cos(y / (11 + seed * 2)) +
      0.6 * Math.sin((x + y * (seed % 3)) / (29 - seed))
    return 90 + 35 * wave + 10 * ((x >> 4) & 1)
  })
}

/** A grey picture that is drawn on; 0 black … 255 white. */
export class GreyFrame {
  readonly pixels = new Uint8Array(WIDTH * HEIGHT)

  fill(value: number): this {
    this.pixels.fill(value)
    return this
  }

  /** A still pattern that has structure everywhere, another for each seed; shifted by up to `SHIFT_MOST`. */
  scenery(seed: number, offsetX = 0): this {
    const pattern = patterns.get(seed) ?? patternOf(seed)
    patterns.set(seed, pattern)
    for (let y = 0; y < HEIGHT; y++) {
      const from = y * PATTERN_WIDTH + offsetX
      this.pixels.set(pattern.subarray(from, from + WIDTH), y * WIDTH)
    }
    return this
  }

  /** Noise all over, another for each seed. */
  noise(seed: number, depth = 60): this {
    let state = (seed * 2654435761) >>> 0 || 1
    for (let index = 0; index < this.pixels.length; index++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      this.pixels[index] = 100 + (state / 2 ** 32 - 0.5) * 2 * depth
    }
    return this
  }

  /** A disc with soft edges; in pixels. */
  disc(x: number, y: number, radius: number, value = 235): this {
    for (
      let row = Math.max(0, Math.floor(y - radius - 1));
      row <= Math.min(HEIGHT - 1, y + radius + 1);
      row++
    ) {
      for (
        let column = Math.max(0, Math.floor(x - radius - 1));
        column <= Math.min(WIDTH - 1, x + radius + 1);
        column++
      ) {
        const cover = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(column - x, row - y)))
        const at = row * WIDTH + column
        this.pixels[at] = this.pixels[at]! * (1 - cover) + value * cover
      }
    }
    return this
  }

  /** All of it brighter or darker. */
  lighten(by: number): this {
    for (let index = 0; index < this.pixels.length; index++) {
      this.pixels[index] = Math.max(0, Math.min(255, this.pixels[index]! + by))
    }
    return this
  }
}

/** Encodes a clip at `path` (its name says the container). */
export async function writeClip(path: string, clip: Clip, options: readonly string[] = []): Promise<void> {
  if (!FFMPEG) throw new Error('no ffmpeg')
  const { framesPerSecond, durationMs, clicksMs = null } = clip
  const sound = clicksMs && `${path}.wav`
  if (sound && clicksMs) writeFileSync(sound, clickTrack(clicksMs, durationMs))
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'gray',
    '-s',
    `${WIDTH}x${HEIGHT}`,
    '-r',
    String(framesPerSecond),
  ]
  const codecs = path.endsWith('.webm')
    ? ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus']
    : ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '23', '-c:a', 'aac']
  const child = spawn(
    FFMPEG.ffmpeg,
    [
      '-y',
      '-v',
      'error',
      ...input,
      '-i',
      'pipe:0',
      ...(sound ? ['-i', sound] : []),
      ...codecs,
      '-pix_fmt',
      'yuv420p',
      ...options,
      path,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const frames = Math.round((durationMs * framesPerSecond) / 1000)
  for (let index = 0; index < frames; index++) {
    const frame = new GreyFrame()
    clip.draw(frame, (index * 1000) / framesPerSecond)
    if (!child.stdin.write(frame.pixels)) await new Promise((resolve) => child.stdin.once('drain', resolve))
  }
  child.stdin.end()
  if ((await closed) !== 0) throw new Error(`ffmpeg could not write ${path}`)
}

/** Runs ffmpeg over its own test sources. */
export function lavfi(path: string, args: readonly string[]): void {
  if (!FFMPEG) throw new Error('no ffmpeg')
  const { status, stderr } = spawnSync(FFMPEG.ffmpeg, ['-y', '-v', 'error', ...args, path], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`ffmpeg could not write ${path}: ${stderr}`)
}

function clickTrack(clicksMs: readonly number[], durationMs: number): Buffer {
  const samples = new Float32Array((durationMs * AUDIO_RATE) / 1000)
  for (const clickMs of clicksMs) {
    const start = Math.round((clickMs * AUDIO_RATE) / 1000)
    for (let index = 0; index < 800 && start + index < samples.length; index++) {
      samples[start + index]! += 0.7 * Math.exp(-index / 120) * Math.sin(index * 0.9)
    }
  }
  return Buffer.concat([...wavChunks(samples, { sampleRateHz: AUDIO_RATE, loop: false, ditherSeed: 1 })])
}

/** A ball that is dropped and bounces on a floor: its height over it (0 at the floor), and its hits. */
export function bouncing(options: {
  readonly heightPixels: number
  /** Time of its first fall. */
  readonly fallMs: number
  /** Share of the speed that is left after a hit. */
  readonly bounce: number
  readonly durationMs: number
}): { readonly heightAt: (atMs: number) => number; readonly hitsMs: readonly number[] } {
  const gravity = (2 * options.heightPixels) / options.fallMs ** 2
  const hitsMs: number[] = []
  const speeds: number[] = []
  let speed = gravity * options.fallMs
  for (let atMs = options.fallMs; atMs < options.durationMs; ) {
    hitsMs.push(atMs)
    const flightMs = (2 * speed * options.bounce) / gravity
    // At last it stays where it fell.
    speed = flightMs < 180 ? 0 : speed * options.bounce
    speeds.push(speed)
    if (speed === 0) break
    atMs += flightMs
  }
  const heightAt = (atMs: number) => {
    if (atMs < options.fallMs) return options.heightPixels - (gravity * atMs ** 2) / 2
    const last = hitsMs.findLastIndex((hit) => hit <= atMs)
    const sinceMs = atMs - hitsMs[last]!
    return Math.max(0, speeds[last]! * sinceMs - (gravity * sinceMs ** 2) / 2)
  }
  return { heightAt, hitsMs }
}
