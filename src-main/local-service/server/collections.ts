// A collection of jobs, one a family: its preflight, create and poll.

import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
  checkAgainstModel,
  creditsFor,
  DEFAULT_NUM_VARIANTS,
  type Family,
  JOB_LIFETIME_MS,
  type Model,
  type Preflight,
  RETRY_AFTER_HEADER,
  type RequestOf,
  type RequestPurpose,
  SEED_MAX,
} from '../../contract/index.ts'
import type { Account, ApiKey } from '../accounts/account-store.ts'
import { affordability, chargeOf } from '../accounts/credit.ts'
import { type Acceptance, acceptJob, findReplay, type IdempotentCreate } from '../jobs/accept-job.ts'
import { isUnfinished, type JobWork, type StoredJob } from '../jobs/job.ts'
import { viewCreditRecovery } from './account-view.ts'
import { baseUrlOf, type ServiceContext, type ServiceParts } from './context.ts'
import { answerRefusal } from './guards.ts'
import { jobAnswer, readOwnJob } from './job-answer.ts'
import { accept, type Outcome, refuse, refuseViolation } from './refusal.ts'
import { readJsonBody } from './request-body.ts'
import { readIdempotency, readWait } from './request-headers.ts'

/** What a family adds to the rules that all share: the work behind a body that its model takes. */
export interface FamilyRules<F extends Family> {
  readonly family: F
  readonly schema: z.ZodType<RequestOf<F>>
  readonly plan: (
    body: RequestOf<F>,
    model: Model,
    account: Account,
    purpose: RequestPurpose,
    /** Aborted once nobody waits for the answer. */
    signal: AbortSignal,
  ) => Outcome<JobWork> | Promise<Outcome<JobWork>>
  /** What the work costs, where that is not the list price of the body. */
  readonly price?: (body: RequestOf<F>, model: Model, work: JobWork) => number
  /** What its preflight tells beside the price. */
  readonly quote?: (body: RequestOf<F>, work: JobWork, account: Account) => Partial<Preflight>
}

export interface Collection {
  readonly preflight: (c: ServiceContext) => Promise<Response>
  readonly create: (c: ServiceContext) => Promise<Response>
  readonly poll: (c: ServiceContext) => Promise<Response>
}

/** A body that its model takes, with its price. */
interface Order<F extends Family> {
  readonly body: RequestOf<F>
  readonly credits: number
  readonly variants: number
  readonly work: JobWork
}

