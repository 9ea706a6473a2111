// Edit lists of sounds on a picture, as editors read them: OpenTimelineIO's JSON and CMX 3600.

export interface ListedSound {
  readonly name: string
  /** Of its file, beside the list. */
  readonly fileName: string
  readonly startMs: number
  readonly durationMs: number
}
export interface EditListOrder {
  readonly title: string
  readonly clipFileName: string
  readonly clipDurationMs: number
  readonly framesPerSecond: number
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
const media = (fileName: string, durationMs: number, rate: number) => ({
  OTIO_SCHEMA: 'ExternalReference.1',
  // In a path these two would end it.
  target_url: encodeURI(fileName).replace(/[?#]/g, encodeURIComponent),
  available_range: range(0, durationMs, rate),
  metadata: {},
  name: fileName,
})

/** A timeline with the picture and a track for each sound. Source: OpenTimelineIO, serialized schema. */
export function otio(order: EditListOrder): string {
  const { title, clipFileName, clipDurationMs, framesPerSecond: rate, sounds } = order
  const clip = (name: string, fileName: string, durationMs: number) => ({
    OTIO_SCHEMA: 'Clip.1',
    name,
    source_range: range(0, durationMs, rate),
    media_reference: media(fileName, durationMs, rate),
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
        track('Picture', 'Video', [clip(title, clipFileName, clipDurationMs)]),
        ...sounds.map(({ name, fileName, startMs, durationMs }) =>
          track(name, 'Audio', [...(startMs > 0 ? [gap(startMs)] : []), clip(name, fileName, durationMs)]),
        ),
      ],
    },
  }
  return `${JSON.stringify(timeline, null, 2)}\n`
}

/** Events of audio tracks in the order of their times. Times in whole frames, non-drop. Source: SMPTE 258M. */
export function edl({ title, framesPerSecond, sounds }: EditListOrder): string {
  const rate = Math.round(framesPerSecond)
  const timecode = (ms: number): string => {
    const frames = Math.round((ms / 1000) * framesPerSecond)
    const seconds = Math.floor(frames / rate)
    return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frames % rate]
      .map((part) => String(part).padStart(2, '0'))
      .join(':')
  }
  const inOrder = sounds.toSorted((a, b) => a.startMs - b.startMs)
  const events = inOrder.flatMap(({ fileName, startMs, durationMs }, index) => [
    `${String(index + 1).padStart(3, '0')}  AX       AA    C        ${timecode(0)} ${timecode(durationMs)} ${timecode(startMs)} ${timecode(startMs + durationMs)}`,
    `* FROM CLIP NAME: ${fileName}`,
  ])
  return [`TITLE: ${title.slice(0, 70)}`, 'FCM: NON-DROP FRAME', '', ...events, ''].join('\r\n')
}
