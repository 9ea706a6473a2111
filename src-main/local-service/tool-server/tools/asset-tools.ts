// The tools for files: a ticket for an upload, a small file at once, and what is known of an asset.

import { z } from 'zod'
import {
  ASSET_USABLE_MS,
  type AssetRequest,
  ErrorEnvelope,
  PlainMediaType,
  ROUTES,
  Timestamp,
  UploadTicket,
} from '../../../contract/index.ts'
import { isoOf } from '../../server/job-view.ts'
import { openAudioSource } from '../../server/media/sources.ts'
import { refuse } from '../../server/refusal.ts'
import type { AccountSession, ToolOutcome } from '../account-session.ts'
import { defineTool, READS, type Tool } from './tool.ts'
import { uploadCommand } from './upload-command.ts'

/** Largest file that fits into a tool call: bigger ones would fill the context of the model that calls. */
const SMALL_FILE_MAX_BYTES = 96 * 1024
const SMALL_FILE_MAX_CHARS = Math.ceil(SMALL_FILE_MAX_BYTES / 3) * 4

const AssetStatus = z.enum(['awaiting_upload', 'ready', 'expired'])

const MAKES_AN_ASSET = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const

const contentType = PlainMediaType.describe('A plain audio/* or video/* type, such as audio/wav')

const createUpload = defineTool({
  name: 'create_upload',
  title: 'Get an upload address',
  description: () =>
    'Opens an upload: answers the address, the form fields and a ready curl command. POST multipart/form-data with every entry of fields first and the file last, named file, without an Authorization header. Once that has answered 2xx, the asset_id is usable for 24 hours. Costs nothing.',
  input: z.strictObject({
    content_type: contentType,
    filename: z.string().min(1).max(4096).optional().describe('Path of the file, for the curl command'),
  }),
  output: z.object({
    asset_id: UploadTicket.shape.id,
    upload_url: UploadTicket.shape.upload_url,
    upload_expires_at: Timestamp.describe('The upload must start before'),
    max_bytes: UploadTicket.shape.max_bytes,
    fields: UploadTicket.shape.fields,
    curl_command: z.string(),
  }),
  annotations: MAKES_AN_ASSET,
  async run({ content_type, filename }, session) {
    const ticket = await openTicket(session, content_type)
    if (!ticket.ok) return ticket
    const { id, upload_url, upload_expires_at, max_bytes, fields } = ticket.value
    const curl_command = uploadCommand(ticket.value, filename ?? 'PATH_OF_THE_FILE')
    return {
      ok: true,
      value: { asset_id: id, upload_url, upload_expires_at, max_bytes, fields, curl_command },
    }
  },
})

const createAsset = defineTool({
  name: 'create_asset',
  title: 'Store a small file',
  description: () =>
    `Stores a file of up to ${SMALL_FILE_MAX_BYTES} bytes (96 KiB) that comes within the call, as base64. For anything larger use create_upload. The asset is usable for 24 hours. Costs nothing.`,
  input: z.strictObject({
    content_type: contentType,
    data_base64: z.base64().min(4).max(SMALL_FILE_MAX_CHARS).describe('The bytes of the file in base64'),
  }),
  output: z.object({ asset_id: UploadTicket.shape.id, bytes: z.int().min(1) }),
  annotations: MAKES_AN_ASSET,
  async run({ content_type, data_base64 }, session) {
    const ticket = await openTicket(session, content_type)
    if (!ticket.ok) return ticket
    const { id, upload_url, fields } = ticket.value
    const bytes = Buffer.from(data_base64, 'base64')
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([bytes]))
    const { pathname } = new URL(upload_url)
    const uploaded = await session.call({ method: 'POST', path: pathname, body: form })
    return uploaded.ok ? { ok: true, value: { asset_id: id, bytes: bytes.length } } : uploaded
  },
})

const inspectAsset = defineTool({
  name: 'inspect_asset',
  title: 'Look at an asset',
  description: () =>
    'Says whether an asset is uploaded and until when it is usable, and what is in it: the length of its audio, or the error that a tool would meet that edits it. Costs nothing.',
  input: z.strictObject({ asset_id: z.uuid() }),
  output: z.object({
    asset_id: z.uuid(),
    status: AssetStatus,
    content_type: z.string(),
    upload_expires_at: Timestamp,
    bytes: z.int().nullable(),
    uploaded_at: Timestamp.nullable(),
    usable_until: Timestamp.nullable(),
    audio: z
      .object({ duration_ms: z.int().min(0) })
      .nullable()
      .describe('Null where it holds no audio that this service edits'),
    problem: ErrorEnvelope.shape.error.nullable().describe('Why it cannot be edited; null where it can'),
  }),
  annotations: READS,
  async run({ asset_id }, session) {
    const { parts, apiKey } = session
    const rate = parts.ratePools.take(apiKey.id, ROUTES.getModel.pool, parts.clock.now())
    if (!rate.isAllowed) {
      return session.refuse(refuse('rate_limited', `More than ${rate.policy.burst} reads at once`))
    }
    const asset = parts.assets.get(asset_id)
    if (!asset || asset.accountId !== apiKey.account.id) {
      const message = `There is no asset ${asset_id} of this account`
      return session.refuse(refuse('invalid_asset', message, { param: 'asset_id' }))
    }
    const source = await openAudioSource(parts, { type: 'asset', id: asset_id }, apiKey.account, 'asset_id')
    const usableUntilMs = asset.file && asset.file.uploadedMs + ASSET_USABLE_MS
    const problem = source.ok ? null : (await session.refuse(source)).error
    return {
      ok: true,
      value: {
        asset_id,
        status: statusAt(usableUntilMs, parts.clock.now()),
        content_type: asset.contentType,
        upload_expires_at: isoOf(asset.uploadExpiresMs),
        bytes: asset.file?.bytes ?? null,
        uploaded_at: asset.file && isoOf(asset.file.uploadedMs),
        usable_until: usableUntilMs === null ? null : isoOf(usableUntilMs),
        audio: source.ok ? { duration_ms: source.value.durationMs } : null,
        problem: problem && { ...problem, param: 'asset_id' },
      },
    }
  },
})

export const ASSET_TOOLS: readonly Tool[] = [createUpload, inspectAsset, createAsset]

async function openTicket(session: AccountSession, contentType: string): Promise<ToolOutcome<UploadTicket>> {
  const body: AssetRequest = { content_type: contentType }
  const outcome = await session.call({ method: 'POST', path: ROUTES.createAsset.path, body })
  return outcome.ok ? { ok: true, value: UploadTicket.parse(outcome.value) } : outcome
}

function statusAt(usableUntilMs: number | null, nowMs: number): z.infer<typeof AssetStatus> {
  if (usableUntilMs === null) return 'awaiting_upload'
  return nowMs < usableUntilMs ? 'ready' : 'expired'
}
