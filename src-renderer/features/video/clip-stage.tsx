// The picture, its ruler with in and out and the model's ceiling, and the controls below it.
import { useEffect, useRef, useState } from 'react'
import { clipPath } from '../../bridge.ts'
import { Button, IconButton, Keys } from '../../components/button.tsx'
import { ParsedInput } from '../../components/parsed-input.tsx'
import { clamp } from '../../player/time-math.ts'
import { useStore } from '../../store.ts'
import { texts } from '../../wording/texts.ts'
import { ticks } from '../edit/viewport.ts'
import type { PicturePlayer } from './picture-player.ts'
import { scrubbing } from './scrubbing.ts'
import { frameAt, parseTimecode, stepped, timecodeOf, toFrame } from './timecode.ts'
import { usePicturePosition } from './use-picture-player.ts'
import type { Video } from './use-video.ts'
import styles from './video.module.css'

const words = texts.video.picture

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
  const [isPlayed, setPlayed] = useState(true)
  return (
    <section className={styles.stage} aria-label={words.title}>
      <div className={styles.screen}>
        <video
          ref={pictureRef}
          src={video.isUnseen ? undefined : `.${clipPath(clip.id)}`}
          muted={!video.isClipSoundHeard}
          preload="auto"
          playsInline
          onClick={() => pictures.toggle()}
          onError={() => setPlayed(false)}
          onLoadedData={() => setPlayed(true)}
        />
        {video.isUnseen ? (
          <Unseen video={video} />
        ) : (
          !isPlayed && <p className={styles.unseen}>{words.notPlayed}</p>
        )}
        <span className={styles.frame}>
          {timecodeOf(positionS, rate)}
          {rate !== null && ` · ${words.frame(frameAt(positionS, rate))}`}
        </span>
      </div>
      <Ruler video={video} pictures={pictures} positionS={positionS} durationS={durationS} />
      <Edges video={video} pictures={pictures} positionS={positionS} />
    </section>
  )
}

/** In place of the picture, where the service alone reads it: what that means, and the one fact that is asked for. */
function Unseen({ video }: { video: Video }) {
  const { unseen } = texts.video
  return (
    <div className={styles.unseen}>
      <h2>{unseen.title}</h2>
      <p>{unseen.more}</p>
      <p className={styles.note}>{video.unseenReason}</p>
      <span className={styles.field}>
        <em>{unseen.length}</em>
        <ParsedInput
          label={unseen.length}
          className={styles.time}
          value={video.state.toldLengthS}
          parse={(text) => parseTimecode(text, null)}
          print={(seconds) => timecodeOf(seconds, null)}
          placeholder={unseen.lengthPlaceholder}
          onChange={(toldLengthS) => video.change({ toldLengthS, inS: null, outS: null })}
        />
      </span>
    </div>
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
      aria-label={words.position}
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
          {words.ceiling(Math.round(ceilingS), state.mode === 'speech')}
        </span>
      )}
      <i className={styles.head} style={{ left: at(positionS) }} />
    </div>
  )
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
        label={isPlaying ? words.pause : words.play}
        onClick={() => pictures.toggle()}
      />
      <Button
        disabled={state.mode === 'stems'}
        title={state.mode === 'stems' ? words.inFixed : words.inHere}
        onClick={() => video.setEdge('in', positionS)}
      >
        {words.in} <Keys of="i" />
      </Button>
      <ParsedInput
        label={words.inPoint}
        className={styles.time}
        value={inS}
        parse={parse}
        print={print}
        onChange={(seconds) => video.setEdge('in', seconds)}
      />
      <Button title={words.outHere} onClick={() => video.setEdge('out', positionS)}>
        {words.out} <Keys of="o" />
      </Button>
      <ParsedInput
        label={words.outPoint}
        className={styles.time}
        value={outS}
        parse={parse}
        print={print}
        onChange={(seconds) => video.setEdge('out', seconds)}
      />
      <span className={styles.note} title={words.length}>
        <span className="spoken">{words.selected}</span>
        {timecodeOf(outS - inS, rate)}
      </span>
      <span className={styles.steps}>
        <Button onClick={() => step(-1)} title={words.frameBack}>
          {words.backShort} <Keys of="," />
        </Button>
        <Button onClick={() => step(1)} title={words.frameOn}>
          {words.onShort} <Keys of="." />
        </Button>
      </span>
    </div>
  )
}
