// The tracks under the picture: what is planned, what was made, each on the clip's own time, with the way out.
import { bridge, type PlannedSound, type SoundRow, type VideoExportKind } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Segmented, Select, Slider } from '../../components/fields.tsx'
import { useAct } from '../../data/use-act.ts'
import { clamp } from '../../player/time-math.ts'
import { overviews } from '../../waveform/picture-cache.ts'
import { usePicture } from '../../waveform/use-picture.ts'
import { Wave } from '../../waveform/wave.tsx'
import { beginDrag, useWindow } from '../../window-state.ts'
import { outcomeText } from '../../wording/errors.ts'
import { isInFlight, progressText } from '../../wording/generations.ts'
import { counted, decibels, signed } from '../../wording/numbers.ts'
import { dateAndTime } from '../../wording/times.ts'
import { ticks, type Viewport, within, zoomed } from '../edit/viewport.ts'
import type { PicturePlayer } from './picture-player.ts'
import { timecodeOf } from './timecode.ts'
import { type HeardTrack, heardTracks, takeOf, usePicturePosition } from './use-picture-player.ts'
import type { Video } from './use-video.ts'
import styles from './video.module.css'
import { PLAIN_MIX, type TrackMix } from './video-state.ts'

interface Props {
  readonly video: Video
  readonly pictures: PicturePlayer
}
const ZOOM = 1.6
const HOUR_MS = 3_600_000

export const wholeClip = ({ facts }: Video): Viewport => ({
  startS: 0,
  spanS: Math.max(0.5, (facts?.durationMs ?? 0) / 1000),
})
const viewOf = (video: Video): Viewport => {
  const whole = wholeClip(video)
  return video.state.viewport === null ? whole : within(video.state.viewport, whole)
}

export function Tracks({ video, pictures }: Props) {
  const { plan, shown, state } = video
  const showsPlan =
    state.mode === 'stems' && plan !== null && plan.sounds.length > 0 && state.generationId === null
  const heard = heardTracks(video)
  return (
    <section className={styles.tracks} aria-label="Tracks">
      <TracksBar video={video} pictures={pictures} showsPlan={showsPlan} heard={heard} />
      <div className={styles.lanes}>
        <LaneRuler video={video} pictures={pictures} />
        <ClipSoundRow video={video} />
        {showsPlan && plan !== null
          ? plan.sounds.map((sound) => <PlannedRow key={sound.index} sound={sound} video={video} />)
          : heard.map((each) => <TrackRow key={each.key} heard={each} video={video} />)}
        {!showsPlan && shown === null && (
          <p className={styles.nothing}>
            What is made for this clip stands here, each sound where it belongs.
          </p>
        )}
        {!showsPlan && shown !== null && heard.length === 0 && <Standing video={video} />}
      </div>
    </section>
  )
}

