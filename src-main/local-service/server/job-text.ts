// A job as JSON text. An ended job says the same at every read but for its links: the text around them is kept.

import { isUnfinished, type StoredJob } from '../jobs/job.ts'
import { type ViewOptions, viewJob, viewLink } from './job-view.ts'

interface KeptText {
  readonly baseUrl: string
  readonly head: string
  /** The files whose links follow the head, each with the text after its link. */
  readonly links: readonly { readonly fileId: string; readonly after: string }[]
}

/** By the stored job itself, which never changes: after a change another one is read. */
const keptTexts = new WeakMap<StoredJob, KeptText>()

/** What `viewJob` shows, as text. */
export function jobText(job: StoredJob, options: ViewOptions): string {
  if (isUnfinished(job)) return JSON.stringify(viewJob(job, options))
  let kept = keptTexts.get(job)
  if (kept?.baseUrl !== options.baseUrl) {
    kept = takeApart(job, options)
    keptTexts.set(job, kept)
  }
  return kept.links.reduce((text, { fileId, after }) => text + linkText(fileId, options) + after, kept.head)
}

/** Cuts the links out. No other text can be taken for one: it would have to hold the link's signature. */
function takeApart(job: StoredJob, options: ViewOptions): KeptText {
  const [head = '', ...afters] = fileIdsOf(job).reduce<readonly string[]>(
    (pieces, fileId) => {
      const rest = pieces.at(-1) ?? ''
      const link = linkText(fileId, options)
      const at = rest.indexOf(link)
      if (at < 0) throw new Error(`job ${job.id} shows no link of its file ${fileId}`)
      return [...pieces.slice(0, -1), rest.slice(0, at), rest.slice(at + link.length)]
    },
    [JSON.stringify(viewJob(job, options))],
  )
  const links = fileIdsOf(job).map((fileId, index) => ({ fileId, after: afters[index] ?? '' }))
  return { baseUrl: options.baseUrl, head, links }
}

/** In the order in which the view shows them. */
function fileIdsOf({ outputs }: StoredJob): readonly string[] {
  const files = outputs?.flatMap(({ variants }) => variants.map(({ file }) => file)) ?? []
  return files.flatMap((file) => (file ? [file.fileId] : []))
}

/** The members that a link puts into its file's object. */
function linkText(fileId: string, options: ViewOptions): string {
  return JSON.stringify(viewLink(fileId, options)).slice(1, -1)
}
