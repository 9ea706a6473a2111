// What other rooms use of the service client.
export type { CallOptions, ModelCatalogue } from './account-routes.ts'
export { type ApiKeyProblemCode, normaliseApiKey, type ParsedApiKey } from './api-key.ts'
export type { TransferProgress, UploadOptions, UploadResult } from './asset-routes.ts'
export {
  type BaseUrlProblemCode,
  type InputProblem,
  isLoopbackHost,
  type ParsedBaseUrl,
  parseBaseUrl,
} from './base-url.ts'
export { createServiceClient, type ServiceClient, type ServiceClientOptions } from './client.ts'
export { DEFAULT_DEADLINES, type Deadlines } from './connection.ts'
export { type ConnectionReport, type ConnectionTest, testConnection } from './connection-test.ts'
export { createDownloads, type Downloads } from './downloads/downloads.ts'
export type { ServiceEndpoint } from './endpoint.ts'
export type { ResolveName } from './guarded-lookup.ts'
export type { CreateOptions, GetJobOptions } from './job-routes.ts'
export {
  type AddressOrigin,
  createPublicFiles,
  type OpenedFile,
  type PublicFiles,
} from './public-file.ts'
export type { DownloadOptions, DownloadResult, PartialFile } from './receive-file.ts'
export type { ResponseMeta } from './response-meta.ts'
export type { FailureKind, ServiceFailure, ServiceResult } from './result.ts'
export { parseRetryAfter, pollDelayMs, RETRY_AFTER_MAX_MS } from './retry-after.ts'
export { FRESH_RETRY_BUDGET, noteRequest, type RetryBudget, takeRetry } from './retry-budget.ts'
export {
  backoffMs,
  decideRetry,
  isFateUnknown,
  KEYED_REPLAY_MAX_MS,
  RETRY_LIMITS,
  type ReplayRule,
  type RetryDecision,
  type RetryLimits,
  type StopReason,
} from './retry-policy.ts'
export type { StartTimer } from './timer.ts'
export { type Sleep, withRetries } from './with-retries.ts'
