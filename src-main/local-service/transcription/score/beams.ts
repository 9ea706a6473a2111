// Which notes of a bar are joined by beams, and with how many.

import { type BarShape, beatsReadAsOne, DIVISIONS } from './bar-places.ts'
import type { Value } from './written-notes.ts'

export type BeamWord = 'begin' | 'continue' | 'end' | 'forward hook' | 'backward hook'

/** Beams of one value, the outermost first. */
export type Beams = readonly BeamWord[]

const LEVELS: Readonly<Record<Value['type'], number>> = {
  whole: 0,
  half: 0,
  quarter: 0,
  eighth: 1,
  '16th': 2,
  '32nd': 3,
}

/** The beams of each value of a bar: neighbours within one beat are joined, and beats of nothing but eighths that are read as one. */
export function beamsOf(values: readonly Value[], bar: BarShape & { readonly start: number }): Beams[] {
  const beams: BeamWord[][] = values.map(() => [])
  const groupOf = beamGroups(values, bar)
  const levelOf = (value: Value) => (value.pitches.length === 0 ? 0 : LEVELS[value.type])
  for (const run of runs(values, (a, b) => levelOf(a) > 0 && levelOf(b) > 0 && groupOf(a) === groupOf(b))) {
    if (run.length < 2) continue
    mark(beams, run, 0)
    for (let level = 1; level < 3; level++) {
      const deep = runs(values, (a, b) => levelOf(a) > level && levelOf(b) > level, run)
      for (const part of deep) {
        const first = part[0]!
        if (levelOf(values[first]!) <= level) continue
        if (part.length > 1) mark(beams, part, level)
        else beams[first]![level] = first === run[0] ? 'forward hook' : 'backward hook'
      }
    }
  }
  return beams
}

/** Which beat of the whole bar a value is beamed in: where beats are joined, the first of them. */
function beamGroups(
  values: readonly Value[],
  bar: BarShape & { readonly start: number },
): (value: Value) => number {
  const beatOf = ({ start }: Value) => Math.floor((start - bar.start + bar.missingBefore) / bar.beatLength)
  const byBeat = Map.groupBy(values, beatOf)
  const ofEighths = new Set(
    [...byBeat].filter(([, inBeat]) => inBeat.length === 2 && inBeat.every(isEighth)).map(([beat]) => beat),
  )
  const together = beatsReadAsOne(bar)
  return (value) => {
    let beat = beatOf(value)
    while (beat % together > 0 && ofEighths.has(beat) && ofEighths.has(beat - 1)) beat--
    return beat
  }
}

const isEighth = ({ pitches, length }: Value): boolean => pitches.length > 0 && length === DIVISIONS / 2

function mark(beams: BeamWord[][], run: readonly number[], level: number): void {
  for (const [place, index] of run.entries()) {
    beams[index]![level] = place === 0 ? 'begin' : place === run.length - 1 ? 'end' : 'continue'
  }
}

/** Indices cut wherever two neighbours do not belong together. */
function runs(
  values: readonly Value[],
  belong: (a: Value, b: Value) => boolean,
  indices: readonly number[] = values.map((_, index) => index),
): number[][] {
  const found: number[][] = []
  for (const index of indices) {
    const run = found.at(-1)
    const last = run?.at(-1)
    if (run && last !== undefined && last === index - 1 && belong(values[last]!, values[index]!))
      run.push(index)
    else found.push([index])
  }
  return found
}
