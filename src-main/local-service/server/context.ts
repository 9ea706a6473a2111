// What every route of the service works with: its parts, and the facts of the request in hand.

import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Family, Model, RatePool, Route } from '../../contract/index.ts'
import type { AccountStore, ApiKey } from '../accounts/account-store.ts'
import type { ServiceClock } from '../jobs/clock.ts'
import type { JobExpiry } from '../jobs/expiry.ts'
import type { JobFault } from '../jobs/job.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import type { JobStore } from '../jobs/job-store.ts'
import type { AssetStore } from './assets/asset-store.ts'
import type { AudioToMidiParts } from './audio-to-midi/audio-to-midi.ts'
import type { LinkSigner } from './links.ts'
import type { FetchMedia } from './media/fetch-media.ts'
import type { RatePools } from './rate-pools.ts'
import type { VideoParts } from './video/video-parts.ts'

/** The parts of a running service. */
export interface ServiceParts {
  readonly accounts: AccountStore
  readonly jobs: JobStore
  readonly runner: JobRunner
  readonly expiry: JobExpiry
  readonly clock: ServiceClock
  readonly links: LinkSigner
  readonly ratePools: RatePools
  readonly models: readonly Model[]
  /** Folder of the rendered files. */
  readonly filesDir: string
  readonly assets: AssetStore
  /** Folder of the uploaded files. */
  readonly uploadsDir: string
  readonly audioToMidi: AudioToMidiParts
  readonly video: VideoParts
  /** Reads the media that requests give by address. */
  readonly fetchMedia: FetchMedia
  /** Signs the fields of upload tickets. */
  readonly uploadSecret: Buffer
  /** The faults that the sandbox lets the next job of a family meet. */
  readonly takeJobFaults: (family: Family | 'audio-to-midi') => readonly JobFault[]
  /** Uniform numbers in 0..1. */
  readonly random: () => number
  /** Runs its argument in one database transaction. */
  readonly atomically: <T>(work: () => T) => T
  readonly log: (line: string) => void
}

export interface ServiceEnv {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** Set by authentication, so there in every handler of a route that needs the key. */
    apiKey: ApiKey
  }
}

export type ServiceContext = Context<ServiceEnv>

export type Handler = (c: ServiceContext) => Response | Promise<Response>

/** Where a handler stands: its path, whose `{id}` the handler reads as `id`, and what it takes to reach it. */
export type MountPoint = Pick<Route, 'path' | 'needsKey'> & {
  /** The pool that its requests are counted in; null counts them nowhere. */
  readonly pool: RatePool | null
  /** Whether it starts or tracks a job, and so tells the key's concurrency. */
  readonly isTracking?: boolean
}

/** Handlers by method for one path; any other method gets a 405. */
export type Mount = (
  at: MountPoint,
  handlers: Readonly<Partial<Record<'get' | 'post' | 'delete', Handler>>>,
) => void

/** The origin that this request came in by, of which the guard has made sure: links go out on the same. */
export function baseUrlOf(c: ServiceContext): string {
  return `http://${c.req.header('host')}`
}
