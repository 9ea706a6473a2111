// Measures the sound engine: speed, levels, figures of the literature, and whether its families can be told apart.
// `npm run bench -- sound --seeds=50` prints the whole as Markdown, as it stands in RESULTS.md.

import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { inpaint } from '../../../src-main/local-service/jobs/edits/inpaint.ts'
import { FAMILIES } from '../../../src-main/local-service/synthesis/families/registry.ts'
import { renderScene, type Scene, understandPrompt } from '../../../src-main/local-service/synthesis/index.ts'
import { learn } from './classifier.ts'
import { centroidHertz, descriptorsOf, strongestHertz } from './descriptors.ts'
import { FIGURES } from './figures.ts'
import { joinLevels } from './joins.ts'
import { checkFormats, countOnsets } from './outside.ts'

const RATE = 44_100

/** A speed or a share must not be less than its target; a figure lies in its range or not. */
export interface BenchLine {
  readonly name: string
  readonly ours: number
  readonly peer: number | null
  readonly unit: 'Hz' | '×' | 'families' | 'samples' | 'MB' | 'formats' | 'dB'
  readonly ratio: number | null
  readonly target: number | null
  readonly holds: boolean
}
export interface BenchOptions {
  /** Of each family. */
  readonly seeds?: number
  readonly print?: (line: string) => void
}

/** Families that must be told apart across their seeds (issue: at least 40). */
const FAMILIES_APART = 40
/** Real time of a single layer on one core. */
const LAYER_SPEED = 100
/** Real time of a whole scene in its space on one core. */
const SCENE_SPEED = 20
/** A loop of ten minutes must be made in less than this. */
const LONG_LOOP_MB = 200
/** The level around a join departs by this much more at most than it does by itself. */
const JOIN_DB = 1
const FULL_SCENE = 'rain on a tin roof with wind, distant thunder and a crowd murmuring in a stone hall'

function sceneOf(family: string): Scene {
  const layer = {
    source: family,
    family,
    action: null,
    material: null,
    size: 0.5,
    intensity: 0.5,
    brightness: 0.5,
    tempo: 1,
    count: null,
    distanceMetres: 4,
    isBackground: false,
    stage: 0,
  }
  return { layers: [layer], space: { kind: 'dry', wetness: 0 }, moods: [], excluded: [], notUnderstood: [] }
}

function render(scene: Scene, seed: number, durationMs: number): Float32Array {
  return renderScene({ scene, durationMs, seed, variantIndex: 0, loop: false, sampleRate: RATE })
}

/** Seconds of sound by seconds of processor, of a full scene that was rendered twice before. */
function sceneSpeed(): number {
  const heard = understandPrompt(FULL_SCENE)
  if (!heard.ok) throw new Error(heard.message)
  const durationMs = 10_000
  for (const seed of [0, 1]) render(heard.scene, seed, durationMs)
  const before = process.cpuUsage()
  render(heard.scene, 2, durationMs)
  const { user, system } = process.cpuUsage(before)
  return (durationMs * 1000) / (user + system)
}

/** Over 20 seeds, how many samples outside of an inpainted second differ from the source. */
function samplesChangedOutside(): number {
  const source = render(sceneOf('stream'), 3, 4000)
  const [startSample, endSample] = [RATE, 2 * RATE]
  let changed = 0
  for (let seed = 0; seed < 20; seed++) {
    const whole = inpaint({ source, sampleRateHz: RATE, startSample, endSample, prompted: null, seed })
    changed += Math.abs(whole.length - source.length)
    source.forEach((value, at) => {
      if ((at < startSample || at >= endSample) && whole[at] !== value) changed++
    })
  }
  return changed
}

