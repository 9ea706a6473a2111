// The local service inside the app: a utility process that starts on a message and says where it listens.

import './small-heap.ts'

import type { FrameSource } from './picture/frame-source.ts'
import { createPortFrames } from './picture/port-frames.ts'
import { createWindowFrames } from './picture/window-frames.ts'
import { createLocalService, type LocalService, systemFrames } from './service.ts'

/** From the app: where the service keeps its data, and the key of this launch. */
export interface StartMessage {
  readonly type: 'start'
  readonly dataDir: string
  readonly apiKey: string
  /** Whether the app decodes pictures for the service, over the same port. */
  readonly decodesPictures: boolean
}

/** From the app, at last: what runs is queued for the next start, and the process ends. */
export interface StopMessage {
  readonly type: 'stop'
}

/** To the app, once: the port on 127.0.0.1, or why there is none. */
export type StartedMessage =
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'failed'; readonly message: string }

const port = process.parentPort

let service: LocalService | null = null

port.on('message', ({ data }: { data: unknown }) => {
  if (isStartMessage(data)) start(data).then((message) => port.postMessage(message))
  if (isStopMessage(data)) void stop()
})

/** Ends the process even where the service cannot be closed: what ran has failed at its next start then. */
async function stop(): Promise<void> {
  try {
    await service?.close()
  } finally {
    process.exit()
  }
}

/** The system's ffmpeg where there is one, since it reads many times faster; else the app's window. */
function pictureFrames(): FrameSource {
  const system = systemFrames()
  if (system !== null) return system
  const decoder = createPortFrames({
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', ({ data }: { data: unknown }) => listener(data)),
  })
  return createWindowFrames(decoder)
}

async function start({ dataDir, apiKey, decodesPictures }: StartMessage): Promise<StartedMessage> {
  try {
    service = createLocalService({
      dataDir,
      apiKey,
      sandbox: false,
      // The key of this launch is the app's alone; a sign-in would let any program of this machine past it.
      toolServer: false,
      now: Date.now,
      random: Math.random,
      renderWorkerUrl: new URL('./render-worker.js', import.meta.url),
      transcriptionWorkerUrl: new URL('./transcription-worker.js', import.meta.url),
      ...(decodesPictures ? { frameSource: pictureFrames() } : {}),
      log: (line) => process.stderr.write(`${line}\n`),
    })
    const address = await service.listen()
    return { type: 'ready', port: address.port }
  } catch (error) {
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

const isStopMessage = (data: unknown): data is StopMessage =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'stop'

function isStartMessage(data: unknown): data is StartMessage {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === 'start' &&
    'dataDir' in data &&
    typeof data.dataDir === 'string' &&
    'apiKey' in data &&
    typeof data.apiKey === 'string' &&
    'decodesPictures' in data &&
    typeof data.decodesPictures === 'boolean'
  )
}
