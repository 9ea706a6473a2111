// Looks for speech in a thread of its own that then ends: the server's thread stays free, and the network's memory is given back.

import { Worker } from 'node:worker_threads'
import { resample } from '../codecs/resample.ts'
import { readSourceMono } from '../codecs/source-reader.ts'
import { hasSpeech, SPEECH_RATE_HZ } from './find-speech.ts'
import { separateSpeech } from './separate-speech.ts'

/** What is listened to: samples at 48 kHz, or a window of a sound file. */
export type SpeechSound =
  | { readonly samples: Float32Array }
  | { readonly path: string; readonly startMs: number; readonly durationMs: number }

/** The voice in a sound at 48 kHz; null where no speech is in it. @throws where the sound cannot be read */
export type HearSpeech = (sound: SpeechSound) => Promise<Float32Array | null>

/** With this as its `workerData` the render worker answers with a {@link SpeechReply}, and renders nothing. */
export interface SpeechTask {
  readonly hearSpeech: SpeechSound
}

type SpeechReply =
  | { readonly ok: true; readonly voice: Float32Array | null }
  | { readonly ok: false; readonly message: string }

/** Listens in threads of this module, one sound after the other. */
export function createSpeechHearing(workerUrl: URL): HearSpeech {
  let last: Promise<unknown> = Promise.resolve()
  return (sound) => {
    const heard = last.then(() => hearInThread(workerUrl, sound))
    last = heard.catch(() => {})
    return heard
  }
}

async function hearInThread(workerUrl: URL, sound: SpeechSound): Promise<Float32Array | null> {
  const task: SpeechTask = { hearSpeech: sound }
  const worker = new Worker(workerUrl, { workerData: task })
  worker.unref()
  try {
    const reply = await new Promise<SpeechReply>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', (code) =>
        reject(new Error(`the thread that listens for speech ended with ${code}`)),
      )
    })
    if (!reply.ok) throw new Error(`speech could not be looked for: ${reply.message}`)
    return reply.voice
  } finally {
    await worker.terminate()
  }
}

/** The thread's side. */
export async function answerSpeechTask({ hearSpeech }: SpeechTask): Promise<SpeechReply> {
  try {
    const sound = 'samples' in hearSpeech ? hearSpeech.samples : await readWindow(hearSpeech)
    const { voice, probabilities } = await separateSpeech(sound)
    return { ok: true, voice: hasSpeech(probabilities) ? voice : null }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

export function isSpeechTask(data: unknown): data is SpeechTask {
  return typeof data === 'object' && data !== null && 'hearSpeech' in data
}

async function readWindow(window: {
  readonly path: string
  readonly startMs: number
  readonly durationMs: number
}): Promise<Float32Array> {
  const { samples, sampleRateHz } = await readSourceMono(window.path)
  const first = Math.round((window.startMs * sampleRateHz) / 1000)
  const length = Math.round((window.durationMs * sampleRateHz) / 1000)
  return resample(samples.slice(first, first + length), sampleRateHz, SPEECH_RATE_HZ)
}
