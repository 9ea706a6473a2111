// Edit lists as others read them: a reader of CMX 3600 and of OpenTimelineIO by their documents, knowing nothing of what wrote them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EditListOrder, edl, otio } from '../../../src-main/media/picture/edit-list.ts'

const RATES = [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60]

interface ReadEvent {
  readonly number: number
  readonly channel: string
  readonly sourceFrames: readonly [number, number]
  readonly recordFrames: readonly [number, number]
  readonly fileName: string
}

/**
 * Reads a list as OpenTimelineIO's adapter does: fields between spaces, `A` as the first channel, the file in `FROM FILE`,
 * dropped numbers where the timecode says so. Source: otio-cmx3600-adapter, SMPTE 258M.
 */
function readEdl(
  text: string,
  rate: number,
): { readonly isDrop: boolean; readonly events: readonly ReadEvent[] } {
  const counted = Math.round(rate)
  const framesOf = (timecode: string): number => {
    const told = /^(\d\d):(\d\d):(\d\d)([:;])(\d\d)$/.exec(timecode)
    if (told === null) throw new Error(`${timecode} is no timecode`)
    const [hours, minutes, seconds, frames] = [told[1], told[2], told[3], told[5]].map(Number)
    if (frames! >= counted) throw new Error(`${timecode} has no such frame at ${counted}`)
    const allMinutes = hours! * 60 + minutes!
    const plain = (allMinutes * 60 + seconds!) * counted + frames!
    if (told[4] === ':') return plain
    // Source: SMPTE ST 12-1; a number that is dropped names no frame.
    const dropped = counted / 15
    if (minutes! % 10 !== 0 && seconds === 0 && frames! < dropped) throw new Error(`${timecode} is dropped`)
    return plain - dropped * (allMinutes - Math.floor(allMinutes / 10))
  }
  const lines = text.split('\r\n').filter((line) => line !== '')
  expect(lines[0]).toMatch(/^TITLE: .{1,70}$/)
  const mode = /^FCM: (DROP FRAME|NON-DROP FRAME)$/.exec(lines[1] ?? '')
  const events: ReadEvent[] = []
  for (let at = 2; at < lines.length; at++) {
    const fields = lines[at]!.split(/\s+/)
    if (!/^\d+$/.test(fields[0]!)) continue
    expect(fields).toHaveLength(8)
    const [number, reel, channel, effect, ...times] = fields
    expect([reel, effect]).toEqual(['AX', 'C'])
    const notes = lines.slice(at + 1, at + 3)
    const fileName = notes.find((note) => note.startsWith('* FROM FILE: '))?.slice(13) ?? ''
    expect(notes).toContain(`* FROM CLIP NAME: ${fileName}`)
    const [sourceIn, sourceOut, recordIn, recordOut] = times.map(framesOf)
    events.push({
      number: Number(number),
      channel: channel === 'A' ? 'A1' : channel!,
      sourceFrames: [sourceIn!, sourceOut!],
      recordFrames: [recordIn!, recordOut!],
      fileName,
    })
  }
  return { isDrop: mode?.[1] === 'DROP FRAME', events }
}

const order = (): fc.Arbitrary<EditListOrder> =>
  fc.record({
    title: fc.constant('Hallway'),
    clipFileName: fc.constant('Hallway #2.mov'),
    clipUrl: fc.constant(null),
    clipDurationMs: fc.constant(3_700_000),
    framesPerSecond: fc.constantFrom(...RATES),
    dropsNumbers: fc.boolean(),
    sounds: fc
      .array(fc.record({ startMs: fc.nat(3_600_000), durationMs: fc.integer({ min: 1, max: 90_000 }) }), {
        minLength: 1,
        maxLength: 12,
      })
      .map((places) =>
        places.map((place, index) => ({
          ...place,
          name: `Door ${index}`,
          fileName: `Hallway, ${index} Door.wav`,
        })),
      ),
  })

describe('An edit list in the form of CMX 3600', () => {
  it('is read back with its files, its frames and its channels, at every rate, dropping numbers or not', () =>
    fc.assert(
      fc.property(order(), (list) => {
        const { framesPerSecond: rate, sounds } = list
        const { isDrop, events } = readEdl(edl(list), rate)
        const isNtsc = [30_000 / 1001, 60_000 / 1001].includes(rate)
        expect(isDrop).toBe(list.dropsNumbers && isNtsc)
        expect(events.map(({ number }) => number)).toEqual(sounds.map((_, index) => index + 1))
        const freeFrom = new Map<string, number>()
        for (const { channel, sourceFrames, recordFrames, fileName } of events) {
          const sound = sounds.find((each) => each.fileName === fileName)
          expect(sound).toBeDefined()
          expect(recordFrames[0]).toBe(Math.round((sound!.startMs / 1000) * rate))
          const length = Math.max(1, Math.round((sound!.durationMs / 1000) * rate))
          expect([sourceFrames[0], sourceFrames[1], recordFrames[1] - recordFrames[0]]).toEqual([
            0,
            length,
            length,
          ])
          expect(recordFrames[0]).toBeGreaterThanOrEqual(freeFrom.get(channel) ?? 0)
          freeFrom.set(channel, recordFrames[1])
        }
      }),
      { numRuns: 200 },
    ))
})

/** Names and versions that every release since 0.12 reads. Source: OpenTimelineIO, CORE_VERSION_MAP. */
const SCHEMAS = new Set([
  'Clip.1',
  'ExternalReference.1',
  'Gap.1',
  'RationalTime.1',
  'Stack.1',
  'TimeRange.1',
  'Timeline.1',
  'Track.1',
])

interface OtioItem {
  readonly OTIO_SCHEMA: string
  readonly name: string
  readonly kind?: string
  readonly source_range?: { readonly duration: { readonly rate: number; readonly value: number } }
  readonly media_reference?: { readonly target_url: string }
  readonly children?: readonly OtioItem[]
}

describe('An OpenTimelineIO timeline', () => {
  it('has known schemas alone, one rate, whole frames, and names that lead to the files beside it', () =>
    fc.assert(
      fc.property(order(), (list) => {
        const text = otio(list)
        const rates = new Set<number>()
        const timeline = JSON.parse(text, (key, value: unknown) => {
          if (key === 'OTIO_SCHEMA') expect(SCHEMAS).toContain(value)
          if (key === 'rate') rates.add(Number(value))
          if (key === 'value') expect(Number.isSafeInteger(value)).toBe(true)
          return value
          // Written by the function under test; what is read of it is asserted below.
        }) as { readonly tracks: OtioItem }
        expect([...rates]).toEqual([list.framesPerSecond])
        const [picture, ...tracks] = timeline.tracks.children ?? []
        expect(picture?.kind).toBe('Video')
        expect(tracks).toHaveLength(list.sounds.length)
        for (const [index, { startMs, fileName }] of list.sounds.entries()) {
          const children = tracks[index]?.children ?? []
          const gap = children.find(({ OTIO_SCHEMA }) => OTIO_SCHEMA === 'Gap.1')
          const clip = children.at(-1)
          expect(gap?.source_range?.duration.value ?? 0).toBe(
            Math.round((startMs / 1000) * list.framesPerSecond),
          )
          expect(
            decodeURIComponent(new URL(clip?.media_reference?.target_url ?? '', 'file:///x/').pathname),
          ).toBe(`/x/${fileName}`)
        }
        const { target_url: url } = picture?.children?.[0]?.media_reference ?? { target_url: '' }
        expect(decodeURIComponent(new URL(url, 'file:///x/').pathname)).toBe('/x/Hallway #2.mov')
      }),
      { numRuns: 50 },
    ))
})
