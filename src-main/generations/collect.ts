// Brings the sounds of a finished job into the folder: fetched, checked, given their provenance, moved into place, ready to be rows.
import type { BridgeError } from '../bridge/types.ts'
import type { Connections } from '../connections/connections.ts'
import { commitUnderName } from '../library/commit-under-name.ts'
import type { WritableDatabase } from '../library/database.ts'
import type { LibraryFolder } from '../library/folder.ts'
import type { NewSound } from '../library/sound-store.ts'
import { isPathTaken } from '../library/sound-store.ts'
import { checkAudioFile } from '../media/check.ts'
import { SHORT_BYTES } from '../media/hash-file.ts'
import type { Outcome } from '../media/outcome.ts'
import { type Provenance, readProvenance, type WrittenFile, writeProvenance } from '../media/provenance.ts'
import type { ServiceClient, ServiceFailure } from '../service-client/index.ts'
import type { Collected, Collector } from './collected.ts'
import { familyOf, readingOf } from './exchange.ts'
import { exchangeFailure, noteTime, ownFailure } from './exchange-failure.ts'
import type { Generation } from './generation.ts'
import { isTranscription } from './generation.ts'
import type { ExchangeFailure, MachineEvent } from './machine.ts'
import { createTranscriptionCollector } from './midi-collect.ts'
import { provenanceOf } from './provenance-of.ts'
import { parentSoundOf } from './source-store.ts'
import type { Take } from './take.ts'
import { jobOf, newSound, takesOf } from './take.ts'
import { extensionOf, takeDisplayName } from './take-names.ts'
import type { TakeKey, Transfer } from './transfer-store.ts'
import { getTransfer, putTransfer, takeName, takesInLibrary } from './transfer-store.ts'

type Saved =
  | { readonly ok: true; readonly sound: NewSound; readonly remarks: readonly string[] }
  | { readonly ok: false; readonly failure: CollectFailure }
/** `isLinkRefused`: the storage refused the link; a fresh one may help. */
interface CollectFailure {
  readonly exchange: ExchangeFailure
  readonly isDisk: boolean
  readonly isLinkRefused: boolean
}

/** As `writeProvenance`, off this thread. */
export type TagLong = (
  from: string,
  to: string,
  provenance: Provenance,
) => Promise<Outcome<WrittenFile, string>>

