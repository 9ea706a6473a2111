// Something that was sent and not answered: what is known of it, and the person's decision. Watching on is what happens if nothing is said.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { bridge, type Evidence, type GenerationView } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { CopyText } from '../../components/fields.tsx'
import { evidence } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { outcomeText } from '../../wording/errors.ts'
import { grouped } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { clock } from '../../wording/times.ts'
import { useAgain } from '../create/use-way-on.ts'
import styles from './activity.module.css'

export function Decision({ job }: { job: GenerationView }) {
  const act = useAct()
  const { data } = useQuery(evidence(job.id))
  const words = texts.activity.decision
  const upTo = job.quotedCredits === null || job.quotedCredits === 0 ? null : grouped(job.quotedCredits)
  const again = useAgain(job, words.sendAgain(upTo))
  const requestId = job.error?.requestId
  return (
    <article className={styles.decision}>
      <i className={styles.edge} data-tone="warn" />
      <header>
        <b>{words.title}</b>
        <span>{job.label}</span>
        <em>{clock(job.createdAtMs)}</em>
      </header>
      <p className={styles.detail}>{outcomeText(job)}</p>
      {requestId !== undefined && (
        <p className={styles.id}>
          <CopyText text={requestId} what={texts.activity.requestId} />
        </p>
      )}
      {data !== undefined && <EvidenceTable job={job} known={data} />}
      <div className={styles.choices}>
        <Button
          onClick={() =>
            void act(bridge.money.rescue(), ({ found }) =>
              found > 0 ? words.found(found) : words.nothingNew,
            )
          }
        >
          {words.look}
        </Button>
        <Button onClick={again.run}>{again.title}</Button>
        <Button weight="link" onClick={() => void act(bridge.generations.dismiss({ generationId: job.id }))}>
          {words.letGo}
        </Button>
        {data !== undefined && (
          <Button
            weight="link"
            className={styles.last}
            onClick={() =>
              void act(bridge.app.copyText({ text: evidenceText(job, data) }), () => words.copied)
            }
          >
            {words.copy}
          </Button>
        )}
      </div>
    </article>
  )
}

function EvidenceTable({ job, known }: { job: GenerationView; known: Evidence }) {
  const words = texts.activity.evidence
  return (
    <dl className={styles.evidence}>
      {known.sentAtMs !== null && (
        <Line name={words.written} at={known.sentAtMs}>
          {words.bytes(grouped(known.bytes), known.jobId)}
        </Line>
      )}
      <Line name={words.quote} at={job.createdAtMs}>
        {known.quotedCredits === null ? words.notMetered : words.quoted(known.quotedCredits)}
      </Line>
      {known.remarks.map((remark) => (
        <Line key={remark} name={words.connection} at={job.finishedAtMs}>
          {remark}
        </Line>
      ))}
      {known.balanceBefore !== null && (
        <Line name={words.balance} at={job.finishedAtMs}>
          {balanceText(known)}
        </Line>
      )}
    </dl>
  )
}

/** Before and after are a hint: others may have spent meanwhile. */
function balanceText({ balanceBefore, balanceAfter, chargedMeanwhile }: Evidence): string {
  const words = texts.activity.evidence
  const before = grouped(balanceBefore ?? 0)
  if (balanceAfter === null) return words.notHeardSince(before)
  const own = (balanceBefore ?? 0) - balanceAfter - chargedMeanwhile
  const others = chargedMeanwhile > 0 ? grouped(chargedMeanwhile) : null
  const verdict = own <= 0 ? words.nothingCharged : words.unexplained(grouped(own))
  return words.balances(before, grouped(balanceAfter), others, verdict)
}

const evidenceText = (job: GenerationView, known: Evidence): string =>
  [
    ...texts.activity.evidence.lines({
      label: job.label,
      family: job.family,
      id: job.id,
      sentAt: known.sentAtMs === null ? null : new Date(known.sentAtMs).toISOString(),
      bytes: known.bytes,
      idempotencyKey: known.idempotencyKey,
      jobId: known.jobId,
      requestId: job.error?.requestId ?? null,
      quoted: known.quotedCredits,
      before: known.balanceBefore,
      after: known.balanceAfter,
    }),
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
