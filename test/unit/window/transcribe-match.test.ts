// Recording and notes are brought to one loudness, measured by the meter of the library.
import { describe, expect, it } from 'vitest'
import './web-audio.ts'
import { createLoudnessMeter } from '../../../src-main/media/loudness.ts'
import { noteTable } from '../../../src-renderer/features/transcribe/note-table.ts'
import { fullestStretch, matchNotes } from '../../../src-renderer/features/transcribe/sound/notes-match.ts'
import { gainOf } from '../../../src-renderer/player/time-math.ts'
import { renderNotes, SAMPLE_RATE } from './render-notes.ts'

const LENGTH_S = 5
const notes = Array.from({ length: 16 }, (_, at) => ({
  instrument: at % 2 === 0 ? 'acoustic_piano' : 'violin',
  pitch: 55 + at,
  velocity: 90,
  start: at * 0.25,
  end: at * 0.25 + 0.4,
}))
const table = noteTable(notes)

function recordingOf(channels: readonly Float32Array[]): AudioBuffer {
  const length = channels[0]?.length ?? 0
  const buffer = new OfflineAudioContext(channels.length, length, SAMPLE_RATE).createBuffer(
    channels.length,
    length,
    SAMPLE_RATE,
  )
  channels.forEach((samples, channel) => void buffer.getChannelData(channel).set(samples))
  return buffer
}
/** A tone as loud as it is asked for. @param amplitude of its peaks */
const tone = (amplitude: number): Float32Array =>
  Float32Array.from(
    { length: LENGTH_S * SAMPLE_RATE },
    (_, at) => amplitude * Math.sin((2 * Math.PI * 440 * at) / SAMPLE_RATE),
  )
const amplified = (samples: Float32Array, db: number): Float32Array =>
  samples.map((sample) => sample * gainOf(db))
const loudnessOf = (channels: readonly Float32Array[]): number | null => {
  const meter = createLoudnessMeter(SAMPLE_RATE, channels.length)
  meter.add(channels)
  return meter.integrated()
}
const peakOf = (samples: Float32Array): number =>
  samples.reduce((peak, each) => Math.max(peak, Math.abs(each)), 0)

describe('the match of recording and notes', () => {
  for (const [name, channels] of [
    ['a quiet mono recording', [tone(0.02)]],
    ['a loud mono recording', [tone(0.9)]],
    ['a stereo recording', [tone(0.3), tone(0.1)]],
  ] as const)
    it(`brings ${name} and its notes to one loudness, and neither clips`, async () => {
      const peakDb = 20 * Math.log10(Math.max(...channels.map(peakOf)))
      const gains = await matchNotes(table, recordingOf(channels), peakDb)
      if (gains === null) throw new Error('nothing was measured')
      const played = await renderNotes(
        LENGTH_S,
        notes.map(({ start, end, ...note }) => ({ ...note, atS: start, lengthS: end - start })),
      )
      const heardNotes = amplified(played, gains.notesDb)
      const heardSource = channels.map((samples) => amplified(samples, gains.sourceDb))
      const both = Array.from({ length: gains.channels }, () => heardNotes)
      expect(gains.channels).toBe(channels.length)
      expect(loudnessOf(both)).toBeCloseTo(loudnessOf(heardSource) ?? 0, 0)
      for (const samples of [heardNotes, ...heardSource]) expect(peakOf(samples)).toBeLessThan(gainOf(-0.9))
    })

  it('leaves notes of a silent recording, and a recording without notes, as they are', async () => {
    expect(await matchNotes(table, recordingOf([tone(0)]), null)).toBeNull()
    expect(await matchNotes(noteTable([]), recordingOf([tone(0.3)]), null)).toBeNull()
  })

  it('measures where most is played loudest', () => {
    const quiet = Array.from({ length: 100 }, (_, at) => note(at, 30))
    const loud = Array.from({ length: 12 }, (_, at) => note(40 + at, 110))
    const { startS, endS } = fullestStretch(
      noteTable([...quiet, ...loud].sort((a, b) => a.start - b.start)),
      100,
    )
    expect(startS).toBeCloseTo(40, 0)
    expect(endS - startS).toBe(12)
    expect(fullestStretch(table, 3)).toEqual({ startS: 0, endS: 3 })
  })
})

const note = (start: number, velocity: number) => ({
  instrument: 'violin',
  pitch: 60,
  velocity,
  start,
  end: start + 1,
})
