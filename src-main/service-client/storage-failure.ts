// What a refusal of the file store means: its answers are pages and XML, not envelopes.
import { failed } from './result.ts'

type Transfer = 'upload' | 'download'

/** Names a refusal of storage by its status. `text` is the page that came with it; only a short code is read out of it. */
export function failureOfStorage(transfer: Transfer, status: number, text: string) {
  const reason = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1]
  const said = reason === undefined ? `${status}` : `${status} ${reason}`
  return failed({
    kind: 'storage',
    status,
    bytesMayHaveLeft: true,
    ...(transfer === 'upload' ? refusedUpload(status, said) : refusedDownload(status, said)),
  })
}

type Facts = { readonly code: string; readonly message: string; readonly retryable: boolean }

function refusedUpload(status: number, said: string): Facts {
  if (status === 429 || status >= 500) return unavailable(said)
  if (status === 403) {
    return {
      code: 'upload_forbidden',
      message: `The file store refused the upload (${said}): its ticket is not valid`,
      retryable: false,
    }
  }
  return {
    code: 'upload_refused',
    message: `The file store refused the file (${said}): it is too large, empty, or not what was announced`,
    retryable: false,
  }
}

function refusedDownload(status: number, said: string): Facts {
  if (status === 429 || status >= 500) return unavailable(said)
  if (status === 404 || status === 410) {
    return { code: 'file_gone', message: `The file store has this file no more (${said})`, retryable: false }
  }
  if (status < 400) {
    return {
      code: 'storage_unexpected',
      message: `The file store answers in an unknown way (${said})`,
      retryable: false,
    }
  }
  // Signed links answer 400, 401 or 403 when their time is over; reading the job again gives a fresh one.
  return {
    code: 'link_expired',
    message: `The download link is not valid any more (${said})`,
    retryable: true,
  }
}

function unavailable(said: string): Facts {
  return {
    code: 'storage_unavailable',
    message: `The file store is not available just now (${said})`,
    retryable: true,
  }
}
