// Notes and recording as loud as one another: both are measured where most is played, the notes by their own voices, so that A and B differ in sound alone.

import { integratedLufs, kWeighting } from '../../../player/k-weighting.ts'
import { matchLoudness } from '../../../player/loudness-match.ts'
import type { Region } from '../../../player/time-math.ts'
import { OfflineContext } from '../../../player/tone.ts'
import type { NoteTable } from '../note-table.ts'
import { createEnsemble } from './ensemble.ts'
import { forceOf } from './pitched-voice.ts'
import { soundPass } from './schedule.ts'

/** Gains in dB that bring both to one loudness, with headroom. */
export interface NotesMatch {
  readonly sourceDb: number
  readonly notesDb: number
  /** From so many speakers notes sound as the recording does: 1 is measured and metered as one, though both give it. */
  readonly channels: 1 | 2
}

/** How much is measured at most: a few phrases, made in a fraction of a second. */
const MEASURED_S = 12
/** Grid on which the stretch to be measured begins. */
const STEP_S = 0.25
/** Blocks of the standard: 400 ms, a new one every 100 ms. */
const BLOCK_S = 0.4
const HOP_S = 0.1
const [SOURCE, NOTES] = [0, 1]

/**
 * @param recording at the rate at which both are measured
 * @param truePeakDb of the whole recording, dBTP; null where nobody measured it
 * @returns null where one of them is silent
 */
export async function matchNotes(
  table: NoteTable,
  recording: AudioBuffer,
  truePeakDb: number | null,
): Promise<NotesMatch | null> {
  const { sampleRate, duration } = recording
  const stretch = fullestStretch(table, Math.min(duration, table.durationS))
  // Filters want more than a block to tell anything.
  if (stretch.endS - stretch.startS < BLOCK_S) return null
  const channels = recording.numberOfChannels === 1 ? 1 : 2
  const notes = await renderNotes(table, stretch, sampleRate)
  const match = matchLoudness([
    { id: SOURCE, loudnessLufs: await loudnessOf(recording, stretch, 1), truePeakDb },
    {
      id: NOTES,
      loudnessLufs: await loudnessOf(notes, { startS: 0, endS: notes.duration }, channels),
      // Nowhere are they louder.
      truePeakDb: peakDbOf(notes.getChannelData(0)),
    },
  ])
  if (match === null) return null
  const [sourceDb = 0, notesDb = 0] = [SOURCE, NOTES].map((id) => match.offsetsDb.get(id))
  return { sourceDb, notesDb, channels }
}

/** The stretch in which the notes are loudest and most, `MEASURED_S` long at most. @param durationS of what both have */
export function fullestStretch(table: NoteTable, durationS: number): Region {
  const stepCount = Math.ceil(durationS / STEP_S)
  const energy = new Float64Array(stepCount)
  for (let index = 0; index < table.count; index++) {
    const power = forceOf(table.velocity[index] ?? 0) ** 2
    const from = Math.floor((table.start[index] ?? 0) / STEP_S)
    const to = Math.min(stepCount, Math.ceil((table.end[index] ?? 0) / STEP_S))
    for (let step = from; step < to; step++) energy[step] = (energy[step] ?? 0) + power
  }
  const width = Math.round(MEASURED_S / STEP_S)
  let sum = 0
  let [best, bestSum] = [0, -1]
  for (let step = 0; step < stepCount; step++) {
    sum += (energy[step] ?? 0) - (energy[step - width] ?? 0)
    const first = Math.max(0, step - width + 1)
    // Rounding of sums is no reason to move on.
    if (sum > bestSum * (1 + 1e-9)) [best, bestSum] = [first, sum]
  }
  return { startS: best * STEP_S, endS: Math.min(durationS, best * STEP_S + MEASURED_S) }
}

async function renderNotes(
  table: NoteTable,
  { startS, endS }: Region,
  sampleRate: number,
): Promise<AudioBuffer> {
  const frames = Math.ceil((endS - startS) * sampleRate)
  const context = new OfflineContext(new OfflineAudioContext(1, frames, sampleRate))
  const ensemble = createEnsemble(context, context.destination, (_afterMs, free) => free())
  for (let fromS = startS; fromS < endS; fromS += STEP_S) {
    const toS = Math.min(endS, fromS + STEP_S)
    const clockS = fromS - startS
    soundPass(ensemble, table, { fromS, toS, clockS, rate: 1, cutS: endS, isEntry: fromS === startS })
    // What plays meanwhile, and the window, have their turn.
    await new Promise((next) => setTimeout(next))
  }
  const rendered = (await context.render()).get()
  ensemble.end()
  context.dispose()
  if (rendered === undefined) throw new Error('the notes were rendered to nothing')
  return rendered
}

/** Loudness of a stretch by ITU-R BS.1770-4, each channel as often as it sounds; null for silence. */
async function loudnessOf(
  buffer: AudioBuffer,
  { startS, endS }: Region,
  times: number,
): Promise<number | null> {
  const { sampleRate, numberOfChannels } = buffer
  const context = new OfflineAudioContext(
    numberOfChannels,
    Math.ceil((endS - startS) * sampleRate),
    sampleRate,
  )
  const source = context.createBufferSource()
  source.buffer = buffer
  let last: AudioNode = source
  for (const { feedforward, feedback } of kWeighting(sampleRate)) {
    const stage = context.createIIRFilter([...feedforward], [...feedback])
    last.connect(stage)
    last = stage
  }
  last.connect(context.destination)
  source.start(0, startS)
  const weighted = await context.startRendering()
  const channels = Array.from({ length: numberOfChannels }, (_, channel) => weighted.getChannelData(channel))
  const [block, hop] = [Math.round(BLOCK_S * sampleRate), Math.round(HOP_S * sampleRate)]
  const blocks: number[] = []
  for (let from = 0; from + block <= weighted.length; from += hop) {
    let sum = 0
    for (const samples of channels)
      for (let at = from; at < from + block; at++) sum += (samples[at] ?? 0) ** 2
    blocks.push((times * sum) / block)
  }
  return integratedLufs(blocks)
}

const peakDbOf = (samples: Float32Array): number =>
  20 * Math.log10(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0))
