// The picture, its ruler with in and out and the model's ceiling, and the controls below it.
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { clipPath } from '../../bridge.ts'
import { Button, IconButton, Keys } from '../../components/button.tsx'
import { ParsedInput } from '../../components/parsed-input.tsx'
import { clamp } from '../../player/time-math.ts'
import { useStore } from '../../store.ts'
import { ticks } from '../edit/viewport.ts'
import type { PicturePlayer } from './picture-player.ts'
import { frameAt, parseTimecode, stepped, timecodeOf, toFrame } from './timecode.ts'
import { usePicturePosition } from './use-picture-player.ts'
import type { Video } from './use-video.ts'
import styles from './video.module.css'

const percent = (part: number): string => `${clamp(part, 0, 1) * 100}%`

interface Props {
  readonly video: Video
  readonly pictures: PicturePlayer
}

export function ClipStage({ video, pictures }: Props) {
  const { clip, facts } = video
  const pictureRef = useRef<HTMLVideoElement>(null)
  const durationS = (facts?.durationMs ?? 0) / 1000
  useEffect(() => {
    pictures.attach(pictureRef.current, durationS)
  }, [pictures, durationS])
  const positionS = usePicturePosition(pictures)
  const rate = facts?.framesPerSecond ?? null
  return (
    <section className={styles.stage} aria-label="Picture">
      <div className={styles.screen}>
        <video
          ref={pictureRef}
          src={`.${clipPath(clip.id)}`}
          muted={!video.isClipSoundHeard}
          preload="auto"
          playsInline
          onClick={() => pictures.toggle()}
        />
        <span className={styles.frame}>
          {timecodeOf(positionS, rate)}
          {rate !== null && ` · frame ${frameAt(positionS, rate)}`}
        </span>
      </div>
      <Ruler video={video} pictures={pictures} positionS={positionS} durationS={durationS} />
      <Edges video={video} pictures={pictures} positionS={positionS} />
    </section>
  )
}

function Ruler({ video, pictures, positionS, durationS }: Props & { positionS: number; durationS: number }) {
  const boxRef = useRef<HTMLDivElement>(null)
  const { inS, outS, ceilingS, state, facts } = video
  const at = (s: number): string => percent(durationS === 0 ? 0 : s / durationS)
  const rate = facts?.framesPerSecond ?? null
  const ceilingAtS = inS + ceilingS
  return (
    <div
      className={styles.ruler}
      ref={boxRef}
      role="slider"
      tabIndex={0}
      aria-label="Position in the clip"
      aria-valuemin={0}
      aria-valuemax={durationS}
      aria-valuenow={positionS}
      aria-valuetext={timecodeOf(positionS, rate)}
      {...scrubbing(boxRef, (part) => pictures.seek(toFrame(part * durationS, rate)))}
    >
      {durationS > 0 &&
        ticks({ startS: 0, spanS: durationS }, boxRef.current?.clientWidth ?? 600).map(({ atS, label }) => (
          <span key={atS} className={styles.tick} data-labelled={label !== null} style={{ left: at(atS) }}>
            {label}
          </span>
        ))}
      <i className={styles.chosen} style={{ left: at(inS), right: `calc(100% - ${at(outS)})` }} />
      {ceilingAtS < durationS && (
        <span className={styles.ceiling} style={{ left: at(ceilingAtS) }}>
          {Math.round(ceilingS)} s ceiling{state.mode === 'speech' ? ', speech kept' : ''}
        </span>
      )}
      <i className={styles.head} style={{ left: at(positionS) }} />
    </div>
  )
}

/** A press or a drag along a box, as a part of its width. */
export function scrubbing(boxRef: RefObject<HTMLElement | null>, move: (part: number) => void) {
  const partOf = (event: PointerEvent): number => {
    const rect = boxRef.current?.getBoundingClientRect()
    return rect === undefined || rect.width === 0 ? 0 : clamp((event.clientX - rect.left) / rect.width, 0, 1)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      move(partOf(event))
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.buttons === 1) move(partOf(event))
    },
  }
}

function Edges({ video, pictures, positionS }: Props & { positionS: number }) {
  const { inS, outS, facts, state } = video
  const rate = facts?.framesPerSecond ?? null
  const isPlaying = useStore(pictures.isPlaying)
  const step = (by: number): void => {
    pictures.pause()
    pictures.seek(stepped(positionS, by, rate))
  }
  const parse = (text: string): number | null => parseTimecode(text, rate)
  const print = (seconds: number): string => timecodeOf(seconds, rate)
  return (
    <div className={styles.edges}>
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? 'Pause the picture' : 'Play the picture'}
        onClick={() => pictures.toggle()}
      />
      <Button
        disabled={state.mode === 'stems'}
        title={state.mode === 'stems' ? 'Stems begin at the first frame' : 'Begin at the playhead'}
        onClick={() => video.setEdge('in', positionS)}
      >
        In <Keys of="i" />
      </Button>
      <ParsedInput
        label="In point"
        className={styles.time}
        value={inS}
        parse={parse}
        print={print}
        onChange={(seconds) => video.setEdge('in', seconds)}
      />
      <Button title="End at the playhead" onClick={() => video.setEdge('out', positionS)}>
        Out <Keys of="o" />
      </Button>
      <ParsedInput
        label="Out point"
        className={styles.time}
        value={outS}
        parse={parse}
        print={print}
        onChange={(seconds) => video.setEdge('out', seconds)}
      />
      <span className={styles.note} title="Length of the selection">
        <span className="spoken">Selected: </span>
        {timecodeOf(outS - inS, rate)}
      </span>
      <span className={styles.steps}>
        <Button onClick={() => step(-1)} title="One frame back">
          −1 f <Keys of="," />
        </Button>
        <Button onClick={() => step(1)} title="One frame on">
          +1 f <Keys of="." />
        </Button>
      </span>
    </div>
  )
}
