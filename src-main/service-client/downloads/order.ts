// What the app and the thread that receives its files say to each other. No key is ever among it: storage gets none.
import type { TransferProgress } from '../asset-routes.ts'
import type { Deadlines } from '../connection.ts'
import type { DownloadOptions, DownloadResult } from '../receive-file.ts'

/** One download, as data. */
export interface DownloadOrder extends Omit<DownloadOptions, 'onProgress' | 'signal'> {
  readonly link: string
  /** Of the connection: what a link may reach is judged by it, and relative links are read against it. */
  readonly baseUrl: string
  readonly userAgent: string
  readonly deadlines: Deadlines
}
export type DownloadProgress = TransferProgress & { readonly etag: string | null }

export type ToReceiver =
  | { readonly kind: 'receive'; readonly id: number; readonly order: DownloadOrder }
  | { readonly kind: 'abort'; readonly id: number }
export type FromReceiver =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: DownloadProgress }
  /** The file is closed: somebody else may open it. */
  | { readonly kind: 'ended'; readonly id: number; readonly result: DownloadResult }