function TracksBar({
  video,
  pictures,
  showsPlan,
  heard,
}: Props & { showsPlan: boolean; heard: readonly HeardTrack[] }) {
  const { plan, shown, results, facts } = video
  const view = viewOf(video)
  const zoom = (factor: number): void =>
    video.change({ viewport: zoomed(view, factor, pictures.positionS(), wholeClip(video)) })
  const state = useWindow()
  const soundIds = heard.flatMap(({ key, track }) => takeOf(video, key, track)?.id ?? [])
  return (
    <header className={styles.bar}>
      <h2>{showsPlan ? 'Plan' : 'Tracks'}</h2>
      <span className={styles.note}>
        {showsPlan && plan !== null
          ? `${counted(plan.sounds.length, 'sound')} found, nothing charged yet · plan good for ${leftText(plan.expiresAtMs)}`
          : shown === null
            ? ''
            : progressOrCharge(video)}
      </span>
      {results.length > 1 && (
        <Select
          label="Which result"
          value={shown?.generation.id ?? ''}
          options={results.map(({ generation, isStems, keepsSpeech }) => ({
            value: generation.id,
            label: `${isStems ? 'Stems' : keepsSpeech ? 'Speech kept' : 'Mix'}, ${dateAndTime(generation.createdAtMs, Date.now())}`,
          }))}
          onChange={(generationId) => video.change({ generationId })}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a line of controls */}
      <span className={styles.zoom} role="group" aria-label="Zoom">
        <button type="button" aria-label="Zoom out" onClick={() => zoom(ZOOM)}>
          −
        </button>
        <button
          type="button"
          aria-label="Show the whole clip"
          onClick={() => video.change({ viewport: null })}
        >
          {view.spanS < 10 ? view.spanS.toFixed(1) : Math.round(view.spanS)} s
        </button>
        <button type="button" aria-label="Zoom in" onClick={() => zoom(1 / ZOOM)}>
          +
        </button>
      </span>
      {!showsPlan && soundIds.length > 0 && facts !== null && (
        <>
          <Button
            className={styles.drag}
            draggable
            title="Drag the sounds into another app; their files know where they belong"
            onDragStart={(event) => {
              event.preventDefault()
              beginDrag(state, soundIds)
            }}
          >
            Drag {soundIds.length > 1 ? counted(soundIds.length, 'stem') : 'sound'}
          </Button>
          <Exports video={video} heard={heard} />
        </>
      )}
    </header>
  )
}

function progressOrCharge({ shown }: Video): string {
  if (shown === null) return ''
  const { generation, tracks, keepsSpeech } = shown
  if (isInFlight(generation)) return progressText(generation)
  const isSpeechMissing = keepsSpeech && tracks.length > 0 && !tracks.some(({ type }) => type === 'speech')
  const made = tracks.filter(({ isFailed }) => !isFailed).length
  const parts = tracks.length > 1 ? `${made} of ${tracks.length} made` : ''
  const charge =
    generation.chargedCredits === null ? '' : `charged ${counted(generation.chargedCredits, 'credit')}`
  return [isSpeechMissing ? 'no speech found' : '', parts, charge].filter((part) => part !== '').join(' · ')
}

/** "23 h 58 min" */
function leftText(untilMs: number): string {
  const leftMs = Math.max(0, untilMs - Date.now())
  return `${Math.floor(leftMs / HOUR_MS)} h ${Math.floor((leftMs % HOUR_MS) / 60_000)} min`
}

const EXPORTS: readonly { readonly kind: VideoExportKind; readonly label: string }[] = [
  { kind: 'stems', label: 'Aligned stems, full length' },
  { kind: 'mix', label: 'The mix as heard' },
  { kind: 'clip', label: 'Clip with its new sound' },
  { kind: 'edit-list', label: 'Sounds with OTIO and EDL' },
]

/** What is heard is what is exported. */
export function useExports(video: Video): (kind: VideoExportKind) => Promise<void> {
  const act = useAct()
  return async (kind) => {
    const sounds = heardTracks(video).flatMap(({ key, track, gainDb, isHeard }) => {
      const take = takeOf(video, key, track)
      if (take === null || (!isHeard && kind !== 'stems')) return []
      return [
        {
          soundId: take.id,
          label: track.label,
          startMs: track.startMs,
          fadeInMs: Math.max(0, track.soundStartMs - track.startMs),
          fadeOutMs: Math.max(0, track.endMs - track.soundEndMs),
          gainDb,
        },
      ]
    })
    if (sounds.length === 0) return
    await act(bridge.video.export({ clipId: video.clip.id, kind, sounds }), (done) =>
      done === null ? null : `${counted(done.files, 'file')} written into ${done.folderName}`,
    )
  }
}

function Exports({ video }: { video: Video; heard: readonly HeardTrack[] }) {
  const write = useExports(video)
  return (
    <Select
      label="Export"
      value=""
      options={[
        { value: '', label: 'Export…' },
        ...EXPORTS.map(({ kind, label }) => ({ value: kind, label })),
      ]}
      onChange={(kind) => {
        if (kind !== '') void write(kind)
      }}
    />
  )
}

function LaneRuler({ video, pictures }: Props) {
  const view = viewOf(video)
  const positionS = usePicturePosition(pictures)
  const at = (s: number): number => (s - view.startS) / view.spanS
  const rate = video.facts?.framesPerSecond ?? null
  return (
    <div className={styles.laneRuler}>
      <span className={styles.note}>Aligned to the picture</span>
      <div aria-hidden="true">
        {ticks(view, 720).map(
          ({ atS, label }) =>
            label !== null && (
              <span key={atS} style={{ left: `${at(atS) * 100}%` }}>
                {timecodeOf(atS, rate)}
              </span>
            ),
        )}
        {at(positionS) >= 0 && at(positionS) <= 1 && <i style={{ left: `${at(positionS) * 100}%` }} />}
      </div>
    </div>
  )
}

function ClipSoundRow({ video }: { video: Video }) {
  const { facts, isClipSoundHeard } = video
  if (facts?.hasAudio !== true) return null
  return (
    <div className={styles.row} data-category="speech">
      <div className={styles.rowHead}>
        <b>Clip sound</b>
        <span className={styles.note}>as it came</span>
        <button
          type="button"
          className={styles.mute}
          aria-label="Mute the clip's own sound"
          aria-pressed={!isClipSoundHeard}
          onClick={() => video.change({ isClipSoundHeard: !isClipSoundHeard })}
        >
          M
        </button>
      </div>
      <div className={styles.lane} />
    </div>
  )
}

/** Where a sound lies in view, in percent; null where it is out of sight. */
function placeOf(video: Video, { startMs, endMs }: PlannedSound): { left: string; width: string } | null {
  const view = viewOf(video)
  const from = (startMs / 1000 - view.startS) / view.spanS
  const to = (endMs / 1000 - view.startS) / view.spanS
  if (to <= 0 || from >= 1) return null
  return { left: `${from * 100}%`, width: `${Math.max(0.2, (to - from) * 100)}%` }
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

function PlannedRow({ sound, video }: { sound: PlannedSound; video: Video }) {
  const place = placeOf(video, sound)
  const rate = video.facts?.framesPerSecond ?? null
  const span = `${timecodeOf(sound.soundStartMs / 1000, rate)} to ${timecodeOf(sound.soundEndMs / 1000, rate)}`
  return (
    <div className={styles.row} data-category={sound.category ?? sound.type}>
      <div className={styles.rowHead}>
        <b>{sound.label}</b>
        <span className={styles.note}>{sound.category ?? sound.type}</span>
        {sound.credits !== null && video.plan?.isMetered === true && (
          <span className={styles.note}>{counted(sound.credits, 'credit')}</span>
        )}
      </div>
      <div className={styles.lane}>
        {place !== null && (
          <div className={styles.planned} style={place} title={span}>
            <Margins sound={sound} />
            <span>planned {span}</span>
          </div>
        )}
      </div>
    </div>
  )
}

function TrackRow({ heard, video }: { heard: HeardTrack; video: Video }) {
  const { key, track, gainDb, isHeard } = heard
  const place = placeOf(video, track)
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
          <span className={styles.note}>being made</span>
        ) : track.isFailed || take === null ? (
          <span className={styles.failed}>No audio{track.isFailed ? ', charged with the job' : ''}</span>
        ) : (
          <>
            <span className={styles.mixer}>
              <button
                type="button"
                className={styles.mute}
                aria-label={`Mute ${track.label}`}
                aria-pressed={mix.isMuted}
                onClick={() => change({ isMuted: !mix.isMuted })}
              >
                M
              </button>
              <button
                type="button"
                className={styles.mute}
                aria-label={`Solo ${track.label}`}
                aria-pressed={mix.isSolo}
                onClick={() => change({ isSolo: !mix.isSolo })}
              >
                S
              </button>
              <Slider
                label={`Gain of ${track.label}`}
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
                label={`Take of ${track.label}`}
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
              <span>{isComing ? 'being made' : 'not made'}</span>
            </div>
          ) : (
            <div className={styles.made} style={place}>
              <TakeWave take={take} />
              <Margins sound={track} />
            </div>
          ))}
      </div>
    </div>
  )
}

