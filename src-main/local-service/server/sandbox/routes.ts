// The sandbox's own routes: ledger, keys, clock, pace of work, faults. None of them is part of the service's contract.

import { z } from 'zod'
import {
  ACCOUNT_TYPES,
  BillingMode,
  DEFAULT_CONCURRENCY,
  ProvisioningState,
} from '../../../contract/index.ts'
import type { NewAccount } from '../../accounts/account-store.ts'
import type { Handler, Mount, ServiceParts } from '../context.ts'
import { answerRefusal } from '../guards.ts'
import { isoOf } from '../job-view.ts'
import { readJsonBody } from '../request-body.ts'
import { type FaultRegistry, FaultRule } from './faults.ts'

/** Opening balance of an account that names none: enough for an hour and a half of sound. */
export const SANDBOX_CREDITS = 50_000
/** How long a pending grant stays pending. */
const PROVISIONING_WINDOW_MS = 10 * 60_000
/** What `"overage": true` stands for. */
const DEFAULT_OVERAGE_CREDITS = 1000

const NewKeyBody = z.strictObject({
  account_type: z.enum(ACCOUNT_TYPES).default('user'),
  /** Without it a user is metered and an organization is not. */
  billing_mode: BillingMode.optional(),
  credits: z.int().min(0).default(SANDBOX_CREDITS),
  /** How far below zero the account may go; 0 or false: offered, not enabled; absent: the plan has none. */
  overage: z.union([z.int().min(0), z.boolean()]).optional(),
  concurrency: z.int().min(1).default(DEFAULT_CONCURRENCY),
  provisioning_state: ProvisioningState.default('ready'),
})

const ClockBody = z.strictObject({ advance_ms: z.int().min(0) })

/** Absent fields stay as they are; `run_ms: null` lets work take as long as it takes. */
const JobsBody = z.strictObject({ run_ms: z.int().min(0).nullish(), hold: z.boolean().optional() })

export interface SandboxParts extends ServiceParts {
  readonly faults: FaultRegistry
  /** Keeps how far the clock is ahead, so that a restart does not turn time back. */
  readonly keepClockOffset: (offsetMs: number) => void
}

/** Mounts `/sandbox/…`, each under the bearer key. */
export function mountSandbox(parts: SandboxParts, mount: Mount): void {
  const at = (path: string) => ({ path: `/sandbox/${path}`, pool: null, needsKey: true }) as const
  mount(at('ledger'), { get: readLedger(parts) })
  mount(at('keys'), { post: createKey(parts) })
  mount(at('clock'), { post: advanceClock(parts) })
  mount(at('jobs'), { post: setPace(parts) })
  mount(at('faults'), {
    get: (c) => c.json({ data: parts.faults.list() }),
    post: addFault(parts),
    delete: (c) => c.json({ cleared: parts.faults.clear() }),
  })
}

function readLedger({ accounts }: SandboxParts): Handler {
  return (c) => {
    const { account } = c.get('apiKey')
    return c.json({
      balance: account.billingMode === 'metered' ? accounts.spendingState(account).balance : null,
      entries: accounts.ledger(account.id).map((entry) => ({
        job_id: entry.jobId,
        family: entry.family,
        credits: entry.credits,
        kind: entry.kind,
        idempotency_key: entry.idempotencyKey,
        at: isoOf(entry.atMs),
      })),
    })
  }
}

function createKey({ accounts, clock }: SandboxParts): Handler {
  return async (c) => {
    const parsed = await readJsonBody(c.req.raw, NewKeyBody)
    if (!parsed.ok) return answerRefusal(c, parsed)
    const { apiKey } = accounts.create(accountOf(parsed.value.value, clock.now()), clock.now())
    return c.json({ api_key: apiKey }, 201)
  }
}

function accountOf(body: z.infer<typeof NewKeyBody>, nowMs: number): NewAccount {
  const overage = body.overage === true ? DEFAULT_OVERAGE_CREDITS : body.overage === false ? 0 : body.overage
  return {
    accountType: body.account_type,
    billingMode: body.billing_mode ?? (body.account_type === 'user' ? 'metered' : 'unmetered'),
    credits: body.credits,
    overageLimit: overage ?? null,
    concurrencyLimit: body.concurrency,
    provisioning: {
      state: body.provisioning_state,
      deadlineMs: body.provisioning_state === 'pending' ? nowMs + PROVISIONING_WINDOW_MS : null,
    },
  }
}

function advanceClock({ clock, keepClockOffset }: SandboxParts): Handler {
  return async (c) => {
    const parsed = await readJsonBody(c.req.raw, ClockBody)
    if (!parsed.ok) return answerRefusal(c, parsed)
    clock.advance(parsed.value.value.advance_ms)
    keepClockOffset(clock.offsetMs())
    return c.json({ now: isoOf(clock.now()), offset_ms: clock.offsetMs() })
  }
}

function setPace({ runner, audioToMidi }: SandboxParts): Handler {
  return async (c) => {
    const parsed = await readJsonBody(c.req.raw, JobsBody)
    if (!parsed.ok) return answerRefusal(c, parsed)
    const { run_ms: runMs, hold } = parsed.value.value
    const pace = runner.pace()
    runner.setPace({ runMs: runMs === undefined ? pace.runMs : runMs, isHeld: hold ?? pace.isHeld })
    audioToMidi.runner.paceChanged()
    return c.json({ run_ms: runner.pace().runMs, hold: runner.pace().isHeld })
  }
}

function addFault({ faults }: SandboxParts): Handler {
  return async (c) => {
    const parsed = await readJsonBody(c.req.raw, FaultRule)
    return parsed.ok ? c.json(faults.add(parsed.value.value), 201) : answerRefusal(c, parsed)
  }
}
