// Encodes mono samples as AAC in an M4A file that says which of its samples are the sound.

import { type EncodeOptions, type FilePiece, type Samples, surroundedBlocks } from './file-piece.ts'
import { AAC_FRAME_SAMPLES, m4aHead } from './m4a-head.ts'

/** What the encoder puts ahead of the first sample. */
const PRIMING = 1024
/**
 * The encoder's rate control takes about 16 frames to find its quality (measured: the first frames of a sound were 9 to 26 dB
 * worse than the others), so it finds it ahead of the sound. Behind a loop a frame is enough: the one that overlaps.
 */
const LEAD_IN = 16 * AAC_FRAME_SAMPLES

let loading: Promise<typeof import('mediabunny')> | undefined

/** Loaded when it is first needed: it takes longer to load than a short sound to render. */
function loadEncoder() {
  loading ??= Promise.all([import('mediabunny'), import('@mediabunny/aac-encoder')]).then(
    ([mediabunny, { registerAacEncoder }]) => {
      registerAacEncoder()
      return mediabunny
    },
  )
  return loading
}

/**
 * The pieces of an M4A file: room for the head, the packets, then the head. Edit list and gapless tag cut what the codec
 * added at both ends. The encoder runs in a thread of its own, which ends with the iteration.
 */
export async function* m4aPieces(
  samples: Samples,
  { sampleRateHz, loop }: EncodeOptions,
  bitRate: number,
): AsyncGenerator<FilePiece> {
  const { AudioSample, AudioSampleSource, Mp4OutputFormat, NullTarget, Output } = await loadEncoder()
  const surroundings = { before: LEAD_IN, after: loop ? AAC_FRAME_SAMPLES : 0 }
  const delay = PRIMING + surroundings.before
  const neededPackets = Math.ceil((delay + samples.length) / AAC_FRAME_SAMPLES)
  const track = {
    sampleRateHz,
    bitRate,
    delay,
    samples: samples.length,
  }
  const placeholder = m4aHead({
    ...track,
    config: AUDIO_CONFIG_ROOM,
    packetBytes: new Array(neededPackets).fill(0),
  })
  yield { bytes: placeholder }

  const packets: Uint8Array[] = []
  const packetBytes: number[] = []
  let config: Uint8Array | undefined
  const source = new AudioSampleSource({
    codec: 'aac',
    bitrate: bitRate,
    onEncodedPacket: (packet, meta) => {
      config ??= bytesOf(meta?.decoderConfig?.description)
      // What sounds behind a loop has shaped the last packet, and is not kept itself.
      if (packetBytes.length === neededPackets) return
      packets.push(packet.data)
      packetBytes.push(packet.data.length)
    },
  })
  // The library's own file is not wanted: it cannot say where the last packet's sound ends.
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new NullTarget(),
  })
  output.addAudioTrack(source)
  try {
    await output.start()
    let position = 0
    for (const block of surroundedBlocks(samples, surroundings, loop)) {
      const sample = new AudioSample({
        data: block,
        format: 'f32',
        numberOfChannels: 1,
        sampleRate: sampleRateHz,
        timestamp: position / sampleRateHz,
      })
      await source.add(sample)
      sample.close()
      position += block.length
      for (const bytes of packets.splice(0)) yield { bytes }
    }
    await output.finalize()
  } finally {
    if (output.state !== 'finalized') await output.cancel()
  }
  for (const bytes of packets.splice(0)) yield { bytes }
  if (packetBytes.length !== neededPackets || config?.length !== AUDIO_CONFIG_ROOM.length) {
    throw new Error(`the AAC encoder made ${packetBytes.length} packets in place of ${neededPackets}`)
  }
  yield { bytes: m4aHead({ ...track, config, packetBytes }), at: 0 }
}

/** Room for the encoder's AudioSpecificConfig, which it tells with its first packet. */
const AUDIO_CONFIG_ROOM = new Uint8Array(5)

function bytesOf(data: AllowSharedBufferSource | undefined): Uint8Array | undefined {
  if (data === undefined) return undefined
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}
