// The boxes of an M4A file ahead of its packets: one track of AAC, cut by an edit list to the sound in it.

export interface M4aTrack {
  readonly sampleRateHz: number
  /** What the encoder aimed at. */
  readonly bitRate: number
  /** Decoded samples ahead of the sound's first. */
  readonly delay: number
  /** Samples of the sound. */
  readonly samples: number
  /** AudioSpecificConfig of the encoder (ISO/IEC 14496-3, 1.6.2.1). */
  readonly config: Uint8Array
  /** Size of each packet, the sound ending in the last one. They lie one behind the other after the head. */
  readonly packetBytes: readonly number[]
}

/** Samples in a packet of AAC-LC. */
export const AAC_FRAME_SAMPLES = 1024
const IDENTITY_MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(uint32)
const UNDETERMINED_LANGUAGE = 0x55c4

/**
 * `ftyp`, `moov` and the head of `mdat`. Its size follows from the number of packets and the size of `config` alone.
 * All times count samples, so that none is rounded; dates are left out, so that the same sound gives the same bytes.
 * @see ISO/IEC 14496-12 and 14496-14
 */
export function m4aHead(track: M4aTrack): Uint8Array {
  const fileType = box('ftyp', text('M4A '), uint32(0), text('M4A '), text('mp42'), text('isom'))
  const headBytes = fileType.length + moov(track, 0).length + 8
  const mediaBytes = track.packetBytes.reduce((sum, bytes) => sum + bytes, 0)
  return Buffer.concat([fileType, moov(track, headBytes), uint32(mediaBytes + 8), text('mdat')])
}

function moov(track: M4aTrack, firstPacketAt: number): Buffer {
  const { sampleRateHz, samples, delay } = track
  const mediaSamples = delay + samples
  const header = fullBox(
    'mvhd',
    0,
    uint32(0), // created
    uint32(0), // changed
    uint32(sampleRateHz),
    uint32(samples),
    uint32(0x10000), // speed 1
    uint16(0x100), // volume 1
    Buffer.alloc(10),
    ...IDENTITY_MATRIX,
    Buffer.alloc(24),
    uint32(2), // next track
  )
  const trackHeader = fullBox(
    'tkhd',
    7, // enabled, in the movie, in the preview
    uint32(0),
    uint32(0),
    uint32(1), // track
    uint32(0),
    uint32(samples),
    Buffer.alloc(8),
    uint16(0), // layer
    uint16(1), // alternate group
    uint16(0x100), // volume 1
    uint16(0),
    ...IDENTITY_MATRIX,
    uint32(0), // width
    uint32(0), // height
  )
  const edit = box('edts', fullBox('elst', 0, uint32(1), uint32(samples), uint32(delay), uint32(0x10000)))
  const media = box(
    'mdia',
    fullBox(
      'mdhd',
      0,
      uint32(0),
      uint32(0),
      uint32(sampleRateHz),
      uint32(mediaSamples),
      uint16(UNDETERMINED_LANGUAGE),
      uint16(0),
    ),
    fullBox('hdlr', 0, uint32(0), text('soun'), Buffer.alloc(12), text('Sound\0')),
    box(
      'minf',
      fullBox('smhd', 0, uint32(0)),
      box('dinf', fullBox('dref', 0, uint32(1), fullBox('url ', 1))),
      sampleTable(track, mediaSamples, firstPacketAt),
    ),
  )
  return box('moov', header, box('trak', trackHeader, edit, media), gaplessTag(track))
}

function sampleTable(
  { packetBytes, ...track }: M4aTrack,
  mediaSamples: number,
  firstPacketAt: number,
): Buffer {
  return box(
    'stbl',
    fullBox('stsd', 0, uint32(1), sampleEntry({ packetBytes, ...track })),
    fullBox('stts', 0, ...durations(packetBytes.length, mediaSamples)),
    fullBox('stsc', 0, uint32(1), uint32(1), uint32(packetBytes.length), uint32(1)),
    fullBox('stsz', 0, uint32(0), uint32(packetBytes.length), ...packetBytes.map(uint32)),
    fullBox('stco', 0, uint32(1), uint32(firstPacketAt)),
  )
}

/** Always two runs, so that the size of the head does not depend on the signal: whole packets, and the one where the sound ends. */
function durations(packets: number, mediaSamples: number): Buffer[] {
  const lastSamples = mediaSamples - (packets - 1) * AAC_FRAME_SAMPLES
  return [uint32(2), uint32(packets - 1), uint32(AAC_FRAME_SAMPLES), uint32(1), uint32(lastSamples)]
}

function sampleEntry({ sampleRateHz, bitRate, config, packetBytes }: M4aTrack): Buffer {
  const largest = packetBytes.reduce((most, bytes) => Math.max(most, bytes), 0)
  const decoderConfig = descriptor(
    0x04,
    Buffer.from([0x40, 0x15]), // AAC, an audio stream
    uint32(largest).subarray(1), // buffer, 24 bits
    uint32(Math.ceil((largest * 8 * sampleRateHz) / AAC_FRAME_SAMPLES)), // the most
    uint32(bitRate),
    descriptor(0x05, config),
  )
  const stream = descriptor(
    0x03,
    uint16(0),
    Buffer.from([0]),
    decoderConfig,
    descriptor(0x06, Buffer.from([2])),
  )
  return box(
    'mp4a',
    Buffer.alloc(6),
    uint16(1), // data reference
    Buffer.alloc(8),
    uint16(1), // channels
    uint16(16), // bits, as the format asks of every codec
    uint32(0),
    uint32(sampleRateHz * 0x10000),
    fullBox('esds', 0, stream),
  )
}

/** What players look at that know no edit lists: delay, padding and length, as iTunes writes them. */
function gaplessTag({ delay, samples, packetBytes }: M4aTrack): Buffer {
  const padding = packetBytes.length * AAC_FRAME_SAMPLES - delay - samples
  const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')
  const fields = [
    hex(0, 8),
    hex(delay, 8),
    hex(padding, 8),
    hex(samples, 16),
    ...new Array(8).fill(hex(0, 8)),
  ]
  return box(
    'udta',
    fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, uint32(0), text('mdirappl'), Buffer.alloc(9)),
      box(
        'ilst',
        box(
          '----',
          fullBox('mean', 0, text('com.apple.iTunes')),
          fullBox('name', 0, text('iTunSMPB')),
          box('data', uint32(1), uint32(0), text(` ${fields.join(' ')}`)),
        ),
      ),
    ),
  )
}

function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([uint32(body.length + 8), text(type), body])
}

function fullBox(type: string, flags: number, ...content: readonly Uint8Array[]): Buffer {
  return box(type, uint32(flags), ...content)
}

/** A descriptor of at most 127 bytes (ISO/IEC 14496-1, 8.3.3). */
function descriptor(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag, body.length]), body])
}

function text(value: string): Buffer {
  return Buffer.from(value, 'latin1')
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