/** Gives the lines of `npm run bench -- sound`. */
export async function run({
  seeds = 50,
  print = () => {},
}: BenchOptions = {}): Promise<readonly BenchLine[]> {
  const lines: BenchLine[] = []
  print(
    `# The sound engine, measured\n\n${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}, ${seeds} seeds of each family, 2 s.\n`,
  )

  print(
    '## Where recordings lie\n\n| Prompt | Measure | Range | Median of 9 seeds | |\n|---|---|---|---|---|',
  )
  for (const figure of FIGURES) {
    const heard = understandPrompt(figure.prompt)
    if (!heard.ok) throw new Error(heard.message)
    const values = Array.from({ length: 9 }, (_, seed) => {
      const signal = render(heard.scene, seed, 4000)
      return figure.what === 'centroid'
        ? centroidHertz(signal, RATE)
        : strongestHertz(signal, RATE, 8, 20_000)
    }).sort((a, b) => a - b)
    const median = values[4]!
    const isWithin = median >= figure.lowHertz && median <= figure.highHertz
    lines.push({
      name: `${figure.prompt}: ${figure.what}`,
      ours: median,
      peer: null,
      unit: 'Hz',
      ratio: null,
      target: null,
      holds: isWithin,
    })
    print(
      `| ${figure.prompt} | ${figure.what} | ${figure.lowHertz}–${figure.highHertz} Hz | ${median.toFixed(0)} Hz | ${isWithin ? 'within' : 'OUTSIDE'}: ${figure.source} |`,
    )
  }

  const training = new Map<string, number[][]>()
  const testing = new Map<string, number[][]>()
  const speeds: { readonly name: string; readonly times: number }[] = []
  for (const name of FAMILIES.keys()) {
    const scene = sceneOf(name)
    const spentMs: number[] = []
    for (let seed = 0; seed < seeds; seed++) {
      const before = process.cpuUsage()
      const signal = render(scene, seed, 2000)
      const { user, system } = process.cpuUsage(before)
      spentMs.push((user + system) / 1000)
      const set = seed % 2 === 0 ? training : testing
      set.set(name, [...(set.get(name) ?? []), descriptorsOf(signal, RATE)])
    }
    // The median: the first renders of a family are those that the compiler learns from.
    const usualMs = spentMs.sort((a, b) => a - b)[Math.floor(seeds / 2)]!
    speeds.push({ name, times: 2000 / Math.max(0.1, usualMs) })
  }

  const classify = learn(training)
  const confusions: string[] = []
  let right = 0
  let all = 0
  let apart = 0
  for (const [name, vectors] of testing) {
    const answers = new Map<string, number>()
    for (const vector of vectors) {
      const answer = classify(vector)
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
    const hits = answers.get(name) ?? 0
    right += hits
    all += vectors.length
    if (hits >= vectors.length * 0.9) apart++
    const wrong = [...answers].filter(([answer]) => answer !== name).sort((a, b) => b[1] - a[1])
    if (wrong.length > 0)
      confusions.push(
        `| ${name} | ${hits}/${vectors.length} | ${wrong.map(([answer, count]) => `${answer} ${count}`).join(', ')} |`,
      )
  }
  print(
    `\n## Families told apart\n\nTrained on the even seeds, asked on the odd ones: ${right} of ${all} right (${((100 * right) / all).toFixed(1)} %), ${apart} of ${FAMILIES.size} families at 90 % or more.\nThe confusion matrix off its diagonal:\n\n| Family | Right | Taken for |\n|---|---|---|`,
  )
  print(confusions.join('\n'))

  speeds.sort((a, b) => a.times - b.times)
  print(
    `\n## Speed\n\nMedian ${speeds[Math.floor(speeds.length / 2)]!.times.toFixed(0)} × real time at 2 s; slowest: ${speeds
      .slice(0, 6)
      .map(({ name, times }) => `${name} ${times.toFixed(0)} ×`)
      .join(', ')}.`,
  )
  const slowest = speeds[0]!
  const sceneTimes = sceneSpeed()
  const changed = samplesChangedOutside()
  print(
    `\nA scene of four layers in a hall, 10 s: ${sceneTimes.toFixed(0)} × real time. Samples that inpaint changed outside of its region, over 20 seeds: ${changed}.`,
  )
  lines.push(
    {
      name: `speed of a single layer of 2 s, the slowest family (${slowest.name})`,
      ours: slowest.times,
      peer: null,
      unit: '×',
      ratio: null,
      target: LAYER_SPEED,
      holds: slowest.times >= LAYER_SPEED,
    },
    {
      name: 'speed of a scene of four layers in a hall, 10 s',
      ours: sceneTimes,
      peer: null,
      unit: '×',
      ratio: null,
      target: SCENE_SPEED,
      holds: sceneTimes >= SCENE_SPEED,
    },
    {
      name: 'samples that inpaint changes outside of its region',
      ours: changed,
      peer: null,
      unit: 'samples',
      ratio: null,
      target: 0,
      holds: changed === 0,
    },
    {
      name: 'families told apart in at least 90 % of their takes',
      ours: apart,
      peer: null,
      unit: 'families',
      ratio: null,
      target: FAMILIES_APART,
      holds: apart >= FAMILIES_APART,
    },
  )
  lines.push(joinLine(print), ...(await outsideLines(print)))
  return lines
}

/** What an edit does to the level where it is joined. */
function joinLine(print: (line: string) => void): BenchLine {
  print(
    '\n## Joins\n\nLevels of 10 ms, 12 seeds, 150 ms around both ends of a repair and the join of an extension; how far the furthest is from the usual.\n\n| Prompt | At joins | In the sound itself |\n|---|---|---|',
  )
  const all = joinLevels()
  for (const { prompt, joinsDb, withinDb } of all)
    print(`| ${prompt} | ${joinsDb.toFixed(1)} dB | ${withinDb.toFixed(1)} dB |`)
  const worst = all.reduce((one, other) =>
    one.joinsDb - one.withinDb > other.joinsDb - other.withinDb ? one : other,
  )
  return {
    name: `level around joins against the sound itself, the worst (${worst.prompt})`,
    ours: worst.joinsDb,
    peer: worst.withinDb,
    unit: 'dB',
    ratio: worst.joinsDb / worst.withinDb,
    target: worst.withinDb + JOIN_DB,
    holds: worst.joinsDb <= worst.withinDb + JOIN_DB,
  }
}

/** A loop of ten minutes in a process of its own, and what tools that are not ours hear and read. */
async function outsideLines(print: (line: string) => void): Promise<readonly BenchLine[]> {
  const child = execFileSync(process.execPath, [fileURLToPath(new URL('./long-loop.ts', import.meta.url))], {
    encoding: 'utf8',
  })
  // Written by long-loop.ts as its only line.
  const loop = JSON.parse(child) as { readonly times: number; readonly peakMb: number }
  print(
    `\n## Long loops\n\n600 s of rain, thunder and a hall: ${loop.times.toFixed(0)} × real time, at most ${loop.peakMb.toFixed(0)} MB in the process, its runtime and the compiler of its sources among them.`,
  )
  print(
    '\n## Counted by aubioonset\n\n| Prompt | Asked for | Right, of the seeds | Heard where it is not |\n|---|---|---|---|',
  )
  for (const { prompt, count, heard } of countOnsets()) {
    const others = heard.filter((onsets) => onsets !== count)
    print(
      `| ${prompt} | ${count} | ${heard.length - others.length} of ${heard.length} | ${others.join(', ')} |`,
    )
  }
  print(
    '\n## Formats\n\nA loop of 3 s, read by ffprobe, decoded by ffmpeg.\n\n| Format | Codec | Bit rate | Samples | Decoded |\n|---|---|---|---|---|',
  )
  const formats = await checkFormats()
  for (const { format, codec, bitRate, samples, decoded } of formats)
    print(`| ${format} | ${codec} | ${bitRate} | ${samples} | ${decoded} |`)
  // Of M4A ffmpeg gives the whole last packet, of 1024 samples; players cut it by the edit list.
  const exact = formats.filter(
    ({ codec, samples, decoded }) =>
      decoded === samples || (codec === 'aac' && decoded === Math.ceil(samples / 1024) * 1024),
  ).length
  return [
    {
      name: 'memory of a loop of 600 s',
      ours: loop.peakMb,
      peer: null,
      unit: 'MB',
      ratio: null,
      target: LONG_LOOP_MB,
      holds: loop.peakMb < LONG_LOOP_MB,
    },
    {
      name: 'formats that ffmpeg decodes to the exact length (M4A: to the packet)',
      ours: exact,
      peer: null,
      unit: 'formats',
      ratio: null,
      target: formats.length,
      holds: exact === formats.length,
    },
  ]
}
