// A generation as a row of the table: in flight with its progress, or failed with what is saved, what it cost, what to do.

import type { GenerationView } from '../../bridge.ts'
import { bridge } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { cx } from '../../components/cx.ts'
import { CopyText } from '../../components/fields.tsx'
import { GridCell, GridRow } from '../../components/grid.tsx'
import { Icon } from '../../components/icon.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { useAct } from '../../data/use-act.ts'
import { outcomeText } from '../../wording/errors.ts'
import { isInFlight, moneyText, percent, progressText, standingOf } from '../../wording/generations.ts'
import { texts } from '../../wording/texts.ts'
import { useWayOn } from '../create/use-way-on.ts'
import styles from './library.module.css'

const words = texts.library.job

interface Props {
  readonly job: GenerationView
  readonly rowId: string
  readonly rowIndex: number
  readonly isCursor: boolean
}

export function JobRow(props: Props) {
  return isInFlight(props.job) ? <InFlight {...props} /> : <Failed {...props} />
}

function InFlight({ job, rowId, rowIndex, isCursor }: Props) {
  const act = useAct()
  const isWaiting = standingOf(job) === 'waiting'
  const done = percent(job)
  return (
    <GridRow
      id={rowId}
      rowIndex={rowIndex}
      className={cx(styles.row, styles.job, isWaiting && styles.waiting, isCursor && styles.cursor)}
    >
      <GridCell className={styles.play} aria-label={isWaiting ? words.waiting : words.running}>
        <i className={styles.pulse} />
      </GridCell>
      <GridCell className={styles.wave}>
        {done === null ? (
          <span className={styles.unmade} />
        ) : (
          <ProgressBar className={styles.progress} label={job.label} done={done / 100} />
        )}
      </GridCell>
      <GridCell className={styles.name} title={job.label}>
        {job.label}
      </GridCell>
      <GridCell className={styles.jobStatus}>
        {done !== null && <b>{done} %</b>}
        {progressText(job)}
      </GridCell>
      <GridCell className={styles.jobMoney}>
        {job.state === 'stored' && (
          <Button
            weight="link"
            tabIndex={-1}
            onClick={() => void act(bridge.generations.cancel({ generationId: job.id }))}
          >
            {texts.controls.cancel}
          </Button>
        )}
        <span>{moneyText(job)}</span>
      </GridCell>
    </GridRow>
  )
}

function Failed({ job, rowId, rowIndex, isCursor }: Props) {
  const act = useAct()
  const wayOn = useWayOn(job)
  const isUnknown = job.state === 'unknown'
  return (
    <>
      <GridRow
        id={rowId}
        rowIndex={rowIndex}
        className={cx(
          styles.row,
          styles.job,
          styles.failed,
          isUnknown ? styles.warn : styles.danger,
          isCursor && styles.cursor,
        )}
      >
        <GridCell className={styles.play} aria-label={progressText(job)}>
          <Icon name="warn" />
        </GridCell>
        <GridCell aria-label={words.noSound} className={styles.wave}>
          <span className={styles.unmade} />
        </GridCell>
        <GridCell className={styles.name} title={job.label}>
          {job.label}
        </GridCell>
        <GridCell className={styles.jobStatus}>{job.model}</GridCell>
        <GridCell className={styles.jobMoney}>{moneyText(job)}</GridCell>
      </GridRow>
      <GridRow rowIndex={rowIndex} className={styles.reason}>
        <GridCell aria-hidden="true" />
        <GridCell className={styles.reasonKind} data-danger={!isUnknown}>
          {job.soundIds.length > 0
            ? words.saved(job.soundIds.length, job.variantsRequested)
            : progressText(job)}
        </GridCell>
        <GridCell>{outcomeText(job)}</GridCell>
        <GridCell className={styles.reasonDo}>
          {job.error?.requestId !== undefined && (
            <CopyText text={job.error.requestId} what={words.requestId} />
          )}
          {wayOn !== null && (
            <Button weight="link" onClick={wayOn.run}>
              {wayOn.title}
            </Button>
          )}
          <Button
            weight="link"
            onClick={() => void act(bridge.generations.dismiss({ generationId: job.id }))}
          >
            {words.dismiss}
          </Button>
        </GridCell>
      </GridRow>
    </>
  )
}
