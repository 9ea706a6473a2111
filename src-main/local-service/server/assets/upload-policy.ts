// The signed policy of an upload: what the ticket's fields promise, and whether a form keeps to it (pure but for the HMAC).

import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** What an upload may be. */
export interface UploadPolicy {
  readonly assetId: string
  readonly contentType: string
  readonly maxBytes: number
  /** The upload must have started before. */
  readonly expiresMs: number
}

export type PolicyVerdict =
  | { readonly kind: 'kept'; readonly policy: UploadPolicy }
  | { readonly kind: 'edited'; readonly message: string }
  | { readonly kind: 'expired' }

const PolicyDocument = z.strictObject({
  assetId: z.uuid(),
  contentType: z.string(),
  maxBytes: z.int().min(1),
  expiresMs: z.int(),
})

/** The fields that a client sends before the file, every one of them as it is. */
export function policyFields(policy: UploadPolicy, secret: Buffer): Record<string, string> {
  const document = Buffer.from(JSON.stringify(policy)).toString('base64')
  return {
    key: policy.assetId,
    'Content-Type': policy.contentType,
    policy: document,
    signature: signatureOf(document, secret).toString('hex'),
  }
}

/** Compares a form's fields with the policy among them: none may be missing, added or changed. */
export function checkPolicy(
  fields: ReadonlyMap<string, string>,
  secret: Buffer,
  nowMs: number,
): PolicyVerdict {
  const document = fields.get('policy') ?? ''
  const given = Buffer.from(fields.get('signature') ?? '', 'hex')
  const expected = signatureOf(document, secret)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return { kind: 'edited', message: 'The policy does not carry its signature' }
  }
  // Signed here, so it is a policy of ours; parsed all the same, as everything that comes from outside.
  const policy = PolicyDocument.parse(JSON.parse(Buffer.from(document, 'base64').toString('utf8')))
  const wanted = new Map(Object.entries(policyFields(policy, secret)))
  for (const name of new Set([...wanted.keys(), ...fields.keys()])) {
    if (wanted.get(name) === fields.get(name)) continue
    const problem = !fields.has(name)
      ? 'is missing'
      : wanted.has(name)
        ? 'was edited'
        : 'is not part of the ticket'
    return { kind: 'edited', message: `The field ${JSON.stringify(name)} ${problem}` }
  }
  return nowMs < policy.expiresMs ? { kind: 'kept', policy } : { kind: 'expired' }
}

function signatureOf(document: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(document).digest()
}
