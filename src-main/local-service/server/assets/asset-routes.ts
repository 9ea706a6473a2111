// Assets: the ticket, and the storage upload that it opens.

import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AssetRequest, ROUTES, UPLOAD_START_WINDOW_MS, type UploadTicket } from '../../../contract/index.ts'
import { baseUrlOf, type Handler, type Mount, type ServiceParts } from '../context.ts'
import { answerRefusal } from '../guards.ts'
import { isoOf } from '../job-view.ts'
import { boundaryOf, type FormPart, formParts, MalformedMultipart, textOf } from '../multipart.ts'
import { accept, type Outcome, refuse } from '../refusal.ts'
import { readJsonBody } from '../request-body.ts'
import type { AssetFile } from './asset-store.ts'
import { storeStream } from './store-stream.ts'
import { checkPolicy, policyFields, type UploadPolicy } from './upload-policy.ts'

/** Ten minutes of video at 7 Mbit/s, the longest window that this kind of service reads. */
const MAX_UPLOAD_BYTES = 512 * 1024 * 1024
const UPLOAD_PATH = '/storage/uploads'
const MAX_FIELDS = 16
const MAX_FIELD_BYTES = 16 * 1024

/** Mounts the ticket route and its storage. */
export function mountAssets(parts: ServiceParts, mount: Mount): void {
  mount(ROUTES.createAsset, { post: createTicket(parts) })
  mount({ path: UPLOAD_PATH, pool: null, needsKey: false }, { post: receiveUpload(parts) })
}

function createTicket({ assets, clock, uploadSecret }: ServiceParts): Handler {
  return async (c) => {
    const parsed = await readJsonBody(c.req.raw, AssetRequest)
    if (!parsed.ok) return answerRefusal(c, parsed)
    const id = randomUUID()
    const contentType = parsed.value.value.content_type
    const expiresMs = clock.now() + UPLOAD_START_WINDOW_MS
    assets.create({ id, accountId: c.get('apiKey').account.id, contentType, uploadExpiresMs: expiresMs })
    const policy: UploadPolicy = { assetId: id, contentType, maxBytes: MAX_UPLOAD_BYTES, expiresMs }
    const ticket: UploadTicket = {
      id,
      upload_url: baseUrlOf(c) + UPLOAD_PATH,
      upload_expires_at: isoOf(expiresMs),
      max_bytes: MAX_UPLOAD_BYTES,
      fields: policyFields(policy, uploadSecret),
    }
    return c.json(ticket, 201)
  }
}

function receiveUpload(parts: ServiceParts): Handler {
  return async (c) => {
    const startedMs = parts.clock.now()
    const boundary = boundaryOf(c.req.header('content-type'))
    if (boundary === null || !c.req.raw.body) {
      return answerRefusal(c, refuse('invalid_request', 'An upload is multipart/form-data with a boundary'))
    }
    try {
      const stored = await storeForm(parts, formParts(c.req.raw.body, boundary), startedMs)
      return stored.ok ? c.body(null, 204) : answerRefusal(c, stored)
    } catch (error) {
      if (!(error instanceof MalformedMultipart)) throw error
      return answerRefusal(c, refuse('invalid_request', `The form cannot be read: ${error.message}`))
    }
  }
}

/** Reads the fields, checks them against the ticket, streams the file to disk, and only then makes the asset usable. */
async function storeForm(
  parts: ServiceParts,
  form: AsyncGenerator<FormPart>,
  startedMs: number,
): Promise<Outcome<null>> {
  const fields = await readFields(form)
  if (!fields.ok) return fields
  const verdict = checkPolicy(fields.value.byName, parts.uploadSecret, startedMs)
  if (verdict.kind === 'edited') return refuse('forbidden', verdict.message)
  if (verdict.kind === 'expired')
    return refuse('forbidden', 'This upload had to start earlier; ask for a new ticket')
  const { policy } = verdict
  const file = await storeFile(parts, fields.value.file, policy, startedMs)
  if (!file.ok) return file
  const next = await form.next()
  if (!next.done || !parts.assets.get(policy.assetId)) {
    await rm(join(parts.uploadsDir, file.value.name), { force: true })
    const message = next.done ? 'This asset is gone' : 'The file must be the last part of the form'
    return refuse('invalid_request', message)
  }
  const replaced = parts.assets.attach(policy.assetId, file.value)
  if (replaced !== null) await rm(join(parts.uploadsDir, replaced), { force: true })
  return accept(null)
}

interface FormHead {
  readonly byName: ReadonlyMap<string, string>
  /** The part named `file`, its body not yet read. */
  readonly file: FormPart
}

async function readFields(form: AsyncGenerator<FormPart>): Promise<Outcome<FormHead>> {
  const byName = new Map<string, string>()
  // Not `for await`: leaving that loop would end the generator, and the file is still to be read.
  for (let next = await form.next(); !next.done; next = await form.next()) {
    const part = next.value
    if (part.name === 'file') return accept({ byName, file: part })
    if (byName.size === MAX_FIELDS)
      return refuse('invalid_request', `The form has more than ${MAX_FIELDS} fields`)
    byName.set(part.name, await textOf(part, MAX_FIELD_BYTES))
  }
  return refuse('invalid_request', 'The form has no part named "file"', { param: 'file' })
}

async function storeFile(
  { uploadsDir }: ServiceParts,
  part: FormPart,
  { maxBytes }: UploadPolicy,
  uploadedMs: number,
): Promise<Outcome<AssetFile>> {
  const name = randomUUID()
  const path = join(uploadsDir, name)
  const stored = await storeStream(`${path}.partial`, part.body, maxBytes)
  if (stored.ok) {
    await rename(`${path}.partial`, path)
    return accept({ name, uploadedMs, bytes: stored.bytes, sha256: stored.sha256 })
  }
  return stored.problem === 'empty'
    ? refuse('invalid_request', 'The file is empty', { param: 'file' })
    : refuse('payload_too_large', `The file is larger than ${maxBytes} bytes`, { param: 'file', status: 400 })
}
