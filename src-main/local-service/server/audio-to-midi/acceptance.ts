// Takes audio work in: what it costs is held, and a key stays below its ceiling.

import { RETRY_AFTER_HEADER } from '../../../contract/index.ts'
import type { ApiKey } from '../../accounts/account-store.ts'
import { affordability } from '../../accounts/credit.ts'
import { viewCreditRecovery } from '../account-view.ts'
import type { ServiceParts } from '../context.ts'
import { accept, type Outcome, refuse } from '../refusal.ts'
import type { AudioJob } from './transcription-store.ts'

/** Stores a job unless its account cannot pay for it or its key is at its ceiling. Call it in a transaction. */
export function acceptAudioJob(
  { accounts, jobs }: Pick<ServiceParts, 'accounts' | 'jobs'>,
  { id: keyId, account, concurrencyLimit }: ApiKey,
  job: AudioJob,
  insert: (job: AudioJob) => void,
  baseUrl: string,
): Outcome<AudioJob> {
  if (account.billingMode === 'metered' && job.quotedCredits !== null) {
    const verdict = affordability(job.quotedCredits, accounts.spendingState(account))
    if (!verdict.isAffordable) {
      const { provisioning } = account
      const message =
        provisioning.state === 'ready'
          ? `This costs ${verdict.required} credits and ${verdict.available} are available`
          : `The account's credits are not ready: provisioning is ${provisioning.state}`
      const creditRecovery = viewCreditRecovery(verdict, provisioning, baseUrl)
      return refuse('insufficient_credits', message, { creditRecovery })
    }
  }
  const running = jobs.countUnfinishedOfKey(keyId)
  if (running >= concurrencyLimit) {
    const message = `${running} of at most ${concurrencyLimit} jobs of this key are running`
    return refuse('concurrency_limit_reached', message, { headers: { [RETRY_AFTER_HEADER]: '1' } })
  }
  insert(job)
  return accept(job)
}
