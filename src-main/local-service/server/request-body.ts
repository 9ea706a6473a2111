// Reads a request's JSON body within bounds: size, syntax, depth, shape.

import type { z } from 'zod'
import { violationOf } from '../../contract/index.ts'
import { accept, type Outcome, refuse, refuseViolation } from './refusal.ts'

/** Far above the longest prompt; media are never sent inside a body. */
export const MAX_BODY_BYTES = 1024 * 1024
/** Far above the deepest body of the contract. */
const MAX_DEPTH = 32

export interface ParsedBody<T> {
  readonly value: T
  /** The JSON as it was sent, for comparing bodies. */
  readonly raw: unknown
}

/**
 * Reads and checks a JSON body.
 * Refuses with `payload_too_large` over 1 MiB, else with `invalid_request` and the path of the first field at fault.
 */
export async function readJsonBody<S extends z.ZodType>(
  request: Request,
  schema: S,
): Promise<Outcome<ParsedBody<z.infer<S>>>> {
  const contentType = request.headers.get('content-type')
  if (contentType !== null && !/^\s*application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType)) {
    return refuse('invalid_request', `The body must be application/json, not ${contentType}`)
  }
  const bytes = await readBytes(request, MAX_BODY_BYTES)
  if (bytes === null) return refuse('payload_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes`)
  const json = parseJson(bytes)
  if (!json.ok) return json
  const parsed = schema.safeParse(json.value)
  return parsed.success
    ? accept({ value: parsed.data, raw: json.value })
    : refuseViolation(violationOf(parsed.error))
}

/** The body's bytes, or null as soon as there are more than `limit`. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parseJson(bytes: Uint8Array): Outcome<unknown> {
  if (bytes.length === 0) return refuse('invalid_request', 'The body is empty; a JSON object is needed')
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return refuse('invalid_request', 'The body is not valid JSON in UTF-8')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return refuse('invalid_request', 'The body must be a JSON object')
  }
  if (isDeeperThan(value, MAX_DEPTH)) {
    return refuse('invalid_request', `The body is nested deeper than ${MAX_DEPTH} levels`)
  }
  return accept(value)
}

/** Walks level by level, so that no depth can exhaust the stack. */
function isDeeperThan(value: object, depth: number): boolean {
  let level: object[] = [value]
  for (let reached = 1; level.length > 0; reached++) {
    if (reached > depth) return true
    level = level.flatMap((item) =>
      Object.values(item).filter((child): child is object => child !== null && typeof child === 'object'),
    )
  }
  return false
}
