// The texts in a sound file: bext, iXML, LIST/INFO, `smpl` and `cue ` of WAV, text chunks of AIFF, ID3, Vorbis comments and MP4 tags.
import { open, stat } from 'node:fs/promises'
import { textAt, uint32At } from '../decode/riff.ts'
import { openWav, type WavFile } from '../decode/wav.ts'
import { decodeBext } from './bext.ts'
import type { FileMetadata } from './file-metadata.ts'
import { decodeInfo } from './info-list.ts'
import { readElements } from './ixml.ts'
import { provenanceOfIxml, provenanceOfText, RECORD_COMMENT } from './provenance-record.ts'
import type { ReadAt } from './read-at.ts'
import { decodeLoop } from './sampler-loop.ts'
import { aiffTag } from './tag-aiff.ts'
import { readApeTags } from './tag-ape.ts'
import { id3Texts } from './tag-id3.ts'
import { readFreeTexts } from './tag-m4a.ts'
import { oggFlacTags } from './tag-ogg.ts'
import { ucsById, ucsByNames } from './ucs/list.ts'

export type TagTexts = Pick<
  FileMetadata,
  'name' | 'description' | 'category' | 'catId' | 'tags' | 'notes' | 'isLoop' | 'provenance'
>

const NO_TEXTS: TagTexts = {
  name: '',
  description: '',
  category: '',
  catId: '',
  tags: [],
  notes: [],
  isLoop: false,
  provenance: null,
}
const CHUNK_BYTES = 1 << 20
const TEXT_CHARACTERS = 20_000
const MOST_TAGS = 50
const MOST_CUES = 50
/** A loop that spans this share of a file makes it a loop. */
const LOOP_SHARE = 0.5

/** Never fails: what cannot be read says nothing. */
export async function readTagTexts(path: string, format: string): Promise<TagTexts> {
  const readers = READERS[format] ?? [readCommonTags]
  let texts = NO_TEXTS
  for (const read of readers) {
    // A broken tag must keep neither the sound out nor what others of its tags say.
    texts = withTexts(texts, await read(path).catch(() => NO_TEXTS))
  }
  return texts
}

/** Tags by their usual names in small letters, as ffprobe and APE have them. */
export function textsOfTags(tags: ReadonlyMap<string, string>): TagTexts {
  const raw = (name: string): string => clean(tags.get(name.toLowerCase()) ?? '')
  return {
    ...NO_TEXTS,
    name: raw('TITLE') || raw('FXNAME'),
    description: raw('DESCRIPTION') || raw('COMMENT'),
    category: raw('CATEGORY') || raw('GENRE'),
    catId: catIdOf(raw),
    tags: unique(words(raw('KEYWORDS'))),
    provenance: provenanceOfText(tags.get(RECORD_COMMENT.toLowerCase()) ?? ''),
    notes: [...note('Library', raw('LIBRARY') || raw('ALBUM')), ...note('Recorded by', raw('ARTIST'))],
  }
}

const readOggFlacTexts = async (path: string): Promise<TagTexts> =>
  textsOfTags(await withFile(path, oggFlacTags))

const readAiffId3 = (path: string): Promise<TagTexts> =>
  withFile(path, async (read) => {
    const tag = await aiffTag(read)
    return tag === null ? NO_TEXTS : textsOfTags(id3Texts(tag))
  })

/** An APE tag stands for itself where there is no ID3v2, which most programs write instead; ID3v1 cuts its texts short. */
const readMp3Texts = async (path: string): Promise<TagTexts> => {
  const { size } = await stat(path)
  const [ape, hasId3] = await withFile(
    path,
    async (read) =>
      [textsOfTags(await readApeTags(read, size)), textAt(await read(0, 3), 0, 3) === 'ID3'] as const,
  )
  const common = await readCommonTags(path)
  return hasId3 ? withTexts(common, ape) : withTexts(ape, common)
}

/** Where each format may have its texts; all others have what `readCommonTags` knows. */
const READERS: Readonly<Record<string, readonly ((path: string) => Promise<TagTexts>)[]>> = {
  aiff: [readAiffId3, readAiffTexts],
  wav: [readWavTexts, readCommonTags],
  w64: [readWavTexts],
  mp3: [readMp3Texts],
  ogg: [readCommonTags, readOggFlacTexts],
}

