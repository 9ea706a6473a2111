// The first lane: frames of the picture along the clip's time, each beginning where it is seen.
import { useEffect, useRef, useState } from 'react'
import { clipPath } from '../../../bridge.ts'
import { cx } from '../../../components/cx.ts'
import { useSettled } from '../../../data/use-delayed.ts'
import { createStore, useStore } from '../../../store.ts'
import { fitCanvas } from '../../../waveform/draw.ts'
import { usePaintRevision } from '../../../waveform/use-picture.ts'
import { texts } from '../../../wording/texts.ts'
import { secondsOf } from '../../edit/viewport.ts'
import { viewOf } from '../lane-view.ts'
import type { PicturePlayer } from '../picture-player.ts'
import { scrubbing } from '../scrubbing.ts'
import { toFrame } from '../timecode.ts'
import type { Video } from '../use-video.ts'
import styles from '../video.module.css'
import { FrameStrip } from './frame-strip.ts'
import { cropOf, stripTiles } from './strip-tiles.ts'

/** Where a file does not tell its rate. */
const UNTOLD_RATE = 25
/** Zooming and moving pause this long before frames are decoded for them. */
const DECODE_AFTER_MS = 120
/** Frames are made at most this high, whatever the screen: they stay pictures to find one's way by. */
const MOST_FRAME_PX = 104

export function PictureRow({ video, pictures }: { video: Video; pictures: PicturePlayer }) {
  const boxRef = useRef<HTMLDivElement>(null)
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const { facts, clip } = video
  const rate = facts?.framesPerSecond ?? UNTOLD_RATE
  const strip = useStrip(clip.id, facts === null || video.isUnseen ? null : rate)
  const paint = usePaintRevision()
  const view = viewOf(video)
  const { startS, spanS } = useSettled(view, DECODE_AFTER_MS)
  const isMoving = startS !== view.startS || spanS !== view.spanS
  const durationS = (facts?.durationMs ?? 0) / 1000
  const aspect = facts === null || facts.height === 0 ? 16 / 9 : facts.width / facts.height
  const order = { view, durationS, framesPerSecond: rate }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is made of what is listed; the revision stands for sizes
  useEffect(() => {
    const canvas = canvasRef.current
    const box = canvas === null ? null : fitCanvas(canvas)
    if (strip === null || box === null || isMoving) return
    const tiles = stripTiles({ ...order, stripWidth: box.width, frameWidth: box.height * aspect })
    strip.want(
      tiles.map(({ frame }) => frame),
      Math.min(box.height, MOST_FRAME_PX),
    )
  }, [strip, startS, spanS, isMoving, durationS, rate, aspect, paint])

  const revision = useStore(strip?.revision ?? NO_REVISION)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above; another revision has other frames
  useEffect(() => {
    const canvas = canvasRef.current
    const box = canvas === null ? null : fitCanvas(canvas)
    const graphics = canvas?.getContext('2d') ?? null
    if (strip === null || box === null || graphics === null) return
    graphics.clearRect(0, 0, box.width, box.height)
    for (const { frame, x, width } of stripTiles({
      ...order,
      stripWidth: box.width,
      frameWidth: box.height * aspect,
    })) {
      const bitmap = strip.frame(frame)
      if (bitmap !== undefined) drawTile(graphics, bitmap, { x, width, height: box.height })
    }
  }, [strip, revision, view.startS, view.spanS, durationS, rate, aspect, paint])

  const isBlank = useStore(strip?.isBlank ?? NOT_BLANK)
  if (facts === null || video.isUnseen) return null
  const words = texts.video.picture
  return (
    <div className={styles.row}>
      <div className={styles.rowHead}>
        <b>{words.title}</b>
        <span className={styles.note}>{isBlank ? words.notDecoded : ''}</span>
      </div>
      {/* Keys and assistive technology have the slider under the picture. */}
      <div
        className={cx(styles.lane, styles.strip)}
        ref={boxRef}
        aria-hidden="true"
        {...scrubbing(boxRef, (part) => pictures.seek(toFrame(secondsOf(view, part), facts.framesPerSecond)))}
      >
        <canvas ref={canvasRef} data-frames={revision} />
      </div>
    </div>
  )
}

/** A hairline parts frame from frame. */
const PART_PX = 1

function drawTile(
  graphics: CanvasRenderingContext2D,
  bitmap: ImageBitmap,
  { x, width, height }: { readonly x: number; readonly width: number; readonly height: number },
): void {
  const whole = (bitmap.width / bitmap.height) * height
  graphics.save()
  graphics.beginPath()
  graphics.rect(x, 0, Math.max(0, width - PART_PX), height)
  graphics.clip()
  if (width > 1.5 * whole) {
    // One frame lasts over all of it.
    for (let at = x; at < x + width; at += whole + PART_PX) graphics.drawImage(bitmap, at, 0, whole, height)
  } else {
    const from = cropOf(bitmap, { width, height })
    graphics.drawImage(bitmap, from.x, from.y, from.width, from.height, x, 0, width, height)
  }
  graphics.restore()
}

/** @param framesPerSecond null while there is nothing to decode */
function useStrip(clipId: string, framesPerSecond: number | null): FrameStrip | null {
  const [strip, setStrip] = useState<FrameStrip | null>(null)
  useEffect(() => {
    if (framesPerSecond === null) return
    const worker = new Worker(new URL('./strip-worker.ts', import.meta.url), { type: 'module' })
    // A worker reads addresses against its own file.
    const made = new FrameStrip(
      worker,
      new URL(`.${clipPath(clipId)}`, document.baseURI).href,
      framesPerSecond,
    )
    setStrip(made)
    return () => {
      made.close()
      setStrip(null)
    }
  }, [clipId, framesPerSecond])
  return strip
}

const NO_REVISION = createStore(0)
const NOT_BLANK = createStore(false)
