// Puts what went wrong on the wire into a failure with a code and words that say what to do.

import type { ReadBody } from './body-reader.ts'
import { LocalFileError } from './local-file.ts'
import { type FailureFacts, failed, type ServiceResult } from './result.ts'
import { isSystemCode } from './system-codes.ts'
import type { TransportFailure } from './transport.ts'

/** Codes of an address that no packet can be sent to from here. */
const UNREACHABLE_CODES: ReadonlySet<string> = new Set([
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
])

type Failed = Extract<ServiceResult<never>, { ok: false }>

/** A failed attempt that brought no headers. */
export function failureOfTransport(failure: TransportFailure, url: URL): Failed {
  const { bytesMayHaveLeft } = failure
  const host = url.host
  switch (failure.reason) {
    case 'aborted':
      return failed({ kind: 'aborted', code: 'aborted', message: 'Cancelled', bytesMayHaveLeft })
    case 'connect_timeout':
      return failed({
        kind: 'timeout',
        code: 'connect_timeout',
        message: `${host} can't be reached: no connection in time. Check the network and the address`,
        retryable: true,
        bytesMayHaveLeft,
      })
    case 'left_too_late':
      return failed({
        kind: 'timeout',
        code: 'left_too_late',
        message: `The way to ${host} took so long that this was not sent: what it rests on is looked at again first`,
        retryable: true,
        bytesMayHaveLeft,
      })
    case 'send_timeout':
      return failed({
        kind: 'timeout',
        code: 'send_timeout',
        message: `${host} stopped taking data. Check the network, then try again`,
        retryable: true,
        bytesMayHaveLeft,
      })
    case 'headers_timeout':
      return failed({
        kind: 'timeout',
        code: 'answer_timeout',
        message: `${host} took the request but didn't answer in time`,
        retryable: true,
        bytesMayHaveLeft,
      })
    case 'body_source':
      // Anything but a named problem of the file is a bug of ours.
      if (!(failure.error instanceof LocalFileError)) throw failure.error
      return failed({
        kind: 'local_file',
        code: failure.error.code,
        message: failure.error.message,
        bytesMayHaveLeft,
      })
    case 'network':
      return failed({ ...networkFacts(codeOf(failure.error), host), bytesMayHaveLeft })
  }
}

/** A body that could not be read whole. */
export function failureOfBody(reason: Extract<ReadBody, { ok: false }>['reason'], host: string): Failed {
  const bytesMayHaveLeft = true
  switch (reason) {
    case 'aborted':
      return failed({ kind: 'aborted', code: 'aborted', message: 'Cancelled', bytesMayHaveLeft })
    case 'timeout':
      return failed({
        kind: 'timeout',
        code: 'body_timeout',
        message: `The answer of ${host} didn't arrive whole in time`,
        retryable: true,
        bytesMayHaveLeft,
      })
    case 'cut_short':
      return failed({
        kind: 'offline',
        code: 'answer_cut_short',
        message: `The answer of ${host} broke off`,
        retryable: true,
        bytesMayHaveLeft,
      })
    case 'too_large':
      return failed({
        kind: 'malformed',
        code: 'answer_too_large',
        message: `The answer of ${host} is larger than any answer of the service`,
        bytesMayHaveLeft,
      })
    case 'bad_encoding':
      return failed({
        kind: 'malformed',
        code: 'answer_unreadable',
        message: `The answer of ${host} is packed in a way that can't be read`,
        retryable: true,
        bytesMayHaveLeft,
      })
  }
}

/**
 * The system's or our own code of an error. Of an aggregate (several addresses tried) the most telling one:
 * an address family that this machine lacks says nothing about the host.
 */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    const codes = error.errors.map(codeOf)
    return codes.find((code) => !UNREACHABLE_CODES.has(code)) ?? codes[0] ?? ''
  }
  return isSystemCode(error) ? error.code : ''
}

function networkFacts(code: string, host: string): Omit<FailureFacts, 'bytesMayHaveLeft'> {
  if (code === 'ERR_REFUSED_ADDRESS') {
    return {
      kind: 'refused_address',
      code: 'refused_address',
      message: `${host} leads to an address inside this network, where the service may not send us`,
    }
  }
  if (code === 'ENOTFOUND') {
    return offline('address_not_found', `There is no host ${host}. Check the address for typing errors`)
  }
  if (code === 'EAI_AGAIN' || code === 'ETIMEDOUT' || UNREACHABLE_CODES.has(code)) {
    return offline('no_network', `No network: ${host} can't be reached. Check the connection to the internet`)
  }
  if (code === 'ECONNREFUSED') {
    return offline(
      'connection_refused',
      `Nothing answers at ${host}. Check the address and its port, and that the service runs`,
    )
  }
  if (isTlsCode(code)) {
    return {
      kind: 'offline',
      code: 'tls_failed',
      message: `No safe connection to ${host} (${code}). Something in between may be reading along, or the address is wrong; nothing was sent`,
    }
  }
  if (code.startsWith('HPE_')) {
    return {
      kind: 'not_the_service',
      code: 'not_http',
      message: `${host} answers, but not as a web service. Check the address and its port`,
    }
  }
  return offline('connection_lost', `The connection to ${host} was lost${code === '' ? '' : ` (${code})`}`)
}

function offline(code: string, message: string): Omit<FailureFacts, 'bytesMayHaveLeft'> {
  return { kind: 'offline', code, message, retryable: true }
}

/** Codes of OpenSSL and of node's own TLS checks. */
function isTlsCode(code: string): boolean {
  return (
    /^(CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|CRL_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_)/.test(
      code,
    ) || code === 'EPROTO'
  )
}
