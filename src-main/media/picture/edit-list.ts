// Edit lists of sounds on a picture, as editors read them: OpenTimelineIO's JSON and CMX 3600.

export interface ListedSound {
  readonly name: string
  /** Of its file, beside the list. It is put whole. */
  readonly fileName: string
  readonly startMs: number
  readonly durationMs: number
}
export interface EditListOrder {
  readonly title: string
  readonly clipFileName: string
  /** Where the clip lies on this machine; null where it does not. */
  readonly clipUrl: string | null
  readonly clipDurationMs: number
  readonly framesPerSecond: number
  /** Whether the EDL's timecode drops numbers, where its rate does that; OpenTimelineIO counts frames. */
  readonly dropsNumbers: boolean
  readonly sounds: readonly ListedSound[]
}

const rational = (ms: number, rate: number) => ({
  OTIO_SCHEMA: 'RationalTime.1',
  rate,
  value: Math.round((ms / 1000) * rate),
})
const range = (startMs: number, durationMs: number, rate: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: rational(startMs, rate),
  duration: rational(durationMs, rate),
})
/** Of a file beside the list. In a path these two would end it. */
const besideUrl = (fileName: string): string => encodeURI(fileName).replace(/[?#]/g, encodeURIComponent)
const media = (fileName: string, url: string, durationMs: number, rate: number) => ({
  OTIO_SCHEMA: 'ExternalReference.1',
  target_url: url,
  available_range: range(0, durationMs, rate),
  metadata: {},
  name: fileName,
})

/** A timeline with the picture and a track for each sound. Source: OpenTimelineIO, serialized schema. */
export function otio(order: EditListOrder): string {
  const { title, clipFileName, clipUrl, clipDurationMs, framesPerSecond: rate, sounds } = order
  const clip = (name: string, fileName: string, url: string, durationMs: number) => ({
    OTIO_SCHEMA: 'Clip.1',
    name,
    source_range: range(0, durationMs, rate),
    media_reference: media(fileName, url, durationMs, rate),
    effects: [],
    markers: [],
    metadata: {},
  })
  const gap = (durationMs: number) => ({
    OTIO_SCHEMA: 'Gap.1',
    name: '',
    source_range: range(0, durationMs, rate),
    effects: [],
    markers: [],
    metadata: {},
  })
  const track = (name: string, kind: 'Video' | 'Audio', children: readonly object[]) => ({
    OTIO_SCHEMA: 'Track.1',
    name,
    kind,
    children,
    source_range: null,
    effects: [],
    markers: [],
    metadata: {},
  })
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    name: title,
    global_start_time: null,
    metadata: {},
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      name: 'tracks',
      source_range: null,
      effects: [],
      markers: [],
      metadata: {},
      children: [
        track('Picture', 'Video', [
          clip(title, clipFileName, clipUrl ?? besideUrl(clipFileName), clipDurationMs),
        ]),
        ...sounds.map(({ name, fileName, startMs, durationMs }) =>
          track(name, 'Audio', [
            ...(startMs > 0 ? [gap(startMs)] : []),
            clip(name, fileName, besideUrl(fileName), durationMs),
          ]),
        ),
      ],
    },
  }
  return `${JSON.stringify(timeline, null, 2)}\n`
}

/** Numbers of frames that are left out at each minute but every tenth, so that timecode keeps up with the clock: NTSC's rates alone. Source: SMPTE ST 12-1. */
const DROPPED: ReadonlyMap<number, number> = new Map([
  [30, 2],
  [60, 4],
])
const isNtsc = (framesPerSecond: number, counted: number): boolean =>
  Math.abs(framesPerSecond - (counted * 1000) / 1001) < 0.005

/** How a rate counts: its whole rate, and the numbers that it drops. */
export function countingOf(
  framesPerSecond: number,
  dropsNumbers: boolean,
): { readonly rate: number; readonly dropped: number } {
  const rate = Math.max(1, Math.round(framesPerSecond))
  return { rate, dropped: dropsNumbers && isNtsc(framesPerSecond, rate) ? (DROPPED.get(rate) ?? 0) : 0 }
}

/** "00:01:00:02", with ";" before the frames where numbers are dropped. @param frames from 0 */
export function timecodeOfFrames(
  frames: number,
  { rate, dropped }: { readonly rate: number; readonly dropped: number },
): string {
  const framesATenth = rate * 600 - 9 * dropped
  const framesAMinute = rate * 60 - dropped
  const [tenths, rest] = [Math.floor(frames / framesATenth), frames % framesATenth]
  // The first minute of ten drops nothing.
  const skipped = rest < rate * 60 ? 0 : 1 + Math.floor((rest - rate * 60) / framesAMinute)
  const counted = frames + dropped * (9 * tenths + skipped)
  const seconds = Math.floor(counted / rate)
  const two = (part: number): string => String(part).padStart(2, '0')
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return `${clock}${dropped > 0 ? ';' : ':'}${two(counted % rate)}`
}

/** Events of audio tracks in the order of their times, in whole frames. Source: SMPTE 258M, the CMX 3600 form. */
export function edl({ title, framesPerSecond, dropsNumbers, sounds }: EditListOrder): string {
  const counting = countingOf(framesPerSecond, dropsNumbers)
  const framesOf = (ms: number): number => Math.round((ms / 1000) * framesPerSecond)
  /** Where each channel is free again. */
  const freeFrom: number[] = []
  const inOrder = sounds.toSorted((a, b) => a.startMs - b.startMs)
  const events = inOrder.flatMap(({ fileName, startMs, durationMs }, index) => {
    const startFrame = framesOf(startMs)
    const endFrame = startFrame + Math.max(1, framesOf(durationMs))
    // Sounds overlap, and readers refuse two at once on one channel: each new one that is needed gets the next number.
    const free = freeFrom.findIndex((frame) => frame <= startFrame)
    const channel = free >= 0 ? free : freeFrom.length
    freeFrom[channel] = endFrame
    const times = [0, endFrame - startFrame, startFrame, endFrame]
      .map((frames) => timecodeOfFrames(frames, counting))
      .join(' ')
    return [
      `${String(index + 1).padStart(3, '0')}  AX       ${channelName(channel).padEnd(5)} C        ${times}`,
      `* FROM CLIP NAME: ${fileName}`,
      // By the name some link the file; OpenTimelineIO's reader takes it from here.
      `* FROM FILE: ${fileName}`,
    ]
  })
  const mode = counting.dropped > 0 ? 'DROP FRAME' : 'NON-DROP FRAME'
  return [`TITLE: ${title.slice(0, 70)}`, `FCM: ${mode}`, '', ...events, ''].join('\r\n')
}

/** The form names the first four so; what reads it takes further ones by their numbers. */
const channelName = (channel: number): string => (channel === 0 ? 'A' : `A${channel + 1}`)
