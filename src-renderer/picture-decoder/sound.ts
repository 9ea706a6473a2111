// The clip's own sound as mono at a lower rate, kept on the picture's timeline, sent second by second.
import { type AudioSample, AudioSampleSink, type Input } from 'mediabunny'
import { createDownsampler } from './downsample.ts'
import { type Outcome, type Send, type SoundWork, unsupported } from './work.ts'

/** Sends the sound of a span as floats; nothing where the clip has none. */
export async function sendSound(input: Input, work: SoundWork, send: Send): Promise<Outcome> {
  const track = await input.getPrimaryAudioTrack()
  if (track === null) return { ok: true, facts: null }
  if (!(await track.canDecode())) return unsupported('the codec of its sound is not played here')
  const fromHz = await track.getSampleRate()
  const downsample = createDownsampler(fromHz, work.rateHz)
  const startS = work.startMs / 1000
  const wanted = Math.ceil((work.durationMs * work.rateHz) / 1000)
  let sent = 0
  let waiting: Float32Array[] = []
  let waitingSamples = 0
  const put = async (samples: Float32Array, isLast: boolean): Promise<void> => {
    const kept = samples.subarray(0, wanted - sent - waitingSamples)
    waiting.push(kept)
    waitingSamples += kept.length
    if (waitingSamples === 0 || (!isLast && waitingSamples < work.rateHz)) return
    const bytes = new DataView(new ArrayBuffer(waitingSamples * 4))
    let at = 0
    for (const part of waiting) for (const sample of part) bytes.setFloat32(4 * at++, sample, true)
    sent += waitingSamples
    waiting = []
    waitingSamples = 0
    await send(new Uint8Array(bytes.buffer))
  }
  /** Samples at the track's own rate that went in so far. */
  let heard = 0
  for await (const sample of new AudioSampleSink(track).samples(startS, startS + work.durationMs / 1000)) {
    const at = Math.round((sample.timestamp - startS) * fromHz)
    const mono = monoOf(sample)
    sample.close()
    if (at > heard) {
      await put(downsample.push(new Float32Array(at - heard)), false)
      heard = at
    }
    const fresh = mono.subarray(Math.min(mono.length, heard - at))
    await put(downsample.push(fresh), false)
    heard += fresh.length
  }
  await put(downsample.end(), true)
  return { ok: true, facts: null }
}

function monoOf(sample: AudioSample): Float32Array {
  const { numberOfFrames, numberOfChannels } = sample
  const mono = new Float32Array(numberOfFrames)
  const channel = new Float32Array(numberOfFrames)
  for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex++) {
    sample.copyTo(channel, { planeIndex, format: 'f32-planar' })
    for (let index = 0; index < numberOfFrames; index++)
      mono[index] = (mono[index] ?? 0) + (channel[index] ?? 0) / numberOfChannels
  }
  return mono
}
