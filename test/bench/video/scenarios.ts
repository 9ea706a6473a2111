// Clips of the benchmark: bounces, cuts, flashes, sweeps, textures and stillness, each with the times of its events.

import { bouncing, type Clip, HEIGHT, WIDTH } from '../../unit/local-service/picture/clips.ts'

export interface Scenario {
  readonly name: string
  readonly clip: Clip
  /** Times in ms that must be found, by kind. */
  readonly hits: readonly number[]
  readonly flashes: readonly number[]
  readonly cuts: readonly number[]
  /** Spans of fast movement. */
  readonly sweeps: readonly (readonly [startMs: number, endMs: number])[]
}

const NOTHING = { hits: [], flashes: [], cuts: [], sweeps: [] }

/** All scenarios: each kind at several rates, sizes and backgrounds. */
export function scenarios(): readonly Scenario[] {
  return [
    ...[24, 25, 30, 60].flatMap((rate) => [bounce(rate, 0), bounce(rate, 1), bounce(rate, 2)]),
    ...[25, 30].map(walls),
    ...[24, 25, 30, 60].map(cuts),
    ...[24, 25, 30, 60].flatMap((rate) => [flashes(rate, 1), flashes(rate, 4)]),
    ...[25, 30, 60].flatMap((rate) => [sweeps(rate, 350), sweeps(rate, 600)]),
    ...[25, 30].map(bounceAcrossCuts),
    swinging(25),
    swinging(30),
    texture(25),
    still(25),
    pan(25),
    whip(30),
  ]
}

function bounce(framesPerSecond: number, kind: number): Scenario {
  const durationMs = 6000
  const radius = [8, 14, 22][kind]!
  const { heightAt, hitsMs } = bouncing({
    heightPixels: 125 - radius,
    fallMs: [430, 617, 353][kind]!,
    bounce: [0.85, 0.78, 0.9][kind]!,
    durationMs,
  })
  return {
    ...NOTHING,
    name: `bounce ${kind} at ${framesPerSecond}`,
    hits: hitsMs,
    clip: {
      framesPerSecond,
      durationMs,
      draw: (frame, atMs) => {
        const background = kind === 1 ? frame.scenery(2) : frame.fill(40)
        background.disc(40 + atMs / 28, HEIGHT - 12 - radius - heightAt(atMs), radius)
      },
    },
  }
}

/** A puck between two walls. */
function walls(framesPerSecond: number): Scenario {
  const durationMs = 5000
  const crossMs = 730
  const left = 30
  const right = WIDTH - 30
  return {
    ...NOTHING,
    name: `walls at ${framesPerSecond}`,
    hits: [1, 2, 3, 4, 5, 6].map((count) => count * crossMs),
    clip: {
      framesPerSecond,
      durationMs,
      draw: (frame, atMs) => {
        const phase = (atMs / crossMs) % 2
        const along = phase < 1 ? phase : 2 - phase
        frame.scenery(4).disc(left + (right - left) * along, 80 + atMs / 250, 11)
      },
    },
  }
}

function cuts(framesPerSecond: number): Scenario {
  const shotFrames = Math.round(framesPerSecond * 0.83)
  const frameMs = 1000 / framesPerSecond
  return {
    ...NOTHING,
    name: `cuts at ${framesPerSecond}`,
    cuts: [1, 2, 3, 4, 5].map((shot) => shot * shotFrames * frameMs),
    clip: {
      framesPerSecond,
      durationMs: 6 * shotFrames * frameMs,
      draw: (frame, atMs) => frame.scenery(1 + Math.round(atMs / frameMs / shotFrames - 0.499)),
    },
  }
}

function flashes(framesPerSecond: number, lengthFrames: number): Scenario {
  const frameMs = 1000 / framesPerSecond
  const atFrames = [0.7, 1.9, 2.6, 4.1].map((second) => Math.round(second * framesPerSecond))
  return {
    ...NOTHING,
    name: `flashes of ${lengthFrames} at ${framesPerSecond}`,
    flashes: atFrames.map((frame) => frame * frameMs),
    clip: {
      framesPerSecond,
      durationMs: 5000,
      draw: (frame, atMs) => {
        const index = Math.round(atMs / frameMs)
        const isLit = atFrames.some((start) => index >= start && index < start + lengthFrames)
        frame.scenery(3).lighten(isLit ? 120 : 0)
      },
    },
  }
}

function sweeps(framesPerSecond: number, crossMs: number): Scenario {
  const starts = [800, 2300, 3900]
  return {
    ...NOTHING,
    name: `sweeps of ${crossMs} ms at ${framesPerSecond}`,
    sweeps: starts.map((start) => [start, start + crossMs] as const),
    clip: {
      framesPerSecond,
      durationMs: 5200,
      draw: (frame, atMs) => {
        frame.scenery(2)
        for (const start of starts) {
          const share = (atMs - start) / crossMs
          if (share >= 0 && share <= 1) frame.disc(-14 + share * (WIDTH + 28), 90, 14)
        }
      },
    },
  }
}

function bounceAcrossCuts(framesPerSecond: number): Scenario {
  const base = bounce(framesPerSecond, 0)
  const frameMs = 1000 / framesPerSecond
  const cutFrames = [1.5, 3].map((second) => Math.round(second * framesPerSecond))
  return {
    ...base,
    name: `bounces across cuts at ${framesPerSecond}`,
    cuts: cutFrames.map((frame) => frame * frameMs),
    clip: {
      ...base.clip,
      draw: (frame, atMs) => {
        const shot = cutFrames.filter((cut) => cut <= Math.round(atMs / frameMs)).length
        base.clip.draw(frame, atMs)
        const ball = frame.pixels.slice()
        frame.scenery(1 + shot * 2)
        for (let index = 0; index < ball.length; index++)
          if (ball[index]! > 100) frame.pixels[index] = ball[index]!
      },
    },
  }
}

/** A pendulum: it turns twice a swing and hits nothing. */
function swinging(framesPerSecond: number): Scenario {
  return {
    ...NOTHING,
    name: `pendulum at ${framesPerSecond}`,
    clip: {
      framesPerSecond,
      durationMs: 5000,
      draw: (frame, atMs) => {
        const angle = 0.8 * Math.cos((atMs / 1400) * 2 * Math.PI)
        frame.scenery(2).disc(160 + 130 * Math.sin(angle), 130 * Math.cos(angle) + 10, 13)
      },
    },
  }
}

function texture(framesPerSecond: number): Scenario {
  return {
    ...NOTHING,
    name: 'noise all over',
    clip: { framesPerSecond, durationMs: 3000, draw: (frame, atMs) => frame.noise(atMs + 1) },
  }
}

function still(framesPerSecond: number): Scenario {
  return {
    ...NOTHING,
    name: 'a still picture',
    clip: { framesPerSecond, durationMs: 3000, draw: (frame) => frame.scenery(3) },
  }
}

function pan(framesPerSecond: number): Scenario {
  return {
    ...NOTHING,
    name: 'a slow pan',
    clip: {
      framesPerSecond,
      durationMs: 4000,
      draw: (frame, atMs) => frame.scenery(3, Math.round(atMs / 20)),
    },
  }
}

function whip(framesPerSecond: number): Scenario {
  return {
    ...NOTHING,
    name: 'a whip pan',
    sweeps: [[1500, 1900]],
    clip: {
      framesPerSecond,
      durationMs: 3500,
      draw: (frame, atMs) =>
        frame.scenery(3, Math.round((Math.max(0, Math.min(400, atMs - 1500)) / 400) * WIDTH * 0.8)),
    },
  }
}
