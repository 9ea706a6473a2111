// When the app may look for an update, take it and install it. The updater itself stands behind a port.
import { failure, success } from '../bridge/reply.ts'
import type { BridgeError, Reply } from '../bridge/types.ts'
import type { UpdateState } from '../bridge/updates.ts'

/** What an update server offers. */
export interface UpdateOffer {
  readonly version: string
  /** Of every file that may be downloaded; null where the server names none. */
  readonly sha512: readonly (string | null)[]
}
/** The updater of the platform. Both calls throw what went wrong. */
export interface UpdaterPort {
  /** Null where there is nothing newer. */
  offer(): Promise<UpdateOffer | null>
  /** Downloads and verifies what was offered last. `progress` is told 0..1. */
  download(progress: (fraction: number) => void): Promise<void>
  /** Ends the app. */
  install(): void
}

export interface Updates {
  state(): UpdateState
  allow(isAllowed: boolean): Promise<UpdateState>
  check(): Promise<UpdateState>
  install(): Reply<null>
  /** At the start: looks where the person has said yes. */
  begin(): void
}

/** Not more often than this by itself. */
const CHECK_EVERY_MS = 24 * 3_600_000

export function createUpdates(options: {
  /** Or why this installation cannot update itself. */
  readonly updater:
    | { readonly ok: true; readonly value: UpdaterPort }
    | { readonly ok: false; readonly reason: string }
  readonly currentVersion: string
  readonly consent: { readonly get: () => boolean; readonly set: (isAllowed: boolean) => void }
  /** Generations that are neither finished nor paused. */
  readonly jobsRunning: () => number
  readonly now: () => number
  readonly timer: (ms: number, fire: () => void) => () => void
  readonly changed: () => void
  readonly log: (message: string) => void
}): Updates {
  const { updater, consent, now, changed, log } = options
  let work: Exclude<UpdateState, { kind: 'unavailable' | 'off' | 'ready' }> = {
    kind: 'current',
    checkedAtMs: null,
  }
  let readyVersion: string | null = null
  let running: Promise<void> | null = null
  let stopTimer = (): void => {}

  const become = (next: typeof work): void => {
    work = next
    changed()
  }
  const state = (): UpdateState => {
    if (!updater.ok) return { kind: 'unavailable', reason: updater.reason }
    if (!consent.get()) return { kind: 'off' }
    if (readyVersion !== null)
      return { kind: 'ready', version: readyVersion, isHeld: options.jobsRunning() > 0 }
    return work
  }

  const look = async (port: UpdaterPort): Promise<void> => {
    become({ kind: 'checking' })
    try {
      const offer = await port.offer()
      const refused = offer === null ? null : refusal(offer, options.currentVersion)
      if (refused !== null) {
        log(`updates: ${refused.message}`)
        return become({ kind: 'failed', error: refused })
      }
      // The person may have taken the yes back while the server answered.
      if (offer === null || !consent.get()) return become({ kind: 'current', checkedAtMs: now() })
      become({ kind: 'downloading', version: offer.version, progress: 0 })
      await port.download((progress) => become({ kind: 'downloading', version: offer.version, progress }))
      readyVersion = offer.version
      become({ kind: 'current', checkedAtMs: now() })
    } catch (error) {
      log(`updates: ${String(error)}`)
      become({ kind: 'failed', error: updateError(error) })
    }
  }
  const check = async (): Promise<UpdateState> => {
    if (!updater.ok || !consent.get() || readyVersion !== null) return state()
    running ??= look(updater.value).finally(() => {
      running = null
    })
    await running
    return state()
  }
  const checkDaily = (): void => {
    stopTimer()
    if (!updater.ok || !consent.get()) return
    void check()
    stopTimer = options.timer(CHECK_EVERY_MS, checkDaily)
  }

  return {
    state,
    check,
    async allow(isAllowed) {
      consent.set(isAllowed)
      stopTimer()
      changed()
      if (isAllowed) checkDaily()
      return state()
    },
    install() {
      if (!updater.ok || !consent.get() || readyVersion === null)
        return failure({
          code: 'no_update',
          message: 'No update is ready to be installed.',
          retryable: false,
        })
      const jobs = options.jobsRunning()
      if (jobs > 0) {
        const message = `${jobs} ${jobs === 1 ? 'generation is' : 'generations are'} not finished. The update waits; install it when they are.`
        return failure({ code: 'jobs_running', message, retryable: true })
      }
      updater.value.install()
      return success(null)
    },
    begin: checkDaily,
  }
}

/** Why an offer is not taken: an older or the same version, or a file that nothing vouches for. Null where it is. */
export function refusal(offer: UpdateOffer, currentVersion: string): BridgeError | null {
  const order = compareVersions(offer.version, currentVersion)
  const refuse = (code: string, message: string): BridgeError => ({ code, message, retryable: false })
  if (order === null)
    return refuse(
      'update_refused',
      `The update server names the version ${JSON.stringify(offer.version.slice(0, 40))}, which is none.`,
    )
  if (order <= 0)
    return refuse(
      'update_refused',
      `The update server offers ${offer.version}, which is not newer than ${currentVersion}.`,
    )
  if (
    offer.sha512.length === 0 ||
    offer.sha512.some((hash) => hash === null || !/^[A-Za-z0-9+/]{86}==$/.test(hash))
  )
    return refuse('update_refused', `The update ${offer.version} names no SHA-512 to check it by.`)
  return null
}

/** Below 0 where `a` is older than `b`; a release is newer than its own pre-releases. Null where one is no version. Source: semver.org, 2.0.0, 11. */
export function compareVersions(a: string, b: string): number | null {
  const [left, right] = [versionOf(a), versionOf(b)]
  if (left === null || right === null) return null
  for (let at = 0; at < 3; at += 1) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (left.before === right.before) return 0
  if (left.before === '' || right.before === '') return left.before === '' ? 1 : -1
  return comparePreReleases(left.before.split('.'), right.before.split('.'))
}

function versionOf(text: string): { readonly numbers: readonly number[]; readonly before: string } | null {
  const found =
    /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]{1,100}))?(?:\+[0-9A-Za-z.-]{1,100})?$/.exec(text)
  return found === null ? null : { numbers: found.slice(1, 4).map(Number), before: found[4] ?? '' }
}

function comparePreReleases(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const [left, right] = [a[at], b[at]]
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1
    if (left === right) continue
    const [isLeftNumber, isRightNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)]
    if (isLeftNumber && isRightNumber) return Number(left) - Number(right)
    if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1
    return left < right ? -1 : 1
  }
  return 0
}

/** electron-updater's errors carry a code; its words name files and addresses, so they stay in the log. */
function updateError(error: unknown): BridgeError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_CHECKSUM_MISMATCH')
    return {
      code: 'update_damaged',
      message: 'The update arrived damaged or is not the one that was published. It was thrown away.',
      retryable: true,
    }
  if (/SIGNED|SIGNATURE/i.test(code))
    return {
      code: 'update_not_signed',
      message: 'The update does not carry the publisher’s signature. It was thrown away.',
      retryable: false,
    }
  return {
    code: 'update_unreachable',
    message: 'The update could not be fetched. Foleyroom goes on as it is and looks again tomorrow.',
    retryable: true,
  }
}
