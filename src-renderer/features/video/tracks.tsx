// The tracks under the picture: what is planned, what was made, each on the clip's own time, with the way out.
import { useRef } from 'react'
import { bridge, type VideoExportKind } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Select } from '../../components/fields.tsx'
import { ZoomControl } from '../../components/zoom-control.tsx'
import { useAct } from '../../data/use-act.ts'
import { beginDrag, useWindow } from '../../window-state.ts'
import { outcomeText } from '../../wording/errors.ts'
import { isInFlight, progressText } from '../../wording/generations.ts'
import { counted } from '../../wording/numbers.ts'
import { dateAndTime } from '../../wording/times.ts'
import { fractionOf, secondsOf, ticks } from '../edit/viewport.ts'
import { zoomIn, zoomOut } from '../edit/zooming.ts'
import { scrubbing } from './clip-stage.tsx'
import { laneAxis, usePlayhead, viewOf } from './lane-view.ts'
import type { PicturePlayer } from './picture-player.ts'
import { timecodeOf, toFrame } from './timecode.ts'
import { ClipSoundRow, PlannedRow, TrackRow } from './track-rows.tsx'
import { type HeardTrack, heardTracks, takeOf } from './use-picture-player.ts'
import type { Video } from './use-video.ts'
import styles from './video.module.css'

interface Props {
  readonly video: Video
  readonly pictures: PicturePlayer
}
/** As if the lanes were so wide: a timecode is wider than a plain number of seconds. */
const LABELS_PX = 480
const HOUR_MS = 3_600_000

export function Tracks({ video, pictures }: Props) {
  const { plan, shown, state } = video
  const showsPlan =
    state.mode === 'stems' && plan !== null && plan.sounds.length > 0 && state.generationId === null
  const heard = heardTracks(video)
  const lanesRef = usePlayhead<HTMLDivElement>(pictures, viewOf(video))
  return (
    <section className={styles.tracks} aria-label="Tracks">
      <TracksBar video={video} pictures={pictures} showsPlan={showsPlan} heard={heard} />
      <div className={styles.lanes} ref={lanesRef}>
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
  const axis = laneAxis(video, pictures)
  const { view } = axis
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
      <ZoomControl
        shown={`${view.spanS < 10 ? view.spanS.toFixed(1) : Math.round(view.spanS)} s`}
        wholeLabel="Show the whole clip"
        onZoomIn={() => zoomIn(axis)}
        onZoomOut={() => zoomOut(axis)}
        onShowAll={() => axis.show(null)}
      />
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
  const boxRef = useRef<HTMLDivElement>(null)
  const view = viewOf(video)
  const rate = video.facts?.framesPerSecond ?? null
  return (
    <div className={styles.laneRuler}>
      <span className={styles.note}>Aligned to the picture</span>
      {/* Keys and assistive technology have the slider under the picture. */}
      <div
        ref={boxRef}
        aria-hidden="true"
        {...scrubbing(boxRef, (part) => pictures.seek(toFrame(secondsOf(view, part), rate)))}
      >
        {ticks(view, LABELS_PX).map(
          ({ atS, label }) =>
            label !== null && (
              <span key={atS} style={{ left: `${fractionOf(view, atS) * 100}%` }}>
                {timecodeOf(atS, rate)}
              </span>
            ),
        )}
      </div>
    </div>
  )
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
