// Clips in which a plain difference of pictures misleads: hands that shake, shadows, joints, walkers, doors, fades. Each seed draws other ones.

import { bouncing, type Clip, type GreyFrame, HEIGHT, WIDTH } from '../../unit/local-service/picture/clips.ts'

export interface HardClip {
  readonly name: string
  readonly clip: Clip
  /** Times in ms at which something meets something. */
  readonly hits: readonly number[]
}

/** A number in 0..1, the next of its row with each call. Source: mulberry32. */
export function numbersOf(seed: number): () => number {
  let state = (seed * 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Drawing {
  readonly framesPerSecond: number
  readonly between: (from: number, to: number) => number
  readonly pick: <T>(...from: readonly T[]) => T
  readonly seed: number
}

/** Every kind of hard clip, as this seed draws it. */
export function hardClips(seed: number): readonly HardClip[] {
  return KINDS.map((kind, index) => {
    const next = numbersOf(seed * 100 + index)
    const between = (from: number, to: number): number => from + (to - from) * next()
    const pick = <T>(...from: readonly T[]): T => from[Math.floor(next() * from.length)]!
    return kind({ framesPerSecond: pick(24, 25, 30, 50), between, pick, seed: Math.floor(next() * 1e6) })
  })
}

const KINDS: readonly ((drawing: Drawing) => HardClip)[] = [
  shadowed,
  handHeld,
  darkOnPattern,
  walker,
  hammer,
  door,
  pucks,
  repeatedFrames,
  fades,
  waving,
]

/** The grain of a camera: the same for each picture of a clip that is drawn again. */
function grained(frame: GreyFrame, seed: number, atMs: number, depth: number): void {
  const next = numbersOf(seed + Math.round(atMs * 7))
  const { pixels } = frame
  for (let index = 0; index < pixels.length; index++)
    pixels[index] = Math.max(0, Math.min(255, pixels[index]! + (next() + next() - 1) * depth))
}

/** Where a hand holds the camera: slow and quick unrest of a few pixels. */
function handOf({ between }: Drawing, mostPixels: number): (atMs: number) => number {
  const waves = [0.4, 0.9, 2.1, 3.7].map((hertz, index) => ({
    hertz: hertz * between(0.8, 1.25),
    phase: between(0, 6.28),
    size: (mostPixels / 2 ** index) * between(0.6, 1),
  }))
  return (atMs) =>
    waves.reduce(
      (sum, { hertz, phase, size }) => sum + size * Math.sin((atMs / 1000) * hertz * 6.2832 + phase),
      0,
    )
}

function ballOf({ between }: Drawing, durationMs: number) {
  const radius = between(7, 20)
  const motion = bouncing({
    heightPixels: between(80, 125 - radius),
    fallMs: between(360, 620),
    bounce: between(0.72, 0.88),
    durationMs,
  })
  // A hit at the very end has nothing after it to be told by.
  const hitsMs = motion.hitsMs.filter((hit) => hit < durationMs - 200)
  return { ...motion, hitsMs, radius, fromX: between(30, 70), speed: between(0.012, 0.03) }
}

/** A ball whose shadow it meets on the floor. */
function shadowed(drawing: Drawing): HardClip {
  const durationMs = 5000
  const { heightAt, hitsMs, radius, fromX, speed } = ballOf(drawing, durationMs)
  const { between, seed, framesPerSecond } = drawing
  const sideways = between(-0.5, 0.8)
  const dark = between(35, 70)
  return {
    name: 'a ball meets its shadow',
    hits: hitsMs,
    clip: {
      framesPerSecond,
      durationMs,
      draw(frame, atMs) {
        const height = heightAt(atMs)
        const x = fromX + atMs * speed
        frame.scenery(2)
        ellipse(
          frame,
          x + sideways * height,
          HEIGHT - 12,
          radius * 1.1,
          radius * 0.35,
          -dark / (1 + height / 60),
        )
        frame.disc(x, HEIGHT - 12 - radius - height, radius)
        grained(frame, seed, atMs, 8)
      },
    },
  }
}

/** A ball, bright or dark, from a hand that holds the camera. */
function handHeld(drawing: Drawing): HardClip {
  const durationMs = 5000
  const { heightAt, hitsMs, radius, fromX, speed } = ballOf(drawing, durationMs)
  const { between, pick, seed, framesPerSecond } = drawing
  const [handX, handY] = [handOf(drawing, between(1, 4)), handOf(drawing, between(1, 4))]
  const value = pick(15, 30, 225)
  const pattern = pick(1, 2, 3, 4)
  return {
    name: 'a ball, hand-held',
    hits: hitsMs,
    clip: {
      framesPerSecond,
      durationMs,
      draw(frame, atMs) {
        const [x, y] = [handX(atMs), handY(atMs)]
        movedScenery(frame, pattern, 30 + x, y)
        frame.disc(fromX + atMs * speed - x, HEIGHT - 14 - radius - heightAt(atMs) - y, radius, value)
        grained(frame, seed, atMs, 8)
      },
    },
  }
}

/** A dark ball before a pattern that is dark in places. */
function darkOnPattern(drawing: Drawing): HardClip {
  const durationMs = 5000
  const { heightAt, hitsMs, radius, fromX, speed } = ballOf(drawing, durationMs)
  const { between, seed, framesPerSecond } = drawing
  const value = between(20, 60)
  return {
    name: 'a dark ball',
    hits: hitsMs,
    clip: {
      framesPerSecond,
      durationMs,
      draw(frame, atMs) {
        frame.scenery(4).disc(fromX + atMs * speed, HEIGHT - 12 - radius - heightAt(atMs), radius, value)
        grained(frame, seed, atMs, 10)
      },
    },
  }
}

/** A figure that walks through: one foot stands while the other swings, meets the floor, and both stand for a while. */
function walker(drawing: Drawing): HardClip {
  const { between, pick, seed, framesPerSecond } = drawing
  const stepMs = between(450, 650)
  const stride = between(34, 48)
  const value = pick(25, 220)
  const from = between(20, 40)
  const floor = HEIGHT - 14
  const hip = between(52, 62)
  const firstMs = between(200, 400)
  const steps = Math.floor((WIDTH - 50 - from) / stride)
  const endMs = firstMs + steps * stepMs
  const hits = Array.from({ length: steps }, (_, step) => firstMs + (step + SWING) * stepMs)
  return {
    name: 'a figure walks',
    hits,
    clip: {
      framesPerSecond,
      durationMs: endMs,
      draw(frame, atMs) {
        frame.scenery(3)
        const walked = Math.max(0, Math.min(steps, (atMs - firstMs) / stepMs))
        const step = Math.min(steps - 1, Math.floor(walked))
        const swung = clamp((walked - step) / SWING)
        const body = from + walked * stride
        // It sets off gently, is fastest in the middle, and meets the floor while it still moves.
        const along = (1 - Math.cos(swung * 2.6)) / (1 - Math.cos(2.6))
        const feet = [
          { x: from + (step + 0.5) * stride, lift: 0 },
          {
            x: from + (step - 0.5 + 2 * along) * stride,
            lift: 9 * Math.sin(Math.PI * swung) * (1 - 0.4 * swung),
          },
        ]
        for (const { x, lift } of feet) {
          const knee = { x: (body + x) / 2 + 7, y: floor - hip / 2 - lift / 2 }
          limb(frame, { x: body, y: floor - hip }, knee, 5, value)
          limb(frame, knee, { x, y: floor - 4 - lift }, 4, value)
          frame.disc(x + 3, floor - 4 - lift, 5, value)
        }
        const bob = 2 * Math.cos(walked * 2 * Math.PI)
        limb(frame, { x: body, y: floor - hip }, { x: body + 2, y: floor - hip - 46 + bob }, 9, value)
        frame.disc(body + 3, floor - hip - 60 + bob, 9, value)
        grained(frame, seed, atMs, 7)
      },
    },
  }
}

/** Share of a step in which a foot is in the air. */
const SWING = 0.8

/** A hammer on its handle: raised slowly, brought down fast, at rest on what it struck. */
function hammer(drawing: Drawing): HardClip {
  const { between, pick, seed, framesPerSecond } = drawing
  const raiseMs = between(380, 560)
  const strikeMs = between(110, 190)
  const restMs = between(60, 200)
  const cycleMs = raiseMs + strikeMs + restMs
  const count = pick(4, 5, 6)
  const high = between(0.9, 1.3)
  const length = between(80, 110)
  const value = pick(30, 215)
  const hits = Array.from({ length: count }, (_, index) => index * cycleMs + 300 + raiseMs + strikeMs)
  return {
    name: 'a hammer on its handle',
    hits,
    clip: {
      framesPerSecond,
      durationMs: 300 + count * cycleMs + 400,
      draw(frame, atMs) {
        const within = atMs < 300 || atMs > 300 + count * cycleMs ? cycleMs : (atMs - 300) % cycleMs
        const angle =
          within < raiseMs
            ? (high * (1 - Math.cos((within / raiseMs) * Math.PI))) / 2
            : within < raiseMs + strikeMs
              ? high * (1 - ((within - raiseMs) / strikeMs) ** 2)
              : 0
        const pivot = { x: 80, y: HEIGHT - 50 }
        const head = { x: pivot.x + length * Math.cos(angle), y: pivot.y - length * Math.sin(angle) }
        frame.scenery(2)
        limb(frame, { x: pivot.x + length, y: HEIGHT - 30 }, { x: pivot.x + length, y: HEIGHT }, 10, 70)
        limb(frame, pivot, head, 4, value)
        const across = { x: Math.sin(angle) * 15, y: Math.cos(angle) * 15 }
        limb(
          frame,
          { x: head.x - across.x, y: head.y - across.y },
          { x: head.x + across.x, y: head.y + across.y },
          7,
          value,
        )
        grained(frame, seed, atMs, 7)
      },
    },
  }
}

/** A door that is opened gently and shut with speed. */
function door(drawing: Drawing): HardClip {
  const { between, pick, seed, framesPerSecond } = drawing
  const openMs = between(700, 1100)
  const shutMs = between(220, 380)
  const value = pick(50, 200)
  const wide = between(60, 90)
  const cycleMs = openMs + 400 + shutMs + 600
  const hits = [0, 1].map((index) => 400 + index * cycleMs + openMs + 400 + shutMs)
  return {
    name: 'a door is shut',
    hits,
    clip: {
      framesPerSecond,
      durationMs: 400 + 2 * cycleMs,
      draw(frame, atMs) {
        const within = atMs < 400 ? cycleMs : (atMs - 400) % cycleMs
        const open =
          within < openMs
            ? (1 - Math.cos((within / openMs) * Math.PI)) / 2
            : within < openMs + 400
              ? 1
              : within < openMs + 400 + shutMs
                ? 1 - ((within - openMs - 400) / shutMs) ** 2
                : 0
        frame.scenery(1)
        box(frame, 120, 30, 120 + wide, HEIGHT - 10, 20)
        // Turned about its left edge, it is seen foreshortened.
        box(frame, 120, 30, 120 + wide * Math.cos(open * 1.35), HEIGHT - 10, value)
        grained(frame, seed, atMs, 7)
      },
    },
  }
}

/** Two pucks that meet, and one that meets the edge of its table. */
function pucks(drawing: Drawing): HardClip {
  const { between, pick, seed, framesPerSecond } = drawing
  const radius = between(9, 16)
  const speed = between(0.05, 0.12)
  const meetMs = between(900, 1500)
  const value = pick(30, 230)
  const meetX = 150
  const wallX = 300
  const wallMs = meetMs + (wallX - radius - (meetX + radius)) / speed
  const hits = wallMs < 3500 ? [meetMs, wallMs] : [meetMs]
  return {
    name: 'pucks meet',
    hits,
    clip: {
      framesPerSecond,
      durationMs: 4000,
      draw(frame, atMs) {
        frame.scenery(2)
        box(frame, wallX, 0, WIDTH, HEIGHT, 60)
        const first = Math.min(meetX - radius, meetX - radius - (meetMs - atMs) * speed)
        const second =
          atMs < meetMs
            ? meetX + radius
            : atMs < wallMs
              ? meetX + radius + (atMs - meetMs) * speed
              : wallX - radius - (atMs - wallMs) * speed * 0.6
        frame.disc(first, 90, radius, value).disc(second, 90, radius, value)
        grained(frame, seed, atMs, 7)
      },
    },
  }
}

/** A clip of a variable rate, put on an even one that is higher: frames come twice, now and then thrice. */
function repeatedFrames(drawing: Drawing): HardClip {
  const durationMs = 5000
  const { heightAt, hitsMs, radius, fromX, speed } = ballOf(drawing, durationMs)
  const { seed, pick } = drawing
  const realRate = pick(24, 25, 30)
  return {
    name: 'a ball, frames come twice',
    hits: hitsMs,
    clip: {
      framesPerSecond: pick(50, 60),
      durationMs,
      draw(frame, atMs) {
        const takenMs = (Math.floor((atMs / 1000) * realRate + 1e-6) * 1000) / realRate
        frame.scenery(3).disc(fromX + takenMs * speed, HEIGHT - 12 - radius - heightAt(takenMs), radius)
        grained(frame, seed, takenMs, 7)
      },
    },
  }
}

/** From black, over to another picture, and to black: nothing meets anything. */
function fades(drawing: Drawing): HardClip {
  const { between, seed, framesPerSecond } = drawing
  const lengthMs = between(500, 1200)
  return {
    name: 'fades',
    hits: [],
    clip: {
      framesPerSecond,
      durationMs: 5000,
      draw(frame, atMs) {
        frame.scenery(3)
        const other = frame.pixels.slice()
        frame.scenery(1)
        const over = clamp((atMs - 2000) / lengthMs)
        const light = Math.min(clamp(atMs / lengthMs), clamp((4800 - atMs) / lengthMs))
        for (let index = 0; index < other.length; index++)
          frame.pixels[index] = light * (frame.pixels[index]! * (1 - over) + other[index]! * over)
        grained(frame, seed, atMs, 6)
      },
    },
  }
}

/** An arm that waves: it turns twice each time and meets nothing. */
function waving(drawing: Drawing): HardClip {
  const { between, pick, seed, framesPerSecond } = drawing
  const periodMs = between(700, 1200)
  const value = pick(40, 210)
  return {
    name: 'an arm waves',
    hits: [],
    clip: {
      framesPerSecond,
      durationMs: 4000,
      draw(frame, atMs) {
        const upper = 0.5 + 0.25 * Math.sin((atMs / periodMs) * 2 * Math.PI)
        const lower = 1.2 + 0.6 * Math.sin((atMs / periodMs) * 2 * Math.PI - 0.7)
        const elbow = { x: 150 + 50 * Math.cos(upper), y: 130 - 50 * Math.sin(upper) }
        const hand = { x: elbow.x + 45 * Math.cos(lower), y: elbow.y - 45 * Math.sin(lower) }
        frame.scenery(1)
        limb(frame, { x: 150, y: 180 }, { x: 150, y: 120 }, 14, value)
        limb(frame, { x: 150, y: 130 }, elbow, 6, value)
        limb(frame, elbow, hand, 5, value)
        frame.disc(hand.x, hand.y, 8, value)
        grained(frame, seed, atMs, 7)
      },
    },
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** A thick line with round ends. */
function limb(frame: GreyFrame, from: Point, to: Point, radius: number, value: number): void {
  const length2 = Math.max(1e-6, (to.x - from.x) ** 2 + (to.y - from.y) ** 2)
  blend(
    frame,
    Math.min(from.x, to.x) - radius - 1,
    Math.min(from.y, to.y) - radius - 1,
    Math.max(from.x, to.x) + radius + 1,
    Math.max(from.y, to.y) + radius + 1,
    (x, y) => {
      const along = clamp(((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / length2)
      const away = Math.hypot(x - from.x - along * (to.x - from.x), y - from.y - along * (to.y - from.y))
      return clamp(radius + 0.5 - away)
    },
    (before, cover) => before * (1 - cover) + value * cover,
  )
}

/** Upright, with edges between pixels. */
function box(
  frame: GreyFrame,
  left: number,
  top: number,
  right: number,
  bottom: number,
  value: number,
): void {
  blend(
    frame,
    left - 1,
    top,
    right + 1,
    bottom,
    (x) => clamp(right - x + 0.5) * clamp(x - left + 0.5),
    (before, cover) => before * (1 - cover) + value * cover,
  )
}

/** Darker or brighter by so much, with soft edges. */
function ellipse(frame: GreyFrame, x: number, y: number, radiusX: number, radiusY: number, by: number): void {
  blend(
    frame,
    x - radiusX - 1,
    y - radiusY - 1,
    x + radiusX + 1,
    y + radiusY + 1,
    (column, row) => clamp((1 - Math.hypot((column - x) / radiusX, (row - y) / radiusY)) * 4),
    (before, cover) => before + by * cover,
  )
}

function blend(
  { pixels }: GreyFrame,
  left: number,
  top: number,
  right: number,
  bottom: number,
  coverAt: (x: number, y: number) => number,
  mix: (before: number, cover: number) => number,
): void {
  for (let y = Math.max(0, Math.floor(top)); y <= Math.min(HEIGHT - 1, bottom); y++) {
    for (let x = Math.max(0, Math.floor(left)); x <= Math.min(WIDTH - 1, right); x++) {
      const cover = coverAt(x, y)
      if (cover === 0) continue
      const at = y * WIDTH + x
      pixels[at] = Math.max(0, Math.min(255, mix(pixels[at]!, cover)))
    }
  }
}

/** The still pattern from where a hand holds the camera, between pixels. */
function movedScenery(frame: GreyFrame, seed: number, offsetX: number, offsetY: number): void {
  const left = Math.floor(offsetX)
  const share = offsetX - left
  frame.scenery(seed, left)
  const near = frame.pixels.slice()
  frame.scenery(seed, left + 1)
  const shifted = frame.pixels.map((value, index) => near[index]! * (1 - share) + value * share)
  const top = Math.floor(offsetY)
  const shareY = offsetY - top
  const rowAt = (y: number): number => Math.max(0, Math.min(HEIGHT - 1, y)) * WIDTH
  for (let y = 0; y < HEIGHT; y++) {
    const [above, below] = [rowAt(y + top), rowAt(y + top + 1)]
    for (let x = 0; x < WIDTH; x++)
      frame.pixels[y * WIDTH + x] = shifted[above + x]! * (1 - shareY) + shifted[below + x]! * shareY
  }
}

const clamp = (value: number): number => Math.max(0, Math.min(1, value))
