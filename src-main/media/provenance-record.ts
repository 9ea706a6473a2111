// What a file says of its own making, and how it stands in the chunks that other tools read. Pure.
import { z } from 'zod'
import { chunkBytes } from '../decode/riff.ts'
import type { WavFormat } from '../decode/wav.ts'
import { encodeBext, withDescription } from './bext.ts'
import { concatenate, decodeInfo, encodeInfo } from './info-list.ts'
import { encodeIxml, type LibrarianFields, mergeIxml, readElements } from './ixml.ts'
import { categoryFor } from './ucs/guess.ts'
import type { UcsCategory } from './ucs/list.ts'

/** JSON that is not looked into. */
const jsonObject = z.custom<{ readonly [key: string]: unknown }>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

const provenanceSchema = z.object({
  /** The sound's, in this library and in every copy of the file. */
  soundUid: z.string(),
  name: z.string(),
  prompt: z.string(),
  type: z.string(),
  category: z.string().nullable(),
  tags: z.array(z.string()).readonly(),
  isLoop: z.boolean(),
  createdAtMs: z.number(),
  /** Shown as the source: "Built-in engine", or the connection's name. */
  serviceName: z.string(),
  family: z.string(),
  model: z.string(),
  seed: z.number().nullable(),
  jobId: z.string().nullable(),
  generationId: z.string().nullable(),
  outputIndex: z.number().nullable(),
  variantIndex: z.number().nullable(),
  /** The request's body as it was sent; with the family it makes the sound again. Null for what was not generated. */
  request: jsonObject.nullable(),
  /** What this was made from: the parent first, then its parent. */
  lineage: z
    .array(z.object({ uid: z.string(), operation: z.string() }))
    .max(1000)
    .readonly(),
  /** Where the sound begins in the picture that it was made for, in samples; 0 where there is none. */
  timeReferenceSamples: z.number().min(0),
})
export type Provenance = Readonly<z.infer<typeof provenanceSchema>>

/** The texts of a file that is handed over: the librarians' fields, and the same for formats with comments. */
export interface FileTexts {
  readonly user: LibrarianFields
  /** By the names of Vorbis comments. */
  readonly comments: Readonly<Record<string, string>>
}

const OWN_ELEMENT = 'FOLEYROOM'
const RECORD_VERSION = '1'

/** What a file of others says of itself: the content of its chunks, null where it has none. */
export interface ForeignTexts {
  readonly bext: Uint8Array | null
  readonly ixml: Uint8Array | null
  readonly info: Uint8Array | null
}

/** A sound that this app did not make; what its file says of its recording stays. */
export const isForeign = (provenance: Provenance): boolean => provenance.family === 'import'

/** The chunks before the samples that carry `provenance`, as they stand in the file: bext, iXML, LIST. With `theirs`, what they say is kept. */
export function provenanceChunks(
  provenance: Provenance,
  format: WavFormat,
  user: LibrarianFields = librarianFields(provenance),
  theirs: ForeignTexts = { bext: null, ixml: null, info: null },
): Uint8Array {
  const at = localTime(provenance.createdAtMs)
  const maker = `${provenance.serviceName} ${provenance.model}`.trim()
  const description = provenance.prompt || provenance.name
  const made = encodeBext({
    description,
    originator: 'Foleyroom',
    originatorReference: provenance.soundUid.replaceAll('-', '').slice(0, 32),
    ...at,
    timeReferenceSamples: Math.round(provenance.timeReferenceSamples),
    codingHistory: `A=PCM,F=${format.sampleRate},W=${format.bitsPerSample},M=${format.channels === 1 ? 'mono' : format.channels === 2 ? 'stereo' : 'multi'},T=Foleyroom ${provenance.model}\r\n`,
  })
  const bext = theirs.bext === null ? made : withDescription(theirs.bext, description)
  const own = {
    VERSION: RECORD_VERSION,
    SOUND_UID: provenance.soundUid,
    MODEL: provenance.model,
    SEED: provenance.seed === null ? '' : String(provenance.seed),
    JOB_ID: provenance.jobId ?? '',
    GENERATION_ID: provenance.generationId ?? '',
    PARENT_UID: provenance.lineage[0]?.uid ?? '',
    REQUEST: provenance.request === null ? '' : JSON.stringify(provenance.request),
    RECORD: JSON.stringify(provenance),
  }
  const ixml =
    (theirs.ixml && mergeIxml(theirs.ixml, { user, own })) ??
    encodeIxml({ note: provenance.prompt, user, own })
  const said = theirs.info === null ? null : decodeInfo(theirs.info)
  const info = encodeInfo({
    ...Object.fromEntries(said ?? []),
    ...filled({
      INAM: provenance.name,
      ICMT: provenance.prompt,
      IGNR: provenance.category ?? provenance.type,
      IKEY: provenance.tags.join('; '),
      ICRD: at.date,
      ISRC: maker,
      ISFT: 'Foleyroom',
    }),
    // The day of the recording, not of the import.
    ...(said?.has('ICRD') ? { ICRD: said.get('ICRD') ?? '' } : {}),
  })
  return concatenate([chunkBytes('bext', bext), chunkBytes('iXML', ixml), chunkBytes('LIST', info)])
}

const filled = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

/** What librarians show of it; the category is guessed where nobody says better. */
export function librarianFields(
  provenance: Provenance,
  ucs: UcsCategory = categoryFor({ ...provenance, heard: '' }),
  library = isForeign(provenance) ? '' : 'Foleyroom',
): LibrarianFields {
  return {
    CATID: ucs.catId,
    CATEGORY: ucs.category,
    SUBCATEGORY: ucs.subcategory,
    FXNAME: provenance.name,
    DESCRIPTION: provenance.prompt || provenance.name,
    KEYWORDS: provenance.tags.join(', '),
    LIBRARY: library,
    SOURCE: `${provenance.serviceName} ${provenance.model}`.trim(),
  }
}

/** The texts for files of every format: the librarians' fields, and the same as comments with the whole record. */
export function fileTexts(
  provenance: Provenance,
  user: LibrarianFields = librarianFields(provenance),
  more: { readonly creator: string; readonly note: string } = { creator: '', note: '' },
): FileTexts {
  const { FXNAME, ...others } = user
  const comments = {
    TITLE: FXNAME,
    ...others,
    FXNAME,
    ARTIST: more.creator,
    GENRE: user.CATEGORY,
    COMMENT: more.note,
    [OWN_ELEMENT]: JSON.stringify(provenance),
  }
  return { user, comments }
}

/** The name of the comment that holds our own record. */
export const RECORD_COMMENT = OWN_ELEMENT

/** Our own record in an iXML chunk; null where the file is not of this app, or its record was damaged. Only the known keys are read. */
export function provenanceOfIxml(ixml: Uint8Array): Provenance | null {
  const record = readElements(ixml, OWN_ELEMENT)?.get('RECORD')
  return record === undefined ? null : provenanceOfText(record)
}

/** Our own record as text; null where it is none. Only the known keys are read. */
export function provenanceOfText(record: string): Provenance | null {
  try {
    const parsed = provenanceSchema.safeParse(JSON.parse(record, withoutPrototypes))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** A file may be anyone's: a key that means the prototype is dropped. */
const withoutPrototypes = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value)

function localTime(atMs: number): { readonly date: string; readonly time: string } {
  const at = new Date(atMs)
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    date: `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
  }
}
