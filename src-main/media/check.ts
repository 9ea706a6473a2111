// Checks a file that came from elsewhere before it is kept: is it what it was said to be, whole and with sound in it?
import { open, stat } from 'node:fs/promises'
import { textAt } from '../decode/riff.ts'
import { MOST_MP3_PADDING_MS, readStatedFacts, type StatedFacts } from '../decode/stated-facts.ts'
import { openWav, type WavErrorCode } from '../decode/wav.ts'
import { failed, fileFailure, type Outcome, succeeded } from './outcome.ts'

/** What the service said of the file. */
export interface ExpectedAudio {
  /** 'wav', 'flac', 'mp3_192' …: an open list. */
  readonly format: string
  readonly sampleRate: number
  readonly channels: number
  readonly durationMs: number
}
export interface CheckedAudio {
  /** As the file itself has it; what was expected where not even its container can be read. */
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
  // The part behind the line is the bit rate.
  const [kind = ''] = expected.format.toLowerCase().split('_')
  return kind === 'wav' ? checkWav(path, expected) : checkCompressed(path, kind, expected)
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
    return succeeded({
      sampleRate,
      channels,
      durationMs: Math.round(wav.durationMs),
      isDecoded: true,
      differences: differencesOf({ sampleRate, channels, durationMs: wav.durationMs }, expected),
    })
  } finally {
    await wav.close()
  }
}

/** @param addedMs what a codec may have added to the sound, without the file saying so */
function differencesOf(
  { sampleRate, channels, durationMs }: StatedFacts,
  expected: ExpectedAudio,
  addedMs = 0,
): string[] {
  const differences: string[] = []
  if (sampleRate !== expected.sampleRate)
    differences.push(`It was announced with ${expected.sampleRate} Hz and has ${sampleRate} Hz.`)
  if (channels !== expected.channels)
    differences.push(`It was announced with ${expected.channels} channels and has ${channels}.`)
  const tooLongMs = durationMs - expected.durationMs
  if (tooLongMs < -DURATION_TOLERANCE_MS || tooLongMs > DURATION_TOLERANCE_MS + addedMs) {
    differences.push(
      `It was announced with ${expected.durationMs} ms and lasts ${Math.round(durationMs)} ms.`,
    )
  }
  return differences
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

async function checkCompressed(
  path: string,
  kind: string,
  expected: ExpectedAudio,
): Promise<Outcome<CheckedAudio, CheckErrorCode>> {
  try {
    const stats = await stat(path)
    if (!stats.isFile()) return failed('not_a_file', 'It is not a plain file.')
    if (stats.size === 0) return failed('file_empty', 'The file is empty.')
    const handle = await open(path, 'r')
    try {
      const head = new Uint8Array(16)
      await handle.read(head, 0, head.length, 0)
      const isOfFormat = SIGNATURES[kind]
      // A format that is not known here cannot be judged: it is kept, since it was paid for.
      if (isOfFormat && !isOfFormat(head)) {
        return failed('not_audio', `The file does not begin like ${kind.toUpperCase()} audio.`)
      }
    } finally {
      await handle.close()
    }
    const stated = await readStatedFacts(path)
    const { sampleRate, channels } = stated ?? expected
    // The length of an MP3 counts what its codec added: what was announced is nearer to the truth, where both agree.
    const isPadded = kind === 'mp3'
    const differences = stated ? differencesOf(stated, expected, isPadded ? MOST_MP3_PADDING_MS : 0) : []
    const isAsAnnounced = isPadded && differences.length === 0
    const durationMs = stated && !isAsAnnounced ? Math.round(stated.durationMs) : expected.durationMs
    return succeeded({ sampleRate, channels, durationMs, isDecoded: false, differences })
  } catch (error) {
    return fileFailure(error, 'read the file')
  }
}
