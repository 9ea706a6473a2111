// Timecode of edit lists: whole frames counted as each rate counts them, with numbers dropped where that is asked for.
import { describe, expect, it } from 'vitest'
import { countingOf, edl, timecodeOfFrames } from '../../../src-main/media/picture/edit-list.ts'

const NTSC = 30_000 / 1001
const at = (frames: number, framesPerSecond: number, dropsNumbers = false): string =>
  timecodeOfFrames(frames, countingOf(framesPerSecond, dropsNumbers))

describe('timecode', () => {
  it.each([
    [24_000 / 1001, 24 * 61 + 5, '00:01:01:05'],
    [24, 24 * 3600, '01:00:00:00'],
    [25, 25 * 75 + 24, '00:01:15:24'],
    [NTSC, 1800, '00:01:00:00'],
    [30, 1799, '00:00:59:29'],
    [60, 60 * 10 + 59, '00:00:10:59'],
  ])('counts every frame at %f frames a second', (rate, frames, said) => expect(at(frames, rate)).toBe(said))

  // Source: SMPTE ST 12-1: numbers 0 and 1 of each minute but the tenth are left out; at the double rate 0 to 3.
  it.each([
    [NTSC, 1799, '00:00:59;29'],
    [NTSC, 1800, '00:01:00;02'],
    [NTSC, 1800 + 1797, '00:01:59;29'],
    [NTSC, 1800 + 1798, '00:02:00;02'],
    [NTSC, 17_981, '00:09:59;29'],
    [NTSC, 17_982, '00:10:00;00'],
    [NTSC, 107_892, '01:00:00;00'],
    [60_000 / 1001, 3599, '00:00:59;59'],
    [60_000 / 1001, 3600, '00:01:00;04'],
    [60_000 / 1001, 35_964, '00:10:00;00'],
  ])('drops numbers at %f: frame %i', (rate, frames, said) => expect(at(frames, rate, true)).toBe(said))

  it.each([24, 24_000 / 1001, 25, 30, 60])('drops none at %f, whatever is asked', (rate) =>
    expect(at(Math.round(rate) * 61, rate, true)).toBe('00:01:01:00'),
  )
})

describe('an edit list', () => {
  const sound = (name: string, startMs: number, durationMs: number) => ({
    name,
    fileName: `${name}.wav`,
    startMs,
    durationMs,
  })
  const list = {
    title: 'x',
    clipFileName: 'x.mov',
    clipUrl: null,
    clipDurationMs: 120_000,
    framesPerSecond: NTSC,
    dropsNumbers: true,
    sounds: [sound('late', 90_000, 1000), sound('long', 0, 60_060), sound('short', 500, 100)],
  }

  it('says how it counts, and keeps sounds that overlap on channels of their own', () => {
    const lines = edl(list).split('\r\n')
    expect(lines).toContain('FCM: DROP FRAME')
    expect(lines.filter((line) => line.includes(' AX '))).toEqual([
      '001  AX       A     C        00:00:00;00 00:01:00;02 00:00:00;00 00:01:00;02',
      '002  AX       A2    C        00:00:00;00 00:00:00;03 00:00:00;15 00:00:00;18',
      '003  AX       A     C        00:00:00;00 00:00:01;00 00:01:29;29 00:01:30;29',
    ])
    expect(edl({ ...list, dropsNumbers: false })).toContain('FCM: NON-DROP FRAME')
  })

  it('never has two sounds at once on a channel, however many overlap', () => {
    const sounds = Array.from({ length: 7 }, (_, index) => sound(`s${index}`, index * 100, 5000))
    const events = edl({ ...list, sounds })
      .split('\r\n')
      .filter((line) => line.includes(' AX '))
    expect(new Set(events.map((line) => line.slice(14, 19))).size).toBe(7)
  })
})
