// Checks a file that came from elsewhere before it is kept: is it what it was said to be, whole and with sound in it?
import { open, stat } from 'node:fs/promises'
import { failed, fileFailure, type Outcome, succeeded } from './outcome.ts'
import { textAt } from './riff.ts'
import { openWav, type WavErrorCode } from './wav.ts'

/** What the service said of the file. */
export interface ExpectedAudio {
  /** 'wav', 'mp3', 'flac' …: an open list. */
  readonly format: string
  readonly sampleRate: number
  readonly channels: number
  readonly durationMs: number
}
export interface CheckedAudio {
  /** As the file itself has it; what was expected where the format is only recognised, not decoded. */
  readonly sampleRate: number
  readonly channels: number
  readonly durationMs: number
  /** False: the beginning is that of the format, the rest was not decoded. */
  readonly isDecoded: boolean
  /** What differs from what was said, in sentences to show beside the sound: kept, but flagged. */
  readonly differences: readonly string[]
}
export type CheckErrorCode = WavErrorCode | 'file_cut_short' | 'not_audio'

/** A stated duration may be off by rounding and by a codec's padding. */
const DURATION_TOLERANCE_MS = 60

/** Errors: `file_cut_short`, `wav_no_audio`, `wav_invalid`, `not_wav`, `not_audio`, `file_empty` and the disk's own. */
export async function checkAudioFile(
  path: string,
  expected: ExpectedAudio,
): Promise<Outcome<CheckedAudio, CheckErrorCode>> {
  return expected.format.toLowerCase() === 'wav' ? checkWav(path, expected) : checkSignature(path, expected)
}

async function checkWav(
  path: string,
  expected: ExpectedAudio,
): Promise<Outcome<CheckedAudio, CheckErrorCode>> {
  const opened = await openWav(path)
  if (!opened.ok) return opened
  const wav = opened.value
  try {
    if (wav.isCutShort) {
      return failed(
        'file_cut_short',
        `The file holds ${wav.data.bytes} bytes of samples, but states ${wav.data.statedBytes}.`,
        true,
      )
    }
    const { sampleRate, channels } = wav.format
    const differences: string[] = []
    if (sampleRate !== expected.sampleRate)
      differences.push(`It was announced with ${expected.sampleRate} Hz and has ${sampleRate} Hz.`)
    if (channels !== expected.channels)
      differences.push(`It was announced with ${expected.channels} channels and has ${channels}.`)
    if (Math.abs(wav.durationMs - expected.durationMs) > DURATION_TOLERANCE_MS) {
      differences.push(
        `It was announced with ${expected.durationMs} ms and lasts ${Math.round(wav.durationMs)} ms.`,
      )
    }
    return succeeded({
      sampleRate,
      channels,
      durationMs: Math.round(wav.durationMs),
      isDecoded: true,
      differences,
    })
  } finally {
    await wav.close()
  }
}

/** How files of a format begin. */
const SIGNATURES: Readonly<Record<string, (head: Uint8Array) => boolean>> = {
  // An ID3 tag, or the sync of a frame: 11 set bits, a layer that is not reserved, a bit rate and a sample rate that exist.
  mp3: (head) => textAt(head, 0, 3) === 'ID3' || isMpegFrame(head),
  flac: (head) => textAt(head, 0, 4) === 'fLaC',
  ogg: (head) => textAt(head, 0, 4) === 'OggS',
  opus: (head) => textAt(head, 0, 4) === 'OggS',
  m4a: (head) => textAt(head, 4, 4) === 'ftyp',
  mp4: (head) => textAt(head, 4, 4) === 'ftyp',
  aac: (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0,
  aiff: (head) => textAt(head, 0, 4) === 'FORM',
}

function isMpegFrame(head: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = head
  return (
    first === 0xff &&
    (second & 0xe0) === 0xe0 &&
    (second & 0x06) !== 0 &&
    third >> 4 !== 15 &&
    (third & 0x0c) !== 0x0c
  )
}

async function checkSignature(
  path: string,
  expected: ExpectedAudio,
): Promise<Outcome<CheckedAudio, CheckErrorCode>> {
  const { sampleRate, channels, durationMs } = expected
  try {
    const stats = await stat(path)
    if (!stats.isFile()) return failed('not_a_file', 'It is not a plain file.')
    if (stats.size === 0) return failed('file_empty', 'The file is empty.')
    const handle = await open(path, 'r')
    try {
      const head = new Uint8Array(16)
      await handle.read(head, 0, head.length, 0)
      const isOfFormat = SIGNATURES[expected.format.toLowerCase()]
      // A format that is not known here cannot be judged: it is kept, since it was paid for.
      if (isOfFormat && !isOfFormat(head)) {
        return failed('not_audio', `The file does not begin like ${expected.format.toUpperCase()} audio.`)
      }
      return succeeded({ sampleRate, channels, durationMs, isDecoded: false, differences: [] })
    } finally {
      await handle.close()
    }
  } catch (error) {
    return fileFailure(error, 'read the file')
  }
}
