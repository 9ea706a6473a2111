// Answers of the sign-in routes as OAuth words them, and the forms that they read.

import { InvalidRequestError, type OAuthError } from '@modelcontextprotocol/sdk/server/auth/errors.js'
import { readRequestBody } from '@modelcontextprotocol/sdk/server/requestBody.js'

/** Far above any form of a sign-in. */
const MAX_FORM_BYTES = 64 * 1024

/** The JSON answer of a sign-in route; no cache keeps it. */
export function oauthJson(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}

/** An OAuth error as JSON, for the client itself. */
export function oauthError(error: OAuthError): Response {
  return oauthJson(error.toResponseObject(), 400)
}

/** The fields of an `application/x-www-form-urlencoded` body, or what is wrong with it. */
export async function readForm(request: Request): Promise<URLSearchParams | InvalidRequestError> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
    return new InvalidRequestError('The body must be application/x-www-form-urlencoded')
  }
  const body = await readRequestBody(request, MAX_FORM_BYTES)
  if (body.tooLarge) return new InvalidRequestError(`The body is larger than ${MAX_FORM_BYTES} bytes`)
  return new URLSearchParams(body.text)
}
