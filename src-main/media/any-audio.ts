// Opens a sound file of any format: by the readers of this app, and what they do not decode by the system's ffmpeg.
import { type AudioErrorCode, type AudioFile, openAudio } from '../decode/audio-file.ts'
import { type ForeignAudio, hasFfmpeg, openByFfmpeg } from '../decode/by-ffmpeg.ts'
import { failed, type Outcome, succeeded } from './outcome.ts'

/** Errors: what `openAudio` names; `format_unsupported` says what to do. The caller closes it. */
export async function openAnyAudio(
  path: string,
): Promise<Outcome<AudioFile & Partial<Pick<ForeignAudio, 'format' | 'tags'>>, AudioErrorCode>> {
  const opened = await openAudio(path)
  if (opened.ok || opened.error.code !== 'format_unsupported') return opened
  const foreign = await openByFfmpeg(path)
  return foreign === null ? failed(opened.error.code, withAdvice(opened.error.message)) : succeeded(foreign)
}

const withAdvice = (reason: string): string =>
  hasFfmpeg()
    ? `${reason} ffmpeg finds no sound in it either: if another program plays it, export it from there as WAV or FLAC.`
    : `${reason} With ffmpeg installed on this computer it can be read; else convert it to WAV or FLAC first.`
