// Decodes the frames of the strip beside the window's own thread, made small as they come.
import { ALL_FORMATS, CanvasSink, Input, type InputVideoTrack } from 'mediabunny'
import { rangedFile } from '../../../picture-decoder/ranged-file.ts'
import type { FromStripWorker, ToStripWorker } from './strip-messages.ts'

/** 4096 × 2304: a few frames of a larger picture would take more memory than a strip is worth. */
const MOST_PIXELS = 4096 * 2304

interface Opened {
  readonly track: InputVideoTrack
  readonly framesPerSecond: number
}
let opening: Promise<Opened | null> = Promise.resolve(null)
let latest = 0

const tell = (message: FromStripWorker, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer })

addEventListener('message', ({ data }: MessageEvent<ToStripWorker>) => {
  latest += 1
  if (data.kind === 'open') opening = open(data).catch(() => null)
  else void decode(data, latest)
})

/** Null where its picture cannot be shown here. */
async function open({ address, framesPerSecond }: ToStripWorker & { kind: 'open' }): Promise<Opened | null> {
  const input = new Input({ source: rangedFile(address), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  if (track === null || track.displayWidth * track.displayHeight > MOST_PIXELS) return null
  return (await track.canDecode()) ? { track, framesPerSecond } : null
}

async function decode({ frames, height }: ToStripWorker & { kind: 'want' }, wish: number): Promise<void> {
  const opened = await opening
  if (opened === null) return tell({ kind: 'none' })
  const { track, framesPerSecond } = opened
  const sink = new CanvasSink(track, { height, poolSize: 1 })
  const firstS = await track.getFirstTimestamp()
  // The middle of a frame: rounding of times reaches none beside it.
  const times = frames.map((frame) => Math.max(firstS, (frame + 0.5) / framesPerSecond))
  let index = 0
  try {
    for await (const wrapped of sink.canvasesAtTimestamps(times)) {
      if (wish !== latest) return
      const frame = frames[index++]
      if (wrapped === null || frame === undefined) continue
      const bitmap = await createImageBitmap(wrapped.canvas)
      tell({ kind: 'frame', frame, height, bitmap }, [bitmap])
    }
  } catch {
    // A picture that breaks off: what was decoded of it stands, the lane is empty from there on.
    if (wish === latest && index === 0) tell({ kind: 'none' })
  }
}