/** Makes the collector. `tagLong` takes the files that would hold this thread up; by default none does. */
export function createCollector(options: {
  readonly db: WritableDatabase
  readonly folder: () => LibraryFolder
  readonly connections: Pick<Connections, 'client' | 'view'>
  readonly newId: () => string
  readonly random: () => number
  readonly tagLong?: TagLong
}): Collector {
  const { db, folder, connections, newId, random, tagLong } = options
  const collectTranscription = createTranscriptionCollector({ db, folder, random })

  const refusedByService = (failure: ServiceFailure, generation: Generation): CollectFailure => {
    const tries = { rule: 'safe' as const, attempt: generation.attempts + 1, elapsedMs: 0, random: random() }
    return {
      exchange: exchangeFailure(failure, tries),
      isDisk: failure.kind === 'local_file',
      isLinkRefused: isLinkRefused(failure),
    }
  }

  /** A finished file whose row was lost in a crash: same path, same content. Its uid stands in the file itself. */
  const adopt = async (
    transfer: Transfer,
  ): Promise<
    { readonly ok: true; readonly bytes: number; readonly uid: string } | Extract<Saved, { ok: false }> | null
  > => {
    if (transfer.sha256 === null) return null
    const place = folder()
    const content = await place.sha256(transfer.relativePath)
    if (!content.ok || content.value !== transfer.sha256) return null
    const [stat, path] = [await place.stat(transfer.relativePath), await place.resolve(transfer.relativePath)]
    if (!stat.ok || !path.ok) return null
    const settled = await place.settle(transfer.relativePath)
    if (!settled.ok) return diskFailure(settled.error)
    const written = await readProvenance(path.value)
    return {
      ok: true,
      bytes: stat.value.bytes,
      uid: (written.ok ? written.value?.soundUid : undefined) ?? newId(),
    }
  }

  /** Downloads, or goes on with what an earlier run received, and checks that it is the audio that was promised. */
  const fetch = async (
    client: ServiceClient,
    generation: Generation,
    { audio }: Take,
    transfer: Transfer,
    fetchedKey: string,
    signal: AbortSignal,
  ): Promise<
    | { readonly ok: true; readonly path: string; readonly remarks: readonly string[] }
    | Extract<Saved, { ok: false }>
  > => {
    const place = folder()
    const partial = await place.partialPath(fetchedKey)
    if (!partial.ok) return diskFailure(partial.error)
    let notedEtag = transfer.etag
    const downloaded = await client.downloadFile(audio.url, {
      toPath: partial.value,
      expectedBytes: audio.bytes,
      maxBytes: audio.bytes,
      resumeEtag: transfer.etag,
      onProgress: ({ etag }) => {
        if (etag === notedEtag) return
        notedEtag = etag
        putTransfer(db, { ...transfer, etag })
      },
      signal,
    })
    if (!downloaded.ok) return { ok: false, failure: refusedByService(downloaded.error, generation) }
    const checked = await checkAudioFile(partial.value, {
      format: extensionOf(audio.format),
      sampleRate: audio.sample_rate,
      channels: audio.channels,
      durationMs: audio.duration_ms,
    })
    if (checked.ok) return { ok: true, path: partial.value, remarks: checked.value.differences }
    await place.discardPartial(fetchedKey)
    return { ok: false, failure: unreadable(checked.error) }
  }

  const save = async (
    client: ServiceClient,
    generation: Generation,
    take: Take,
    signal: AbortSignal,
  ): Promise<Saved> => {
    const { key, audio, output } = take
    const place = folder()
    const name = takeDisplayName({
      prompt: generation.label,
      label: output.category == null ? null : (output.label ?? null),
      variantIndex: key.variantIndex,
      variantsRequested: generation.variantsRequested,
    })
    const earlier = getTransfer(db, key)
    const sound = { generation, take, name, parentId: parentSoundOf(db, generation.id) }
    const adopted = earlier === null ? null : await adopt(earlier)
    if (earlier !== null && adopted !== null) {
      if (!adopted.ok) return adopted
      return { ok: true, sound: newSound(sound, earlier, adopted.bytes, adopted.uid), remarks: [] }
    }
    const naming = {
      planned: { name, extension: extensionOf(audio.format), createdAtMs: generation.createdAtMs },
      isTaken: (path: string) => isPathTaken(db, path),
    }
    let transfer = earlier
    if (transfer === null) {
      const planned = await place.plan(naming.planned, naming.isTaken)
      if (!planned.ok) return diskFailure(planned.error)
      transfer = { ...key, relativePath: planned.value, sha256: null, etag: null }
      putTransfer(db, transfer)
    }
    const partialKey = `${generation.id}-${takeName(key.outputIndex, key.variantIndex)}`
    const fetchedKey = `${partialKey}-fetched`
    const fetched = await fetch(client, generation, take, transfer, fetchedKey, signal)
    if (!fetched.ok) return fetched
    const finished = await place.partialPath(partialKey)
    if (!finished.ok) return diskFailure(finished.error)
    const soundUid = newId()
    const serviceName = connections.view(generation.connectionId)?.name ?? ''
    const facts = { soundUid, name, take: key, output, serviceName, sampleRate: audio.sample_rate }
    const tag = tagLong !== undefined && audio.bytes > SHORT_BYTES ? tagLong : writeProvenance
    const tagged = await tag(fetched.path, finished.value, provenanceOf(generation, facts))
    if (!tagged.ok) return diskFailure(tagged.error)
    transfer = { ...transfer, sha256: tagged.value.sha256 }
    putTransfer(db, transfer)
    const checked = transfer
    const path = await commitUnderName(place, partialKey, {
      ...naming,
      first: checked.relativePath,
      onPlan: (relativePath) => putTransfer(db, { ...checked, relativePath }),
    })
    if (!path.ok) return diskFailure(path.error)
    await place.discardPartial(fetchedKey)
    const saved = newSound(sound, { ...checked, relativePath: path.value }, tagged.value.bytes, soundUid)
    return { ok: true, sound: saved, remarks: fetched.remarks.map((remark) => `${name}: ${remark}`) }
  }

  return {
    async collect(generation, signal) {
      const found = await connections.client(generation.connectionId, generation.keyId)
      if (!found.ok) {
        const event = { kind: 'held', waitingFor: found.waitingFor, error: found.error } as const
        return { sounds: [], files: [], keys: [], event, serviceNowMs: null }
      }
      if (isTranscription(generation)) return collectTranscription(generation, found, signal)
      const { client, time } = found
      const job = jobOf(generation)
      const present = takesInLibrary(db, generation.id)
      const sounds: NewSound[] = []
      const keys: TakeKey[] = []
      const remarks: string[] = []
      let failure: CollectFailure | null = null
      for (const take of takesOf(job, generation.id)) {
        if (present.has(takeName(take.key.outputIndex, take.key.variantIndex))) continue
        const saved = await save(client, generation, take, signal)
        if (saved.ok) {
          sounds.push(saved.sound)
          keys.push(take.key)
          remarks.push(...saved.remarks)
          continue
        }
        failure = saved.failure
        if (failure.isDisk || failure.isLinkRefused || failure.exchange.isAborted) break
      }
      const told = (event: MachineEvent): Collected => ({
        sounds,
        files: [],
        keys,
        event,
        serviceNowMs: time.nowMs(),
      })
      if (failure === null)
        return told({ kind: 'collected', savedSounds: present.size + sounds.length, remarks })
      if (failure.isLinkRefused) {
        // Links end minutes after they were read: the job is read again, which gives fresh ones and comes back here.
        const family = familyOf(generation)
        const again = await client.getJob(family, job.id, { selfUrl: generation.jobUrl, signal })
        noteTime(again, time)
        if (again.ok) {
          const reading = readingOf(again.value, again.raw)
          return told({ kind: 'links-renewed', job: reading, failure: failure.exchange, remarks })
        }
        failure = refusedByService(again.error, generation)
      }
      const { exchange, isDisk } = failure
      return told({ kind: 'collect-failed', failure: exchange, isDisk, remarks })
    },
  }
}

/** A link that the storage, or our own judgement of addresses, refuses: another one is asked for. */
const isLinkRefused = ({ kind, status }: ServiceFailure): boolean =>
  kind === 'refused_address' || (kind === 'storage' && (status === null || status < 500))

const diskFailure = (error: BridgeError): Extract<Saved, { ok: false }> => ({
  ok: false,
  failure: { exchange: ownFailure(error), isDisk: true, isLinkRefused: false },
})
const unreadable = (error: BridgeError): CollectFailure => ({
  exchange: ownFailure(error),
  isDisk: false,
  isLinkRefused: false,
})