/** The first has its say where it says something; tags and notes are joined. */
export function withTexts(first: TagTexts, second: TagTexts): TagTexts {
  return {
    name: first.name || second.name,
    description: first.description || second.description,
    category: first.category || second.category,
    catId: first.catId || second.catId,
    tags: unique([...first.tags, ...second.tags]),
    notes: unique([...first.notes, ...second.notes]),
    isLoop: first.isLoop || second.isLoop,
    provenance: first.provenance ?? second.provenance,
  }
}

async function readWavTexts(path: string): Promise<TagTexts> {
  const opened = await openWav(path)
  if (!opened.ok) return NO_TEXTS
  const wav = opened.value
  try {
    const chunk = (id: string) => wav.chunk(id, CHUNK_BYTES)
    const [ixml, bextChunk, smpl, cue] = await Promise.all([
      chunk('iXML'),
      chunk('bext'),
      chunk('smpl'),
      chunk('cue '),
    ])
    const user = (ixml && readElements(ixml, 'USER')) ?? new Map<string, string>()
    const bext = bextChunk && decodeBext(bextChunk)
    const info = (await infoOf(wav)) ?? new Map<string, string>()
    const loop = smpl && decodeLoop(smpl, wav.frames)
    const field = (name: string): string => clean(user.get(name) ?? '')
    const subcategory = field('SUBCATEGORY')
    return {
      name: field('FXNAME') || clean(info.get('INAM') ?? ''),
      description: field('DESCRIPTION') || clean(bext?.description ?? '') || clean(info.get('ICMT') ?? ''),
      category: field('CATEGORY') || clean(info.get('IGNR') ?? ''),
      catId: catIdOf(field),
      tags: unique([
        ...words(field('KEYWORDS')),
        ...words(clean(info.get('IKEY') ?? '')),
        ...(subcategory === '' ? [] : [subcategory.toLowerCase()]),
      ]),
      notes: [
        ...note('Library', field('LIBRARY') || clean(info.get('IPRD') ?? '')),
        ...note('Source', field('SOURCE') || clean(info.get('ISRC') ?? '')),
        ...note('CatID', ucsById(field('CATID')) === null ? field('CATID') : ''),
        ...note('Recorded by', field('DESIGNER') || clean(info.get('IART') ?? '')),
        ...note('Originator', bext?.originator === 'Foleyroom' ? '' : clean(bext?.originator ?? '')),
        ...note('Cues', cue === null ? '' : cueTimes(cue, wav.format.sampleRate)),
      ],
      isLoop: loop !== null && (loop.endFrame - loop.startFrame + 1) / wav.frames >= LOOP_SHARE,
      provenance: ixml && provenanceOfIxml(ixml),
    }
  } finally {
    await wav.close()
  }
}

/** Of the id, or of category and subcategory where a file has those alone. */
const catIdOf = (field: (name: string) => string): string =>
  (ucsById(field('CATID')) ?? ucsByNames(field('CATEGORY'), field('SUBCATEGORY')))?.catId ?? ''

/** There may be several LIST chunks; the texts are in that of type INFO. */
async function infoOf(wav: WavFile): Promise<ReadonlyMap<string, string> | null> {
  for (const chunk of wav.riff.chunks) {
    if (chunk.id !== 'LIST') continue
    const info = decodeInfo(await wav.riff.read(chunk.offset, Math.min(chunk.bytes, CHUNK_BYTES)))
    if (info !== null) return info
  }
  return null
}

const CUE_BYTES = 24
/** Positions of the cue points in seconds, such as "0.500 s, 1.250 s". */
function cueTimes(cue: Uint8Array, sampleRate: number): string {
  const points = Math.min(uint32At(cue, 0), Math.floor((cue.length - 4) / CUE_BYTES), MOST_CUES)
  return Array.from(
    { length: Math.max(0, points) },
    (_, n) => `${(uint32At(cue, 4 + n * CUE_BYTES + 20) / sampleRate).toFixed(3)} s`,
  ).join(', ')
}

