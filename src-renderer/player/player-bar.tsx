// The player at the foot of the window: transport, playhead, fader, output, meter.
import { useEffect, useRef, useState } from 'react'
import { useCommands } from '../commands/registry.ts'
import { IconButton } from '../components/button.tsx'
import { cx } from '../components/cx.ts'
import { Select, Slider } from '../components/fields.tsx'
import { useSettings } from '../data/use-settings.ts'
import { createStore, useStore } from '../store.ts'
import { fullPeaks, overviews } from '../waveform/picture-cache.ts'
import { usePicture } from '../waveform/use-picture.ts'
import { Wave } from '../waveform/wave.tsx'
import { type Transport, useWindow } from '../window-state.ts'
import { decibels, percent } from '../wording/numbers.ts'
import { texts } from '../wording/texts.ts'
import { timecode } from '../wording/times.ts'
import { MeterView } from './meter-view.tsx'
import styles from './player.module.css'
import { FASTEST, SLOWEST } from './player.ts'
import { useProgress } from './use-progress.ts'

const words = texts.player
/** What the select calls the system's own choice. */
const SYSTEM = ''
/** Of the playhead, which slides on whole pixels and has nothing laid out or painted again. @param fraction 0..1 of the box */
const across = (fraction: number): string => `round(${fraction * 100}cqw, 1px)`
/** Where no view plays by itself. */
const NEVER = createStore(false)

export function PlayerBar() {
  const { player, transport } = useWindow()
  const own = useStore(transport)
  const footerRef = useRef<HTMLElement>(null)
  const status = useStore(player.state, (state) => state.status)
  const isViewPlaying = useStore(own?.isPlaying ?? NEVER)
  const isPlaying = status === 'playing' || isViewPlaying
  useLevelAttribute(footerRef, isPlaying)
  return (
    <section
      ref={footerRef}
      className={styles.player}
      aria-label={words.label}
      data-status={isViewPlaying ? 'playing' : status}
    >
      {own === null ? <OfSound /> : <OfView own={own} />}
      <Fader />
      <Output />
      <MeterView isPlaying={isPlaying} />
    </section>
  )
}

interface Buttons {
  readonly isPlaying: boolean
  readonly isEmpty: boolean
  readonly isFailed: boolean
  readonly plays: Pick<Transport, 'toStart' | 'toggle'>
}

function TransportButtons({ isPlaying, isEmpty, isFailed, plays }: Buttons) {
  const [settings, changeSettings] = useSettings()
  return (
    <div className={styles.transport}>
      <IconButton icon="start" label={words.toStart} disabled={isEmpty} onClick={() => plays.toStart()} />
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? words.pause : words.play}
        iconSize={20}
        disabled={isEmpty || isFailed}
        className={styles.go}
        onClick={() => plays.toggle()}
      />
      <IconButton
        icon="loop"
        label={words.loop}
        aria-pressed={settings.isLooping}
        onClick={() => changeSettings({ isLooping: !settings.isLooping })}
      />
    </div>
  )
}

/** The sound that is loaded. */
function OfSound() {
  const { player } = useWindow()
  const state = useStore(player.state)
  return (
    <>
      <TransportButtons
        isPlaying={state.status === 'playing'}
        isEmpty={state.sound === null}
        isFailed={state.status === 'failed'}
        plays={player}
      />
      <Timecode />
      <div className={styles.what}>
        {state.sound === null ? (
          <div className={styles.detail}>{words.nothing}</div>
        ) : (
          <>
            <div title={state.sound.name}>{state.sound.name}</div>
            <div className={cx(styles.detail, state.status === 'failed' && styles.failed)}>
              {state.message ??
                (state.trimDb === 0 || state.sound.isBlind === true
                  ? state.sound.detail
                  : `${state.sound.detail}, ${decibels(state.trimDb)}`)}
            </div>
          </>
        )}
      </div>
      <Progress />
      {!state.isAccompanied && <Speed />}
    </>
  )
}

/** What the view plays by itself. */
function OfView({ own }: { own: Transport }) {
  const isPlaying = useStore(own.isPlaying)
  const [positionS, setPositionS] = useState(0)
  const [durationS, setDurationS] = useState(0)
  useEffect(() => {
    let frame = 0
    const follow = (): void => {
      setPositionS(own.positionS())
      setDurationS(own.durationS())
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [own])
  return (
    <>
      <TransportButtons isPlaying={isPlaying} isEmpty={durationS === 0} isFailed={false} plays={own} />
      <div className={styles.timecode}>{timecode(positionS)}</div>
      <div className={styles.what}>
        <div title={own.name}>{own.name}</div>
        <div className={styles.detail}>{own.detail}</div>
      </div>
      <div className={styles.wave}>
        <span className={styles.flat} />
        <span
          className={styles.playhead}
          style={{ translate: across(durationS === 0 ? 0 : Math.min(1, positionS / durationS)) }}
        />
        <input
          type="range"
          className={styles.seek}
          aria-label={words.position}
          aria-valuetext={timecode(positionS)}
          min={0}
          max={durationS}
          step={0.001}
          value={Math.min(positionS, durationS)}
          onChange={(event) => own.seek(event.currentTarget.valueAsNumber)}
        />
      </div>
    </>
  )
}

/** The level that leaves the app stands on the element while something sounds: real, read from an analyser. */
function useLevelAttribute(ref: React.RefObject<HTMLElement | null>, isPlaying: boolean): void {
  const { player } = useWindow()
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    if (!isPlaying) {
      delete element.dataset.levelDb
      return
    }
    const timer = setInterval(() => {
      player.tick()
      const peakDb = player.levels()?.peakDb ?? Number.NEGATIVE_INFINITY
      element.dataset.levelDb = Number.isFinite(peakDb) ? peakDb.toFixed(1) : '-Infinity'
    }, 50)
    return () => clearInterval(timer)
  }, [ref, player, isPlaying])
}

