// Pictures decoded by the app's hidden window, asked for through a port: one part is under way at a time.

import {
  fromDecoder,
  type PictureOutcome,
  type PictureWork,
  type ToDecoder,
} from '../../decode/picture-port.ts'
import {
  CLIP_AUDIO_RATE_HZ,
  type ClipFacts,
  type ClipWindow,
  FRAME_HEIGHT,
  FRAME_PIXELS,
  FRAME_WIDTH,
  type Frame,
  type FrameSource,
  type Inspection,
  PictureUnreadable,
} from './frame-source.ts'

/** The service's end of the port to the app. */
export interface DecoderPort {
  post(message: ToDecoder): void
  /** Everything that comes in, whoever it is for. */
  onMessage(listener: (message: unknown) => void): void
}

/** A source whose sound can be had at other rates than that of the analysis. */
export interface HearingFrames extends FrameSource {
  /**
   * The clip's own sound in a window, mono; empty where it has none.
   * @throws PictureUnreadable where decoding breaks
   */
  readonly soundAt: (
    path: string,
    window: ClipWindow,
    rateHz: number,
    signal: AbortSignal,
  ) => Promise<Float32Array>
}

const FRAME_BYTES = FRAME_PIXELS + 3 * Float32Array.BYTES_PER_ELEMENT

interface Asked {
  part(bytes: Uint8Array): void
  end(outcome: PictureOutcome): void
}

/** A frame source over the app's decoder. The app sets the limits of time: every question is answered. */
export function createPortFrames(port: DecoderPort): HearingFrames {
  const asked = new Map<number, Asked>()
  let lastId = 0

  port.onMessage((message) => {
    const parsed = fromDecoder.safeParse(message)
    if (!parsed.success) return
    const { data } = parsed
    // What was dropped may still have a part under way.
    if (data.type === 'picture.part') asked.get(data.id)?.part(data.bytes)
    else asked.get(data.id)?.end(data.outcome)
  })

  async function* ask(
    path: string,
    work: PictureWork,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array, PictureOutcome> {
    signal.throwIfAborted()
    const id = ++lastId
    const parts: Uint8Array[] = []
    const answer: { outcome: PictureOutcome | null } = { outcome: null }
    let wake = (): void => {}
    const onAbort = (): void => wake()
    asked.set(id, {
      part(bytes) {
        parts.push(bytes)
        wake()
      },
      end(ended) {
        answer.outcome = ended
        wake()
      },
    })
    signal.addEventListener('abort', onAbort)
    port.post({ type: 'picture.ask', id, path, work })
    try {
      for (;;) {
        signal.throwIfAborted()
        const part = parts.shift()
        if (part !== undefined) {
          yield part
          port.post({ type: 'picture.more', id })
        } else if (answer.outcome !== null) {
          return answer.outcome
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      }
    } finally {
      signal.removeEventListener('abort', onAbort)
      asked.delete(id)
      // A reader that left early leaves nothing running.
      if (answer.outcome === null) port.post({ type: 'picture.drop', id })
    }
  }

  async function inspect(path: string, signal: AbortSignal): Promise<Inspection> {
    const answers = ask(path, { kind: 'facts' }, signal)
    let step = await answers.next()
    while (!step.done) step = await answers.next()
    const outcome = step.value
    if (outcome.ok) {
      return outcome.facts === null
        ? { ok: false, problem: 'broken', message: 'the decoder told nothing of the picture' }
        : { ok: true, facts: outcome.facts }
    }
    // To the caller a decoder that gave up on a clip means a clip that cannot be read.
    const problem = outcome.problem === 'unsupported' ? 'unsupported' : 'broken'
    return { ok: false, problem, message: outcome.message }
  }

  async function* frames(
    path: string,
    facts: ClipFacts,
    window: ClipWindow,
    signal: AbortSignal,
  ): AsyncGenerator<Frame> {
    const { framesPerSecond } = facts
    const size = { width: FRAME_WIDTH, height: FRAME_HEIGHT }
    const outcome = yield* framesOf(
      ask(path, { kind: 'frames', ...size, framesPerSecond, ...window }, signal),
    )
    if (!outcome.ok) throw new PictureUnreadable(`the picture cannot be decoded: ${outcome.message}`)
  }

  async function audio(
    path: string,
    facts: ClipFacts,
    window: ClipWindow,
    signal: AbortSignal,
  ): Promise<Float32Array> {
    return facts.hasAudio ? soundAt(path, window, CLIP_AUDIO_RATE_HZ, signal) : new Float32Array()
  }

  async function soundAt(
    path: string,
    window: ClipWindow,
    rateHz: number,
    signal: AbortSignal,
  ): Promise<Float32Array> {
    const sound = new Float32Array(Math.ceil((window.durationMs * rateHz) / 1000))
    let filled = 0
    const answers = ask(path, { kind: 'sound', rateHz, ...window }, signal)
    for (;;) {
      const step = await answers.next()
      if (step.done) {
        if (step.value.ok) return sound.slice(0, filled)
        throw new PictureUnreadable(`the clip's sound cannot be decoded: ${step.value.message}`)
      }
      for (const sample of floatsOf(step.value)) if (filled < sound.length) sound[filled++] = sample
    }
  }

  return { inspect, frames, audio, soundAt }
}

async function* framesOf(
  parts: AsyncGenerator<Uint8Array, PictureOutcome>,
): AsyncGenerator<Frame, PictureOutcome> {
  let isEnded = false
  try {
    for (;;) {
      const step = await parts.next()
      if (step.done) {
        isEnded = true
        return step.value
      }
      const bytes = step.value
      if (bytes.length % FRAME_BYTES !== 0)
        throw new PictureUnreadable(`${bytes.length} bytes are no whole frames of ${FRAME_BYTES}`)
      for (let at = 0; at < bytes.length; at += FRAME_BYTES) {
        const [red = 0, green = 0, blue = 0] = floatsOf(bytes.subarray(at + FRAME_PIXELS, at + FRAME_BYTES))
        yield { luma: bytes.slice(at, at + FRAME_PIXELS), red, green, blue }
      }
    }
  } finally {
    // The outcome is not read any more where the reader has left.
    if (!isEnded) await parts.return({ ok: false, problem: 'unavailable', message: 'given up' })
  }
}

function floatsOf(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float32Array.from({ length: bytes.byteLength >> 2 }, (_, index) => view.getFloat32(index * 4, true))
}
