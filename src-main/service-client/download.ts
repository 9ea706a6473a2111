// Downloads a file into a partial file: resumed where it can be, the key never sent.
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { StorageAccess } from './downloads/storage-access.ts'
import { failureOfFile } from './local-file.ts'
import { type DownloadOptions, type DownloadResult, flush, receiveFile, strongEtag } from './receive-file.ts'
import { failureOfStorage } from './storage-failure.ts'
import { openDownload } from './storage-link.ts'
import type { TransportResponse } from './transport.ts'

/**
 * Downloads a link without the key. One attempt; on success the bytes are flushed (fsync), on failure
 * `partial` says what can be resumed with the same or a fresh link. Named failures among others:
 * `link_expired` (read the job again), `file_gone`, `length_mismatch`, `disk_full`, `disk_error`.
 */
export async function downloadFile(
  connection: StorageAccess,
  link: string,
  options: DownloadOptions,
): Promise<DownloadResult> {
  const { toPath } = options
  // Never through a link that someone laid in place of the partial file.
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
  const opened = await open(toPath, flags).then(
    (handle) => ({ ok: true, handle }) as const,
    (error: unknown) => failureOfFile(error, toPath, false),
  )
  if (!opened.ok) return { ...opened, partial: null }
  const { handle } = opened
  try {
    return await download(connection, link, options, handle)
  } catch (error) {
    return { ...failureOfFile(error, toPath, true), partial: null }
  } finally {
    // The bytes are flushed or given up by now; a failing close changes neither.
    await handle.close().catch(() => {})
  }
}

async function download(
  connection: StorageAccess,
  link: string,
  options: DownloadOptions,
  handle: FileHandle,
): Promise<DownloadResult> {
  const { size } = await handle.stat()
  const etag = strongEtag(options.resumeEtag)
  if (etag !== null && size > 0 && size === options.expectedBytes) {
    await flush(handle)
    return { ok: true, value: { bytes: size, etag, isResumed: true, sha256: null } }
  }
  const isResumable = etag !== null && size > 0 && size < (options.expectedBytes ?? options.maxBytes)
  if (isResumable) {
    const resumed = await openDownload(
      connection,
      link,
      { range: `bytes=${size}-`, 'if-range': etag },
      options.signal ?? null,
    )
    if (!resumed.ok) return { ...resumed, partial: { bytes: size, etag } }
    const { response } = resumed
    const isContinued =
      response.status === 206 &&
      rangeStart(response) === size &&
      (response.headers.etag === undefined || response.headers.etag === etag)
    if (isContinued) return receiveFile(connection, response, options, handle, { bytes: size, etag })
    if (response.status === 200) return receiveFile(connection, response, options, handle, null)
    const isOtherFile = response.status === 206 || response.status === 416
    if (!isOtherFile) {
      response.body.destroy()
      return { ...failureOfStorage('download', response.status, ''), partial: { bytes: size, etag } }
    }
    // The file is another one now: what we hold of it is thrown away.
    response.body.destroy()
  }
  const opened = await openDownload(connection, link, {}, options.signal ?? null)
  if (!opened.ok) return { ...opened, partial: null }
  if (opened.response.status !== 200) {
    opened.response.body.destroy()
    return { ...failureOfStorage('download', opened.response.status, ''), partial: null }
  }
  return receiveFile(connection, opened.response, options, handle, null)
}

function rangeStart(response: TransportResponse): number | null {
  const start = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(
    response.headers['content-range'] ?? '',
  )?.[1]
  return start === undefined ? null : Number(start)
}