function TakeWave({ take }: { take: SoundRow }) {
  const { value } = usePicture(overviews, take.hasFacts && !take.isMissing ? take.id : null)
  return value === null ? null : <Wave peaks={value} kind="row" />
}

/** A job that has no tracks: on its way, failed, or sent with its fate unknown. */
function Standing({ video }: { video: Video }) {
  const { view } = useWindow()
  const act = useAct()
  const job = video.shown?.generation
  if (job === undefined) return null
  if (isInFlight(job)) {
    const isStored = job.state === 'stored'
    return (
      <p className={styles.nothing} role="status">
        {job.upload === null
          ? progressText(job)
          : `Uploading the clip, ${Math.round((job.upload.doneBytes / Math.max(1, job.upload.totalBytes)) * 100)} %`}{' '}
        <Button
          weight="link"
          onClick={() =>
            void act(
              isStored
                ? bridge.generations.cancel({ generationId: job.id })
                : bridge.generations.stopWaiting({ generationId: job.id }),
            )
          }
        >
          {isStored ? 'Cancel' : 'Stop waiting'}
        </Button>
      </p>
    )
  }
  return (
    <p className={styles.nothing} role="alert">
      {outcomeText(job)}{' '}
      {job.state === 'unknown' && (
        <Button weight="link" onClick={() => view.set('activity')}>
          Decide in Activity
        </Button>
      )}
    </p>
  )
}
