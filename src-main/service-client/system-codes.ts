// Recognises errors that carry a code, as node's system errors do.

/** Whether a thrown value carries a text code such as `ENOSPC`. */
export function isSystemCode(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
