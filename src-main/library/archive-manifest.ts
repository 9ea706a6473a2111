// The list of an archive: a folder that holds a whole library. One line a file, written as files are done; it gets its name when all are.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { failed, type Outcome, succeeded } from '../media/outcome.ts'
import { foldedName } from './file-names.ts'
import { isInside } from './folder.ts'

/** In the archive's folder. The unfinished list has a name of its own: an archive without the finished one is not whole. */
export const MANIFEST = 'manifest.jsonl'
export const UNFINISHED_MANIFEST = 'manifest.unfinished.jsonl'
export const ARCHIVE_DATABASE = 'library.db'
/** Below it the library's files lie under their own paths. */
export const ARCHIVE_FILES = 'sounds'

export type ArchiveErrorCode = 'not_an_archive' | 'archive_unfinished' | 'archive_newer' | 'archive_damaged'

const FORMAT = 'foleyroom-library'
const FORMAT_VERSION = 1
const LONGEST_LINE_CHARS = 64 * 1024
/** More files than any library is designed for. */
const MOST_FILES = 10_000_000

const fileSchema = z.strictObject({
  /** Below `sounds`, with forward slashes; what lies in the trash begins with `.trash/`. */
  path: z.string().min(1).max(4_096),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
const headSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.int(),
  /** The same over all tries to make this archive. */
  id: z.uuid(),
  createdAtMs: z.int(),
  database: fileSchema.omit({ path: true }),
})
const endSchema = z.strictObject({
  files: z.int().min(0),
  /** Paths that the database knows and that could not be read: they were missing in the library too. */
  missing: z.array(z.string()).max(MOST_FILES),
  /** Of every line before this one. */
  sha256: z.string(),
})
export type ArchivedFile = z.infer<typeof fileSchema>
export type ArchiveHead = z.infer<typeof headSchema>
export interface ArchiveManifest {
  readonly head: ArchiveHead
  readonly files: readonly ArchivedFile[]
  readonly missing: readonly string[]
}

export const headLine = (head: Omit<ArchiveHead, 'format' | 'version'>): string =>
  line({ format: FORMAT, version: FORMAT_VERSION, ...head })
export const fileLine = (file: ArchivedFile): string => line(file)
/** The last line. `written`: every line before it, in order. */
export function endLine(written: readonly string[], missing: readonly string[]): string {
  const hash = createHash('sha256')
  for (const each of written) hash.update(each)
  return line({ files: written.length - 1, missing: [...missing], sha256: hash.digest('hex') })
}
const line = (value: object): string => `${JSON.stringify(value)}\n`

/** What a kill left of an unfinished list: whole lines count, half a line does not. Null where not even its head is there. */
export function readUnfinished(text: string): { head: ArchiveHead; files: readonly ArchivedFile[] } | null {
  const lines = text.split('\n').slice(0, -1)
  const head = parsedLine(headSchema, lines[0] ?? '')
  if (head === null || head.version !== FORMAT_VERSION) return null
  const files: ArchivedFile[] = []
  for (const each of lines.slice(1)) {
    const file = parsedLine(fileSchema, each)
    // A list that broke in its middle is believed as far as it can be read.
    if (file === null) break
    files.push(file)
  }
  return { head, files }
}

/** Reads and judges a finished list. Throws the disk's errors. */
export async function readManifest(path: string): Promise<Outcome<ArchiveManifest, ArchiveErrorCode>> {
  const hash = createHash('sha256')
  const files: ArchivedFile[] = []
  const taken = new Set<string>()
  let head: ArchiveHead | null = null
  let end: z.infer<typeof endSchema> | null = null
  let number = 0
  for await (const text of createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number += 1
    if (end !== null) return damaged(`line ${number} comes after the end`)
    if (head === null) {
      const read = readHead(text)
      if (!read.ok) return read
      head = read.value
      hash.update(`${text}\n`)
      continue
    }
    const file = text.length > LONGEST_LINE_CHARS ? null : parsedLine(fileSchema, text)
    if (file === null) {
      end = parsedLine(endSchema, text)
      if (end === null) return damaged(`line ${number} cannot be read`)
      continue
    }
    if (!isPortablePath(file.path)) return damaged(`${JSON.stringify(file.path)} does not lie in a library`)
    if (taken.has(foldedName(file.path))) return damaged(`${file.path} is listed twice`)
    if (files.length === MOST_FILES) return damaged(`it lists more than ${MOST_FILES} files`)
    taken.add(foldedName(file.path))
    files.push(file)
    hash.update(`${text}\n`)
  }
  if (head === null || end === null) return damaged('its list has no end')
  if (end.files !== files.length || end.sha256 !== digest(hash))
    return damaged('its list is not the one that was written')
  return succeeded({ head, files, missing: end.missing })
}

const digest = (hash: Hash): string => hash.digest('hex')

function readHead(text: string): Outcome<ArchiveHead, ArchiveErrorCode> {
  const said = parsedLine(z.object({ format: z.literal(FORMAT), version: z.int() }), text)
  if (said === null)
    return failed('not_an_archive', `This folder’s ${MANIFEST} is not the list of a library.`)
  if (said.version > FORMAT_VERSION) {
    const message = `This library was exported by a newer Foleyroom (its format is ${said.version}, this one reads ${FORMAT_VERSION}).`
    return failed('archive_newer', message)
  }
  const head = parsedLine(headSchema, text)
  return head === null ? damaged('its head cannot be read') : succeeded(head)
}

function parsedLine<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Names that Windows keeps for devices, with any ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNPORTABLE = /[\u0000-\u001f<>:"|?*]|[. ]$/

/** A path of plain names that mean the same on every system, inside of the folder. */
export const isPortablePath = (path: string): boolean =>
  isInside(path) && path.split('/').every((name) => !UNPORTABLE.test(name) && !RESERVED.test(name))

export const damaged = (why: string) =>
  failed('archive_damaged', `The exported library is damaged: ${why}. Nothing was imported from it.`)