const AIFF_TEXTS = { NAME: 'name', ANNO: 'description' } as const

/** The text chunks of AIFF (Apple, Audio Interchange File Format 1.3): name and annotation. */
async function readAiffTexts(path: string): Promise<TagTexts> {
  const found: { name: string; description: string } = { name: '', description: '' }
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const head = Buffer.alloc(8)
    for (let at = 12, chunks = 0; at + 8 <= size && chunks < 1000; chunks += 1) {
      await handle.read(head, 0, 8, at)
      const bytes = head.readUInt32BE(4)
      const id = textAt(head, 0, 4)
      if (id === 'NAME' || id === 'ANNO') {
        const text = Buffer.alloc(Math.min(bytes, 8000, size - at - 8))
        await handle.read(text, 0, text.length, at + 8)
        found[AIFF_TEXTS[id]] ||= clean(text.toString('utf8').replace(/\0.*$/su, ''))
      }
      at += 8 + bytes + (bytes % 2)
    }
  } finally {
    await handle.close()
  }
  return { ...NO_TEXTS, ...found }
}

/** What every other container has, through mediabunny: ID3v2, Vorbis comments, MP4 `ilst`, also ID3 inside WAV. */
async function readCommonTags(path: string): Promise<TagTexts> {
  const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny')
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    if (!(await input.canRead())) return NO_TEXTS
    const tags = await input.getMetadataTags()
    const free = await freeTexts(path)
    const written = (name: string): string =>
      textOf(tags.raw, name) || textOf(tags.raw?.TXXX, name) || (free.get(name) ?? '')
    const raw = (name: string): string => clean(written(name))
    return {
      ...NO_TEXTS,
      name: clean(tags.title ?? '') || raw('FXNAME'),
      description:
        raw('DESCRIPTION') || clean(tags.description ?? '') || clean(tags.comment ?? '') || raw('COMMENT'),
      category: raw('CATEGORY') || clean(tags.genre ?? ''),
      catId: catIdOf(raw),
      tags: unique(words(raw('KEYWORDS'))),
      provenance: provenanceOfText(written(RECORD_COMMENT)),
      notes: [
        ...note('Library', raw('LIBRARY') || clean(tags.album ?? '')),
        ...note('Recorded by', clean(tags.artist ?? '')),
        ...note('Tempo', tags.beatsPerMinute === undefined ? '' : `${tags.beatsPerMinute} BPM`),
      ],
    }
  } finally {
    input.dispose()
  }
}

/** What MP4 has under names of its own, which mediabunny does not tell apart. */
async function freeTexts(path: string): Promise<ReadonlyMap<string, string>> {
  return withFile(path, async (read) => {
    const isMp4 = textAt(await read(4, 4), 0, 4) === 'ftyp'
    return isMp4 ? readFreeTexts(read) : new Map<string, string>()
  })
}

async function withFile<T>(path: string, work: (read: ReadAt) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r')
  try {
    return await work(async (offset, bytes) => {
      const part = new Uint8Array(bytes)
      return part.subarray(0, (await handle.read(part, 0, bytes, offset)).bytesRead)
    })
  } finally {
    await handle.close()
  }
}

/** A text by its name in any case, also of ID3's own texts (TXXX), which stand in a table of theirs. */
function textOf(table: unknown, name: string): string {
  if (typeof table !== 'object' || table === null) return ''
  const found: unknown = Object.entries(table).find(([key]) => key.toUpperCase() === name)?.[1]
  return typeof found === 'string' ? found : Array.isArray(found) ? found.map(String).join(', ') : ''
}

const note = (label: string, text: string): readonly string[] => (text === '' ? [] : [`${label}: ${text}`])

/** One text as the library keeps it: no control characters but line ends, no lone surrogates, trimmed, bounded. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\n\t\P{Cc}]/gu, '')
    .trim()
    .slice(0, TEXT_CHARACTERS)
}

const words = (text: string): readonly string[] =>
  text
    .split(/[,;\n]/u)
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .slice(0, MOST_TAGS)
const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)]
