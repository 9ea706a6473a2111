// The tracks under the picture: what is planned, what was made, each on the clip's own time, with the way out.
import { useRef } from 'react'
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { bridge, type VideoExportKind } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { Select } from '../../components/fields.tsx'
import { Icon } from '../../components/icon.tsx'
import { ZoomControl } from '../../components/zoom-control.tsx'
import { useAct } from '../../data/use-act.ts'
import { beginDrag, useWindow } from '../../window-state.ts'
import { outcomeText } from '../../wording/errors.ts'
import { isInFlight, progressText } from '../../wording/generations.ts'
import { texts } from '../../wording/texts.ts'
import { dateAndTime } from '../../wording/times.ts'
import { Upload } from '../asking/asking-progress.tsx'
import { fractionOf, secondsOf, ticks } from '../edit/viewport.ts'
import { zoomIn, zoomOut } from '../edit/zooming.ts'
import { laneAxis, usePlayhead, viewOf } from './lane-view.ts'
import type { PicturePlayer } from './picture-player.ts'
import { scrubbing } from './scrubbing.ts'
import { PictureRow } from './strip/picture-row.tsx'
import { isDropRate, timecodeOf, toFrame } from './timecode.ts'
import { ClipSoundRow, PlannedRow, TrackRow } from './track-rows.tsx'
import { type HeardTrack, heardTracks, takeOf } from './use-picture-player.ts'
import type { Video } from './use-video.ts'
import styles from './video.module.css'

interface Props {
  readonly video: Video
  readonly pictures: PicturePlayer
}
const words = texts.video.tracks

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
    <section className={styles.tracks} aria-label={words.title}>
      <TracksBar video={video} pictures={pictures} showsPlan={showsPlan} heard={heard} />
      <div className={styles.lanes} ref={lanesRef}>
        <LaneRuler video={video} pictures={pictures} />
        <PictureRow video={video} pictures={pictures} />
        <ClipSoundRow video={video} />
        {showsPlan && plan !== null
          ? plan.sounds.map((sound) => <PlannedRow key={sound.index} sound={sound} video={video} />)
          : heard.map((each) => <TrackRow key={each.key} heard={each} video={video} />)}
        {!showsPlan && shown === null && <p className={styles.nothing}>{words.empty}</p>}
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
      <h2>{showsPlan ? words.plan : words.title}</h2>
      <span className={styles.note}>
        {showsPlan && plan !== null
          ? words.planned(plan.sounds.length, leftText(plan.expiresAtMs))
          : shown === null
            ? ''
            : progressOrCharge(video)}
      </span>
      {results.length > 1 && (
        <Select
          label={words.which}
          value={shown?.generation.id ?? ''}
          options={results.map(({ generation, isStems, keepsSpeech }) => ({
            value: generation.id,
            label: words.result(
              isStems ? 'stems' : keepsSpeech ? 'speech' : 'mix',
              dateAndTime(generation.createdAtMs, Date.now()),
            ),
          }))}
          onChange={(generationId) => video.change({ generationId })}
        />
      )}
      <ZoomControl
        shown={words.span(view.spanS < 10 ? view.spanS.toFixed(1) : String(Math.round(view.spanS)))}
        wholeLabel={words.showAll}
        onZoomIn={() => zoomIn(axis)}
        onZoomOut={() => zoomOut(axis)}
        onShowAll={() => axis.show(null)}
      />
      {!showsPlan && soundIds.length > 0 && facts !== null && (
        <>
          <Button
            className={styles.drag}
            draggable
            title={words.dragTitle}
            onDragStart={(event) => {
              event.preventDefault()
              beginDrag(state, soundIds)
            }}
          >
            {words.drag(soundIds.length)}
          </Button>
          <Exports video={video} />
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
  const parts = tracks.length > 1 ? words.made(made, tracks.length) : ''
  const charge = generation.chargedCredits === null ? '' : words.charged(generation.chargedCredits)
  return [isSpeechMissing ? words.noSpeechFound : '', parts, charge].filter((part) => part !== '').join(' · ')
}

/** "23 h 58 min" */
function leftText(untilMs: number): string {
  const leftMs = Math.max(0, untilMs - Date.now())
  return words.left(Math.floor(leftMs / HOUR_MS), Math.floor((leftMs % HOUR_MS) / 60_000))
}

/** What can leave of this clip: its picture only where it lies here, counting with dropped frames only where that is done. */
export const exportsOf = ({ clip, facts }: Video): readonly VideoExportKind[] => [
  'stems',
  'mix',
  ...(clip.host === null ? (['clip'] as const) : []),
  'edit-list',
  ...(isDropRate(facts?.framesPerSecond ?? null) ? (['edit-list-drop'] as const) : []),
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
      done === null ? null : texts.video.exports.written(done.files, done.folderName),
    )
  }
}

function Exports({ video }: { video: Video }) {
  const write = useExports(video)
  const labels = texts.video.exports
  return (
    <MenuTrigger>
      <AriaButton className={controls.select ?? ''}>
        {labels.choose}
        <Icon name="down" size={12} />
      </AriaButton>
      <Popover className={controls.menu ?? ''} offset={4} placement="bottom end">
        <Menu aria-label={labels.label}>
          {exportsOf(video).map((kind) => (
            <MenuItem key={kind} className={controls.item ?? ''} onAction={() => void write(kind)}>
              {labels[kind]}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

function LaneRuler({ video, pictures }: Props) {
  const boxRef = useRef<HTMLDivElement>(null)
  const view = viewOf(video)
  const rate = video.facts?.framesPerSecond ?? null
  return (
    <div className={styles.laneRuler}>
      <span className={styles.note}>{words.aligned}</span>
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
      <div className={styles.nothing} role={job.upload === null ? 'status' : undefined}>
        {job.upload === null ? progressText(job) : <Upload upload={job.upload} words={texts.video.finding} />}{' '}
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
          {isStored ? words.cancel : words.stopWaiting}
        </Button>
      </div>
    )
  }
  return (
    <p className={styles.nothing} role="alert">
      {outcomeText(job)}{' '}
      {job.state === 'unknown' && (
        <Button weight="link" onClick={() => view.set('activity')}>
          {words.decide}
        </Button>
      )}
    </p>
  )
}
