// One generation as a row of Activity.
import { bridge, type GenerationView } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { cx } from '../../components/cx.ts'
import { CopyText } from '../../components/fields.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { useAct } from '../../data/use-act.ts'
import { overviews } from '../../waveform/picture-cache.ts'
import { usePicture } from '../../waveform/use-picture.ts'
import { Wave } from '../../waveform/wave.tsx'
import { useWindow } from '../../window-state.ts'
import { outcomeText } from '../../wording/errors.ts'
import { isInFlight, isTranscription, percent, progressText, standingOf } from '../../wording/generations.ts'
import { grouped } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { clock, spokenLength } from '../../wording/times.ts'
import { useWayOn } from '../create/use-way-on.ts'
import styles from './activity.module.css'
import { Decision } from './decision.tsx'
import { familyWord } from './ledger-days.ts'

export function ActivityRow({ job }: { job: GenerationView }) {
  const standing = standingOf(job)
  if (standing === 'unknown') return <Decision job={job} />
  if (standing === 'failed') return <FailedRow job={job} />
  return (
    <article className={styles.row}>
      <span />
      <span className={styles.family}>{capital(familyWord(job.family))}</span>
      <Label job={job} />
      {standing === 'done' ? <Made job={job} /> : <Progress job={job} />}
      <span className={styles.money}>{creditsText(job)}</span>
      <Doing job={job} />
    </article>
  )
}

function Label({ job }: { job: GenerationView }) {
  return (
    <span className={styles.label} title={job.label}>
      <b>{job.label}</b>
      <span className={styles.quiet}>
        {spokenLength(job.durationMs)}
        {!isTranscription(job) && ` × ${job.variantsRequested}`}
      </span>
    </span>
  )
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Charged where it is known, else what was quoted; nothing where nothing is metered. */
function creditsText(job: GenerationView): string {
  const credits = job.chargedCredits ?? (isInFlight(job) ? job.quotedCredits : null)
  return credits === null || credits === 0 ? '' : grouped(credits)
}

function Progress({ job }: { job: GenerationView }) {
  const uploaded =
    job.upload === null ? null : Math.floor((job.upload.doneBytes / Math.max(1, job.upload.totalBytes)) * 100)
  const done = uploaded ?? percent(job)
  if (done === null) return <span className={styles.state}>{progressText(job)}</span>
  return (
    <span className={styles.progress}>
      <ProgressBar className={styles.bar} label={job.label} done={done / 100} />
      <span>{progressText(job)}</span>
    </span>
  )
}

function Made({ job }: { job: GenerationView }) {
  const first = job.soundIds[0] ?? null
  const picture = usePicture(overviews, first)
  if (job.shortfalls.length > 0) return <span className={styles.state}>{outcomeText(job)}</span>
  return (
    <span className={styles.wave}>{picture.value !== null && <Wave peaks={picture.value} kind="row" />}</span>
  )
}

function Doing({ job }: { job: GenerationView }) {
  const act = useAct()
  const state = useWindow()
  const first = job.soundIds[0]
  if (job.state === 'stored') {
    return (
      <span className={styles.do}>
        <Button weight="link" onClick={() => void act(bridge.generations.cancel({ generationId: job.id }))}>
          {texts.activity.drop}
        </Button>
      </span>
    )
  }
  if (job.state === 'accepted' || (job.state === 'sending' && job.waitingFor !== null)) {
    const { stopWaiting, stopWaitingAccepted, stopWaitingSent } = texts.activity
    return (
      <span className={styles.do}>
        <Button
          weight="link"
          title={job.state === 'accepted' ? stopWaitingAccepted : stopWaitingSent}
          onClick={() => void act(bridge.generations.stopWaiting({ generationId: job.id }))}
        >
          {stopWaiting}
        </Button>
      </span>
    )
  }
  if (job.state !== 'done' || first === undefined) return <span />
  return (
    <span className={styles.do}>
      <Button
        weight="link"
        onClick={() => {
          state.view.set('library')
          state.inspectedId.set(first)
          state.selection.set((now) => ({ ...now, ids: new Set(job.soundIds) }))
        }}
      >
        {texts.activity.show}
      </Button>
      <span>{clock(job.finishedAtMs ?? job.createdAtMs)}</span>
    </span>
  )
}

function FailedRow({ job }: { job: GenerationView }) {
  const act = useAct()
  const wayOn = useWayOn(job)
  return (
    <article className={cx(styles.row, styles.failed)}>
      <i className={styles.edge} data-tone="danger" />
      <span className={styles.family}>{capital(familyWord(job.family))}</span>
      <div>
        <Label job={job} />
        <p className={styles.detail}>{outcomeText(job)}</p>
        <p className={styles.id}>
          <span>{job.error?.code ?? progressText(job)}</span>
          {job.error?.requestId !== undefined && (
            <CopyText text={job.error.requestId} what={texts.activity.requestId} />
          )}
        </p>
      </div>
      <span className={styles.do}>
        {wayOn !== null && <Button onClick={wayOn.run}>{wayOn.title}</Button>}
        <Button onClick={() => void act(bridge.generations.dismiss({ generationId: job.id }))}>
          {texts.activity.dismiss}
        </Button>
      </span>
    </article>
  )
}
