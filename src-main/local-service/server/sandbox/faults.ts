// The faults that the sandbox was asked for: their bodies, and which one meets a request or a job.

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Family } from '../../../contract/index.ts'
import type { JobFault } from '../../jobs/job.ts'

const HttpFault = z.strictObject({
  kind: z.enum(['status', 'reset_before', 'reset_after', 'stall', 'truncate', 'slow', 'body']),
  /** `status` and `body`: the status to answer with. */
  status: z.int().min(200).max(599).optional(),
  /** `status`: the code in the envelope; without it the one that usually goes with the status. */
  code: z.string().min(1).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** `status` and `body`: text as it is, anything else as JSON. */
  body: z.unknown().optional(),
  /** `slow`: the pace of the body. */
  bytes_per_second: z.int().min(1).optional(),
})
export type HttpFault = z.infer<typeof HttpFault>

const JobFaultBody = z.strictObject({
  kind: z.enum(['variant_failed', 'unreadable', 'failed', 'moderation']),
  variant_index: z.int().min(0).optional(),
  retryable: z.boolean().optional(),
})

const Times = z.int().min(1).optional()

const HttpFaultRule = z.strictObject({
  match: z.strictObject({ method: z.string().optional(), path: z.string().optional() }).default({}),
  fault: HttpFault,
  times: Times,
})

const JobFaultRule = z.strictObject({
  match: z.strictObject({ family: Family.or(z.literal('audio-to-midi')).optional() }).default({}),
  fault: JobFaultBody,
  times: Times,
})

/** `POST /sandbox/faults`. Without `times` a fault stays until it is cleared. */
export const FaultRule = z.union([HttpFaultRule, JobFaultRule])
export type FaultRule = z.infer<typeof FaultRule>

/** A fault as it is listed: how often it still strikes (null: without end) and how often it did. */
export type ListedFault = FaultRule & {
  readonly id: string
  readonly remaining: number | null
  readonly struck: number
}

export interface FaultRegistry {
  add(rule: FaultRule): ListedFault
  list(): readonly ListedFault[]
  isEmpty(): boolean
  /** Removes every fault; returns how many there were. */
  clear(): number
  /** The first fault that meets this request; it counts as struck. */
  takeForRequest(method: string, path: string): HttpFault | null
  /** Every fault that meets a job of this family; they count as struck. */
  takeForJob(family: Family | 'audio-to-midi'): readonly JobFault[]
}

interface Entry {
  readonly id: string
  readonly rule: FaultRule
  struck: number
}

/** An empty registry. It lives in memory: a restart forgets every fault. */
export function createFaultRegistry(): FaultRegistry {
  let entries: Entry[] = []

  function strike(entry: Entry): void {
    entry.struck += 1
    if (entry.struck === entry.rule.times) entries = entries.filter((other) => other !== entry)
  }

  return {
    add(rule) {
      const entry = { id: randomUUID(), rule, struck: 0 }
      entries.push(entry)
      return listed(entry)
    },
    list: () => entries.map(listed),
    isEmpty: () => entries.length === 0,
    clear() {
      const count = entries.length
      entries = []
      return count
    },
    takeForRequest(method, path) {
      for (const entry of entries) {
        const { rule } = entry
        if (!isHttpRule(rule) || !meetsRequest(rule.match, method, path)) continue
        strike(entry)
        return rule.fault
      }
      return null
    },
    takeForJob(family) {
      return entries.flatMap((entry) => {
        const { rule } = entry
        if (isHttpRule(rule) || (rule.match.family ?? family) !== family) return []
        strike(entry)
        const { kind, variant_index: variantIndex = null, retryable: isRetryable = null } = rule.fault
        return [{ kind, variantIndex, isRetryable }]
      })
    },
  }
}

function listed({ id, rule, struck }: Entry): ListedFault {
  return { id, ...rule, remaining: rule.times === undefined ? null : rule.times - struck, struck }
}

function isHttpRule(rule: FaultRule): rule is z.infer<typeof HttpFaultRule> {
  return HttpFault.shape.kind.safeParse(rule.fault.kind).success
}

function meetsRequest(match: { method?: string; path?: string }, method: string, path: string): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false
  return match.path === undefined || patternOf(match.path).test(path)
}

/** `*` stands for anything, `{id}` for one segment; a pattern that ends in `/` takes everything below it. */
function patternOf(path: string): RegExp {
  const wildcard = path.endsWith('/') ? `${path}*` : path
  const source = wildcard
    .split(/(\*|\{[^}]*\})/)
    .map((part) => {
      if (part === '*') return '.*'
      return /^\{.*\}$/.test(part) ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    })
    .join('')
  return new RegExp(`^${source}$`)
}
