// Something that was sent and not answered: what is known of it, and the person's decision. Watching on is what happens if nothing is said.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { bridge, type Evidence, type GenerationView } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { evidence } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { outcomeText } from '../../wording/errors.ts'
import { counted, grouped } from '../../wording/numbers.ts'
import { clock } from '../../wording/times.ts'
import { useAgain } from '../create/use-way-on.ts'
import styles from './activity.module.css'

export function Decision({ job }: { job: GenerationView }) {
  const act = useAct()
  const { data } = useQuery(evidence(job.id))
  const cost =
    job.quotedCredits === null || job.quotedCredits === 0 ? '' : `, up to ${grouped(job.quotedCredits)} more`
  const again = useAgain(job, `Send again${cost}`)
  return (
    <article className={styles.decision}>
      <i className={styles.edge} data-tone="warn" />
      <header>
        <b>Sent, fate unknown</b>
        <span>{job.label}</span>
        <em>{clock(job.createdAtMs)}</em>
      </header>
      <p className={styles.detail}>{outcomeText(job)}</p>
      {data !== undefined && <EvidenceTable job={job} known={data} />}
      <div className={styles.choices}>
        <Button
          onClick={() =>
            void act(bridge.money.rescue(), ({ found }) =>
              found > 0 ? `${counted(found, 'job')} found again` : 'The service still tells nothing new',
            )
          }
        >
          Keep watching, look now
        </Button>
        <Button onClick={again.run}>{again.title}</Button>
        <Button weight="link" onClick={() => void act(bridge.generations.dismiss({ generationId: job.id }))}>
          Let it go
        </Button>
        {data !== undefined && (
          <Button
            weight="link"
            className={styles.last}
            onClick={() =>
              void act(bridge.app.copyText({ text: evidenceText(job, data) }), () => 'Evidence copied')
            }
          >
            Copy evidence
          </Button>
        )}
      </div>
    </article>
  )
}

function EvidenceTable({ job, known }: { job: GenerationView; known: Evidence }) {
  return (
    <dl className={styles.evidence}>
      {known.sentAtMs !== null && (
        <Line name="Request written" at={known.sentAtMs}>
          {grouped(known.bytes)} bytes{known.jobId === null ? '; no job was named' : `; job ${known.jobId}`}
        </Line>
      )}
      {known.remarks.map((remark) => (
        <Line key={remark} name="Connection" at={job.finishedAtMs}>
          {remark}
        </Line>
      ))}
      {known.balanceBefore !== null && (
        <Line name="Balance" at={job.finishedAtMs}>
          {balanceText(known)}
        </Line>
      )}
    </dl>
  )
}

/** Before and after are a hint: others may have spent meanwhile. */
function balanceText({ balanceBefore, balanceAfter, chargedMeanwhile }: Evidence): string {
  const before = grouped(balanceBefore ?? 0)
  if (balanceAfter === null) return `${before} before; not heard since`
  const own = (balanceBefore ?? 0) - balanceAfter - chargedMeanwhile
  const other = chargedMeanwhile > 0 ? `, ${grouped(chargedMeanwhile)} of it for other jobs of yours` : ''
  const verdict = own <= 0 ? 'nothing charged for this so far' : `${grouped(own)} less than can be explained`
  return `${before} before and ${grouped(balanceAfter)} after${other}: ${verdict}`
}

const evidenceText = (job: GenerationView, known: Evidence): string =>
  [
    `${job.label} (${job.family}), ${job.id}`,
    `sent ${known.sentAtMs === null ? 'at an unknown time' : new Date(known.sentAtMs).toISOString()}, ${known.bytes} bytes`,
    `idempotency key ${known.idempotencyKey ?? 'none'}, job ${known.jobId ?? 'none'}`,
    `quoted ${known.quotedCredits ?? 'nothing'}, balance ${known.balanceBefore ?? 'unknown'} before, ${known.balanceAfter ?? 'unknown'} after`,
    ...known.remarks,
  ].join('\n')

function Line({ name, at, children }: { name: string; at: number | null; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{at === null ? '' : clock(at)}</dd>
      <dd>{children}</dd>
    </div>
  )
}