function Timecode() {
  const { player } = useWindow()
  const positionS = useProgress(player)
  return <div className={styles.timecode}>{timecode(positionS)}</div>
}

function Progress() {
  const { player } = useWindow()
  const state = useStore(player.state)
  const positionS = useProgress(player)
  // The picture of a take that is compared blind would tell which one it is; what is silent has none.
  const { sound } = state
  const id = sound === null || sound.isBlind === true || sound.isSilent === true ? null : sound.id
  const fine = usePicture(fullPeaks, id)
  const coarse = usePicture(overviews, id)
  const peaks = fine.value ?? coarse.value
  const durationS = player.durationS()
  const at = durationS === 0 ? 0 : Math.min(1, positionS / durationS)
  // The slider is there for hands and for screen readers: while it runs, ten times a second are enough for them.
  const toldS = state.status === 'playing' ? Math.floor(positionS * 10) / 10 : positionS
  if (state.sound === null) {
    return (
      <div className={styles.wave}>
        <span className={styles.flat} />
      </div>
    )
  }
  const { region } = state
  const span =
    region === null || durationS === 0
      ? null
      : ([region.startS / durationS, region.endS / durationS] as const)
  return (
    <div className={styles.wave}>
      {span !== null && (
        <span
          className={styles.region}
          style={{ left: `${span[0] * 100}%`, width: `${(span[1] - span[0]) * 100}%` }}
        />
      )}
      {peaks === null ? (
        <span className={styles.flat} />
      ) : (
        <Wave peaks={peaks} kind="row" played={at} region={span} />
      )}
      <span className={styles.playhead} style={{ translate: across(at) }} />
      <input
        type="range"
        className={styles.seek}
        aria-label={words.position}
        aria-valuetext={timecode(toldS)}
        min={0}
        max={durationS}
        step={0.001}
        value={Math.min(toldS, durationS)}
        onChange={(event) => player.seek(event.currentTarget.valueAsNumber)}
      />
    </div>
  )
}

/** Pitch and time together, as on tape. What is dragged out is cut at this speed. */
function Speed() {
  const { player } = useWindow()
  const speed = useStore(player.state, (state) => state.speed)
  const reset = (): void => player.setSpeed(1)
  useCommands([{ id: 'speed', title: words.fullSpeed, section: 'Play', isEnabled: speed !== 1, run: reset }])
  return (
    <div className={cx(styles.speed, speed !== 1 && styles.isOff)} title={words.speedTitle}>
      <Slider
        label={words.speed}
        value={Math.round(speed * 100)}
        min={SLOWEST * 100}
        max={FASTEST * 100}
        step={1}
        valueText={percent(speed)}
        onChange={(value) => player.setSpeed(value / 100)}
        onDoubleClick={reset}
      />
      <output onDoubleClick={reset}>{percent(speed)}</output>
    </div>
  )
}

function Fader() {
  const [settings, changeSettings] = useSettings()
  return (
    <div className={styles.gain}>
      <Slider
        label={words.gain}
        value={settings.gainDb}
        min={-60}
        max={6}
        step={0.5}
        valueText={decibels(settings.gainDb)}
        onChange={(gainDb) => changeSettings({ gainDb })}
        onDoubleClick={() => changeSettings({ gainDb: 0 })}
      />
      <output>{decibels(settings.gainDb)}</output>
    </div>
  )
}

function Output() {
  const { player } = useWindow()
  const [settings, changeSettings] = useSettings()
  const outputs = useStore(player.state, (state) => state.outputs)
  const note = useStore(player.state, (state) => state.outputNote)
  const options = [
    { value: SYSTEM, label: words.output.system },
    ...outputs.map(({ label }) => ({ value: label, label })),
  ]
  const wished = settings.outputDevice
  // A device that is unplugged stays in the list: it is what was wished for.
  if (wished !== null && !options.some((option) => option.value === wished))
    options.push({ value: wished, label: wished })
  return (
    <div className={cx(styles.output, note !== null && styles.noted)} title={note ?? undefined}>
      <Select
        label={words.output.label}
        value={wished ?? SYSTEM}
        options={options}
        onChange={(label) => changeSettings({ outputDevice: label === SYSTEM ? null : label })}
      />
      {note !== null && (
        <span className="spoken" role="status">
          {note}
        </span>
      )}
    </div>
  )
}
