// Rows under the picture: the clip's own sound, what is planned, what was made, each where it lies on the clip's time.

import { useMemo } from 'react'
import type { PlannedSound, SoundRow } from '../../bridge.ts'
import { Segmented, Slider } from '../../components/fields.tsx'
import { TrackSwitch } from '../../components/track-switch.tsx'
import { clamp } from '../../player/time-math.ts'
import { type Peaks, peaksBetween } from '../../waveform/peaks.ts'
import { overviews } from '../../waveform/picture-cache.ts'
import { usePicture } from '../../waveform/use-picture.ts'
import { Wave } from '../../waveform/wave.tsx'
import { isInFlight } from '../../wording/generations.ts'
import { decibels, signed } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import type { Viewport } from '../edit/viewport.ts'
import { useClipPeaks } from './clip-peaks.ts'
import { partInSight, placeOf, viewOf } from './lane-view.ts'
import { timecodeOf } from './timecode.ts'
import { type HeardTrack, takeOf } from './use-picture-player.ts'
import type { Video } from './use-video.ts'
import styles from './video.module.css'
import { PLAIN_MIX, type TrackMix } from './video-state.ts'

const words = texts.video.track

/** The clip's own sound, and whether it is heard. */
export function ClipSoundRow({ video }: { video: Video }) {
  const { facts, isClipSoundHeard, clip } = video
  const peaks = useClipPeaks(clip, facts)
  const view = viewOf(video)
  const span = { startMs: 0, endMs: facts?.durationMs ?? 0 }
  const place = placeOf(view, span)
  if (facts?.hasAudio !== true) return null
  return (
    <div className={styles.row} data-category="speech" data-heard={isClipSoundHeard}>
      <div className={styles.rowHead}>
        <b>{words.clipSound}</b>
        <span className={styles.note}>{clip.host === null ? words.asItCame : words.notDrawn}</span>
        <TrackSwitch
          label={words.muteClip}
          mark={words.muteShort}
          isOn={!isClipSoundHeard}
          onToggle={() => video.change({ isClipSoundHeard: !isClipSoundHeard })}
        />
      </div>
      <div className={styles.lane}>
        {peaks !== null && place !== null && (
          <div className={styles.made} style={place}>
            <WaveInSight peaks={peaks} view={view} span={span} />
          </div>
        )}
      </div>
    </div>
  )
}

/** Margins of a sound, as parts of its window: there it fades. */
const marginsOf = ({ startMs, endMs, soundStartMs, soundEndMs }: PlannedSound) => {
  const lengthMs = Math.max(1, endMs - startMs)
  return {
    from: clamp((soundStartMs - startMs) / lengthMs, 0, 1),
    to: clamp((soundEndMs - startMs) / lengthMs, 0, 1),
  }
}

function Margins({ sound }: { sound: PlannedSound }) {
  const { from, to } = marginsOf(sound)
  return (
    <>
      {from > 0 && <i className={styles.margin} style={{ left: 0, width: `${from * 100}%` }} />}
      {to < 1 && <i className={styles.margin} style={{ right: 0, width: `${(1 - to) * 100}%` }} data-end />}
    </>
  )
}

/** A sound that was found, before it is made. */
export function PlannedRow({ sound, video }: { sound: PlannedSound; video: Video }) {
  const place = placeOf(viewOf(video), sound)
  const rate = video.facts?.framesPerSecond ?? null
  const span = words.from(
    timecodeOf(sound.soundStartMs / 1000, rate),
    timecodeOf(sound.soundEndMs / 1000, rate),
  )
  return (
    <div className={styles.row} data-category={sound.category ?? sound.type}>
      <div className={styles.rowHead}>
        <b>{sound.label}</b>
        <span className={styles.note}>{sound.category ?? sound.type}</span>
        {sound.credits !== null && video.plan?.isMetered === true && (
          <span className={styles.note}>{words.credits(sound.credits)}</span>
        )}
      </div>
      <div className={styles.lane}>
        {place !== null && (
          <div className={styles.planned} style={place} title={span}>
            <Margins sound={sound} />
            <span className={styles.span}>{words.planned(span)}</span>
          </div>
        )}
      </div>
    </div>
  )
}

/** An output of a job, with its faders. */
export function TrackRow({ heard, video }: { heard: HeardTrack; video: Video }) {
  const { key, track, gainDb, isHeard } = heard
  const view = viewOf(video)
  const place = placeOf(view, track)
  const mix = video.state.mixes.get(key) ?? PLAIN_MIX
  const take = takeOf(video, key, track)
  const isComing = take === null && video.shown !== null && isInFlight(video.shown.generation)
  const change = (part: Partial<TrackMix>): void =>
    video.change((now) => ({
      mixes: new Map(now.mixes).set(key, { ...(now.mixes.get(key) ?? mix), ...part }),
    }))
  return (
    <div className={styles.row} data-category={track.category ?? track.type} data-heard={isHeard}>
      <div className={styles.rowHead}>
        <b title={track.label}>{track.label}</b>
        {isComing ? (
          <span className={styles.note}>{words.beingMade}</span>
        ) : track.isFailed || take === null ? (
          <span className={styles.failed}>{track.isFailed ? words.noAudioCharged : words.noAudio}</span>
        ) : (
          <>
            <span className={styles.mixer}>
              <TrackSwitch
                label={words.mute(track.label)}
                mark={words.muteShort}
                isOn={mix.isMuted}
                onToggle={() => change({ isMuted: !mix.isMuted })}
              />
              <TrackSwitch
                label={words.solo(track.label)}
                mark={words.soloShort}
                isOn={mix.isSolo}
                onToggle={() => change({ isSolo: !mix.isSolo })}
              />
              <Slider
                label={words.gain(track.label)}
                value={mix.gainDb}
                min={-36}
                max={6}
                step={0.5}
                valueText={decibels(gainDb)}
                onChange={(next) => change({ gainDb: next })}
                onDoubleClick={() => change({ gainDb: 0 })}
              />
              <span className={styles.gain}>{signed(gainDb, 1)}</span>
            </span>
            {track.takes.length > 1 && (
              <Segmented
                label={words.take(track.label)}
                value={mix.take}
                options={track.takes.map((_, index) => ({
                  value: index,
                  label: String.fromCharCode(65 + index),
                }))}
                onChange={(next) => change({ take: next })}
              />
            )}
          </>
        )}
      </div>
      <div className={styles.lane}>
        {place !== null &&
          (take === null ? (
            <div className={styles.planned} style={place}>
              <Margins sound={track} />
              <span className={styles.span}>{isComing ? words.beingMade : words.notMade}</span>
            </div>
          ) : (
            <div className={styles.made} style={place}>
              <TakeWave take={take} view={view} span={track} />
              <Margins sound={track} />
            </div>
          ))}
      </div>
    </div>
  )
}

function TakeWave({ take, ...place }: { take: SoundRow; view: Viewport; span: PlannedSound }) {
  const { value } = usePicture(overviews, take.hasFacts && !take.isMissing ? take.id : null)
  return value === null ? null : <WaveInSight peaks={value} {...place} />
}

interface InSight {
  readonly peaks: Peaks
  readonly view: Viewport
  readonly span: { readonly startMs: number; readonly endMs: number }
}

function WaveInSight({ peaks, view, span }: InSight) {
  const { from, to } = partInSight(view, span)
  const part = useMemo(() => peaksBetween(peaks, from, to), [peaks, from, to])
  return (
    <div className={styles.wave} style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}>
      <Wave peaks={part} kind="row" />
    </div>
  )
}
