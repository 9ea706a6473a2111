// The sounds of a picture as Final Cut Pro's interchange XML, version 4: what Premiere Pro, Resolve, Audition and OpenShot open.
import { escapeXml } from '../ixml.ts'
import { countingOf, type EditListOrder, timecodeOfFrames } from './edit-list.ts'
import { PICTURE_BITS, PICTURE_CHANNELS, PICTURE_RATE } from './picture-audio.ts'

export interface FinalCutOrder extends EditListOrder {
  readonly width: number
  readonly height: number
  /** Of the folder that the sounds are in, with its last slash: this form knows no address beside itself. */
  readonly folderUrl: string
}

const CHANNELS = Array.from({ length: PICTURE_CHANNELS }, (_, index) => index + 1)
const FORMAT = `<samplecharacteristics><depth>${PICTURE_BITS}</depth><samplerate>${PICTURE_RATE}</samplerate></samplecharacteristics>`

/**
 * A sequence with the picture and two tracks for each sound, its sides, which Premiere shows as one.
 * Source: Apple, Final Cut Pro XML Interchange Format; the `premiere…` attributes as Premiere Pro writes them.
 */
export function finalCutXml(order: FinalCutOrder): string {
  const { title, clipFileName, clipUrl, clipDurationMs, framesPerSecond, dropsNumbers, sounds } = order
  const { width, height, folderUrl } = order
  const counting = countingOf(framesPerSecond, dropsNumbers)
  const rate = rateOf(framesPerSecond)
  const framesOf = (ms: number): number => Math.max(1, Math.round((ms / 1000) * framesPerSecond))
  const clipFrames = framesOf(clipDurationMs)
  const size = `<width>${width}</width><height>${height}</height><pixelaspectratio>square</pixelaspectratio>`
  const picture =
    clipUrl === null
      ? ''
      : element('track', [
          element(
            'clipitem',
            [
              ...placed(clipFileName, 0, clipFrames, rate),
              fileElement('file-clip', clipFileName, clipUrl, clipFrames, rate, [
                `<video><samplecharacteristics>${rate}${size}</samplecharacteristics></video>`,
              ]),
            ],
            'id="clipitem-clip"',
          ),
          ...OPEN_TRACK,
        ])
  const soundTracks = sounds.flatMap(({ name, fileName, startMs, durationMs }, index) => {
    const startFrame = Math.round((startMs / 1000) * framesPerSecond)
    const frames = framesOf(durationMs)
    const id = `file-${index + 1}`
    const file = fileElement(id, fileName, addressIn(folderUrl, fileName), frames, rate, [
      `<audio>${FORMAT}<channelcount>${PICTURE_CHANNELS}</channelcount></audio>`,
    ])
    return CHANNELS.map((channel) =>
      element(
        'track',
        [
          element(
            'clipitem',
            [
              ...placed(name, startFrame, frames, rate),
              // A file is described once.
              channel === 1 ? file : `<file id="${id}"/>`,
              `<sourcetrack><mediatype>audio</mediatype><trackindex>${channel}</trackindex></sourcetrack>`,
              ...CHANNELS.map((other) =>
                element('link', [
                  `<linkclipref>${clipItemId(index, other)}</linkclipref>`,
                  '<mediatype>audio</mediatype>',
                  `<trackindex>${index * PICTURE_CHANNELS + other}</trackindex>`,
                  '<clipindex>1</clipindex>',
                ]),
              ),
            ],
            `id="${clipItemId(index, channel)}" premiereChannelType="stereo"`,
          ),
          ...OPEN_TRACK,
          `<outputchannelindex>${channel}</outputchannelindex>`,
        ],
        `currentExplodedTrackIndex="${channel - 1}" totalExplodedTrackCount="${PICTURE_CHANNELS}" premiereTrackType="Stereo"`,
      ),
    )
  })
  const sequence = element(
    'sequence',
    [
      `<name>${escapeXml(title)}</name>`,
      `<duration>${clipFrames}</duration>`,
      rate,
      element('timecode', [
        rate,
        `<string>${timecodeOfFrames(0, counting)}</string>`,
        '<frame>0</frame>',
        `<displayformat>${counting.dropped > 0 ? 'DF' : 'NDF'}</displayformat>`,
      ]),
      element('media', [
        element('video', [
          `<format><samplecharacteristics>${rate}${size}</samplecharacteristics></format>`,
          picture,
        ]),
        element('audio', [
          `<numOutputChannels>${PICTURE_CHANNELS}</numOutputChannels>`,
          `<format>${FORMAT}</format>`,
          ...soundTracks,
        ]),
      ]),
    ],
    'id="sequence-1"',
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE xmeml>\n${element('xmeml', [sequence], 'version="4"')}\n`
}

const OPEN_TRACK = ['<enabled>TRUE</enabled>', '<locked>FALSE</locked>'] as const

const clipItemId = (index: number, channel: number): string => `clipitem-${index + 1}-${channel}`

/** NTSC's rates count as the whole rate above them, a thousandth slower. */
function rateOf(framesPerSecond: number): string {
  const timebase = Math.max(1, Math.round(framesPerSecond))
  const isNtsc = Math.abs(framesPerSecond - (timebase * 1000) / 1001) < 0.005
  return `<rate><timebase>${timebase}</timebase><ntsc>${isNtsc ? 'TRUE' : 'FALSE'}</ntsc></rate>`
}

/** A whole file at a place of the sequence, in frames. */
const placed = (name: string, startFrame: number, frames: number, rate: string): readonly string[] => [
  `<name>${escapeXml(name)}</name>`,
  '<enabled>TRUE</enabled>',
  `<duration>${frames}</duration>`,
  rate,
  `<start>${startFrame}</start>`,
  `<end>${startFrame + frames}</end>`,
  '<in>0</in>',
  `<out>${frames}</out>`,
]

const fileElement = (
  id: string,
  name: string,
  url: string,
  frames: number,
  rate: string,
  media: readonly string[],
): string =>
  element(
    'file',
    [
      `<name>${escapeXml(name)}</name>`,
      `<pathurl>${escapeXml(withHost(url))}</pathurl>`,
      rate,
      `<duration>${frames}</duration>`,
      element('media', media),
    ],
    `id="${id}"`,
  )

/** This form's file addresses name the machine. */
const withHost = (url: string): string => url.replace(/^file:\/\/\//, 'file://localhost/')

const addressIn = (folderUrl: string, fileName: string): string => folderUrl + encodeURIComponent(fileName)

function element(name: string, content: readonly string[], attributes = ''): string {
  const inner = content
    .filter((each) => each !== '')
    .join('\n')
    .replace(/^/gm, '  ')
  return `<${name}${attributes === '' ? '' : ` ${attributes}`}>\n${inner}\n</${name}>`
}