/** The three routes of a family. */
export function createCollection<F extends Family>(
  parts: ServiceParts,
  { family, schema, plan, price, quote: quoteMore }: FamilyRules<F>,
): Collection {
  const { accounts, jobs, runner, clock } = parts

  async function priceOrder(
    body: RequestOf<F>,
    purpose: RequestPurpose,
    account: Account,
    signal: AbortSignal,
  ): Promise<Outcome<Order<F>>> {
    const model = parts.models.find((candidate) => candidate.id === body.model)
    if (!model)
      return refuse('model_not_found', `There is no model ${JSON.stringify(body.model)}`, { param: 'model' })
    const violation = checkAgainstModel(family, body, model, purpose)
    if (violation) return refuseViolation(violation)
    const work = await plan(body, model, account, purpose, signal)
    if (!work.ok) return work
    const variants = body.num_variants ?? DEFAULT_NUM_VARIANTS
    const credits = price ? price(body, model, work.value) : creditsFor(family, body, model)
    return accept({ body, variants, work: work.value, credits })
  }

  async function preflight(c: ServiceContext): Promise<Response> {
    const parsed = await readJsonBody(c.req.raw, schema)
    if (!parsed.ok) return answerRefusal(c, parsed)
    const { account } = c.get('apiKey')
    const order = await priceOrder(parsed.value.value, 'preflight', account, c.req.raw.signal)
    if (!order.ok) return answerRefusal(c, order)
    const { body, credits, variants, work } = order.value
    const quote: Preflight = {
      credits,
      estimated_ms: runner.estimateMs(work, variants),
      ...quoteMore?.(body, work, account),
      ...(account.billingMode === 'metered' && {
        credit_recovery: viewCreditRecovery(
          affordability(credits, accounts.spendingState(account)),
          account.provisioning,
          baseUrlOf(c),
        ),
      }),
    }
    return c.json(quote)
  }

  async function create(c: ServiceContext): Promise<Response> {
    const wait = readWait(c)
    if (!wait.ok) return answerRefusal(c, wait)
    const parsed = await readJsonBody(c.req.raw, schema)
    if (!parsed.ok) return answerRefusal(c, parsed)
    const idempotency = readIdempotency(c, family, parsed.value.raw)
    if (!idempotency.ok) return answerRefusal(c, idempotency)
    const started = await startOrReplay(c, parsed.value.value, idempotency.value)
    if (!started.ok) return answerRefusal(c, started)
    const job = wait.value > 0 ? await untilFinal(started.value, wait.value) : started.value
    return answerJob(c, job, isUnfinished(job) ? 202 : 200)
  }

  async function startOrReplay(
    c: ServiceContext,
    body: RequestOf<F>,
    idempotency: IdempotentCreate | null,
  ): Promise<Outcome<StoredJob>> {
    const { account } = c.get('apiKey')
    // Looked up before the work is planned, so that a repeat is answered even where its source is gone by now.
    const replay = findReplay(jobs, account.id, idempotency, clock.now())
    if (replay.kind !== 'new') return outcomeOf(c, replay)
    const order = await priceOrder(body, 'create', account, c.req.raw.signal)
    return order.ok ? start(c, order.value, idempotency) : order
  }

  function start(
    c: ServiceContext,
    order: Order<F>,
    idempotency: IdempotentCreate | null,
  ): Outcome<StoredJob> {
    const apiKey = c.get('apiKey')
    const queued = newJob(apiKey, order, idempotency)
    const acceptance = parts.atomically(() => acceptJob(parts, apiKey, queued, idempotency))
    if (acceptance.kind === 'accepted') runner.start(acceptance.job, parts.takeJobFaults(family))
    return outcomeOf(c, acceptance)
  }

  function outcomeOf(c: ServiceContext, acceptance: Acceptance): Outcome<StoredJob> {
    const { account, concurrencyLimit } = c.get('apiKey')
    switch (acceptance.kind) {
      case 'accepted':
      case 'replayed':
        return accept(acceptance.job)
      case 'conflict': {
        const message = 'This idempotency key was used with another body in the last 24 hours'
        return refuse('idempotency_conflict', message)
      }
      case 'unaffordable': {
        const { required, available } = acceptance.affordability
        const { provisioning } = account
        const message =
          provisioning.state === 'ready'
            ? `This costs ${required} credits and ${available} are available`
            : `The account's credits are not ready: provisioning is ${provisioning.state}`
        const creditRecovery = viewCreditRecovery(acceptance.affordability, provisioning, baseUrlOf(c))
        return refuse('insufficient_credits', message, { creditRecovery })
      }
      case 'at_ceiling': {
        const message = `${acceptance.running} of at most ${concurrencyLimit} jobs of this key are running`
        return refuse('concurrency_limit_reached', message, { headers: { [RETRY_AFTER_HEADER]: '1' } })
      }
    }
  }

  function newJob(
    { id: keyId, account }: ApiKey,
    { body, variants, work, credits }: Order<F>,
    idempotency: IdempotentCreate | null,
  ): StoredJob {
    const nowMs = clock.now()
    return {
      id: randomUUID(),
      accountId: account.id,
      keyId,
      family,
      status: 'queued',
      model: body.model,
      seed: body.seed ?? Math.floor(parts.random() * (SEED_MAX + 1)),
      variantsRequested: variants,
      work,
      quotedCredits: chargeOf(account, credits),
      credits: null,
      estimatedMs: runner.estimateMs(work, variants),
      errors: [],
      outputs: null,
      idempotencyKey: idempotency?.key ?? null,
      createdMs: nowMs,
      startedMs: null,
      completedMs: null,
      expiresMs: nowMs + JOB_LIFETIME_MS,
    }
  }

  async function poll(c: ServiceContext): Promise<Response> {
    const wait = readWait(c)
    if (!wait.ok) return answerRefusal(c, wait)
    const id = c.req.param('id') ?? ''
    const found = readOwnJob(parts, c.get('apiKey'), family, id)
    if (!found)
      return answerRefusal(c, refuse('not_found', `There is no job ${JSON.stringify(id)} of this key`))
    return answerJob(c, wait.value > 0 ? await untilFinal(found, wait.value) : found, 200)
  }

  /** The job as it stands when it has ended or the wait is over. */
  async function untilFinal(job: StoredJob, waitSeconds: number): Promise<StoredJob> {
    await runner.untilFinal(job.id, waitSeconds * 1000)
    return jobs.get(job.id) ?? job
  }

  function answerJob(c: ServiceContext, job: StoredJob, status: 200 | 202): Response {
    const { headers, body } = jobAnswer(parts, job, baseUrlOf(c))
    return c.body(body, status, headers)
  }

  return { preflight, create, poll }
}
