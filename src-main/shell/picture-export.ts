// What leaves of a picture's sound: aligned stems, the mix, the clip with its new sound, or the sounds with edit lists.
import { open, rm, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { VideoExportKind } from '../bridge/video.ts'
import { safeFileName } from '../library/file-names.ts'
import { underFreeName } from '../library/free-name.ts'
import type { RunMedia } from '../media/facts-service.ts'
import { failed, fileFailure, type Outcome, succeeded } from '../media/outcome.ts'
import { type EditListOrder, edl, otio } from '../media/picture/edit-list.ts'
import { finalCutXml } from '../media/picture/final-cut-xml.ts'
import { PICTURE_RATE } from '../media/picture/picture-audio.ts'
import type { Placement } from '../media/picture/placed-audio.ts'
import type { Provenance } from '../media/provenance.ts'

export interface ExportedSound extends Placement {
  readonly label: string
  readonly lengthMs: number
}
/** The clip, as far as an export needs it. */
export interface ExportedClip {
  /** Null where it lies at an address. */
  readonly path: string | null
  readonly fileName: string
  readonly codec: string | null
  readonly durationMs: number
  readonly framesPerSecond: number | null
  /** Null where the app cannot see it. */
  readonly size: { readonly width: number; readonly height: number } | null
}
export interface PictureExport {
  readonly kind: VideoExportKind
  readonly folder: string
  readonly clip: ExportedClip
  readonly sounds: readonly ExportedSound[]
}
interface Ports {
  readonly run: RunMedia
  readonly newId: () => string
  readonly now: () => number
}

/** An edit list of a clip whose rate is not told counts so many frames a second. */
const UNTOLD_RATE = 25
const UNTOLD_SIZE = { width: 1920, height: 1080 } as const

/** Writes under names that are free; never over a file. @returns how many files */
export async function exportPicture(order: PictureExport, ports: Ports): Promise<Outcome<number, string>> {
  try {
    return await write(order, ports)
  } catch (error) {
    return fileFailure(error, 'write into that folder')
  }
}

async function write(order: PictureExport, ports: Ports): Promise<Outcome<number, string>> {
  const { kind, folder, clip, sounds } = order
  const clipName = nameOf(clip)
  const layOut = (name: string, laid: PictureExport['sounds']) =>
    intoReserved(folder, name, 'wav', (to) =>
      ports.run('layOut', {
        lengthMs: clip.durationMs,
        sounds: laid,
        to,
        provenance: provenanceOf(name, 0, ports),
      }),
    )
  switch (kind) {
    case 'mix': {
      const written = await layOut(`${clipName}, mix`, sounds)
      return written.ok ? succeeded(1) : written
    }
    case 'stems': {
      for (const [index, sound] of sounds.entries()) {
        const name = `${clipName}, ${String(index + 1).padStart(2, '0')} ${sound.label}`
        const written = await layOut(name, [sound])
        if (!written.ok) return written
      }
      return succeeded(sounds.length)
    }
    case 'clip': {
      const { path, codec, durationMs } = clip
      if (path === null) {
        const message = 'This clip lies at an address: its picture is not on this machine to be written.'
        return failed('clip_unwritable', message)
      }
      const written = await intoReserved(folder, `${clipName}, with sound`, containerOf(path, codec), (to) =>
        ports.run('muxClip', { path, lengthMs: durationMs, sounds, to }),
      )
      return written.ok ? succeeded(1) : written
    }
    case 'edit-list':
    case 'edit-list-drop':
      return writeEditList(order, ports)
  }
}

/** Without its ending: the names of the files begin with it. */
const nameOf = ({ fileName }: ExportedClip): string => basename(fileName, extname(fileName))

/** Pictures that WebM holds. Source: WebM Container Guidelines. */
const WEBM_CODECS: readonly (string | null)[] = ['vp8', 'vp9', 'av1']

/** The clip's own container, where it holds such a picture. */
function containerOf(clipPath: string, codec: string | null): string {
  switch (extname(clipPath).toLowerCase()) {
    case '.mov':
      return 'mov'
    case '.webm':
      return WEBM_CODECS.includes(codec) ? 'webm' : 'mkv'
    case '.mkv':
      return 'mkv'
    default:
      return 'mp4'
  }
}

/** The sounds as they are heard, and three lists that say where they belong. */
async function writeEditList(
  { kind, folder, clip, sounds }: PictureExport,
  ports: Ports,
): Promise<Outcome<number, string>> {
  const clipName = nameOf(clip)
  const framesPerSecond = clip.framesPerSecond ?? UNTOLD_RATE
  const listed: EditListOrder['sounds'][number][] = []
  for (const [index, sound] of sounds.entries()) {
    const name = plainName(`${clipName}_${String(index + 1).padStart(2, '0')}_${sound.label}`)
    // Lists count whole frames: so much silence is written around a sound that it is put to the sample all the same.
    const startMs = (Math.floor(inFrames(sound.startMs, framesPerSecond)) * 1000) / framesPerSecond
    const endMs =
      (Math.ceil(inFrames(sound.startMs + sound.lengthMs, framesPerSecond)) * 1000) / framesPerSecond
    let fileName = ''
    const written = await intoReserved(folder, name, 'wav', (to) => {
      fileName = basename(to)
      return ports.run('layOut', {
        lengthMs: endMs - startMs,
        sounds: [{ ...sound, startMs: sound.startMs - startMs }],
        to,
        provenance: provenanceOf(sound.label, Math.round((startMs / 1000) * PICTURE_RATE), ports),
      })
    })
    if (!written.ok) return written
    listed.push({ name: sound.label, fileName, startMs, durationMs: endMs - startMs })
  }
  const list: EditListOrder = {
    title: clipName,
    clipFileName: clip.fileName,
    clipUrl: clip.path === null ? null : pathToFileURL(clip.path).href,
    clipDurationMs: clip.durationMs,
    framesPerSecond,
    dropsNumbers: kind === 'edit-list-drop',
    sounds: listed,
  }
  const folderUrl = pathToFileURL(join(folder, '/')).href
  const texts = {
    xml: finalCutXml({ ...list, ...(clip.size ?? UNTOLD_SIZE), folderUrl }),
    otio: otio(list),
    edl: edl(list),
  }
  for (const [extension, text] of Object.entries(texts)) {
    await underFreeName(namesOf(folder, clipName, extension), (free) => writeFile(free, text, { flag: 'wx' }))
  }
  return succeeded(listed.length + Object.keys(texts).length)
}

/** With fractions; what differs from a whole number by its rounding alone is that number. */
function inFrames(ms: number, framesPerSecond: number): number {
  const frames = (ms / 1000) * framesPerSecond
  const whole = Math.round(frames)
  return Math.abs(frames - whole) < 1e-6 ? whole : frames
}

/** Letters, digits and a few signs: programs that take an address for a name, and do not read its escapes, find it all the same. */
const plainName = (name: string): string => name.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '_')

const namesOf =
  (folder: string, name: string, extension: string) =>
  (number: number): string =>
    join(folder, safeFileName(name, extension, number))

/** A media worker writes over what it is given: an empty file holds the name for it, and goes again where nothing came of it. */
async function intoReserved<T, E extends string>(
  folder: string,
  name: string,
  extension: string,
  put: (path: string) => Promise<Outcome<T, E>>,
): Promise<Outcome<T, E>> {
  const path = await underFreeName(namesOf(folder, name, extension), async (free) =>
    (await open(free, 'wx')).close(),
  )
  const written = await put(path)
  if (!written.ok) await rm(path, { force: true })
  return written
}

/** @param timeReferenceSamples where it begins in the picture */
const provenanceOf = (name: string, timeReferenceSamples: number, { newId, now }: Ports): Provenance => ({
  soundUid: newId(),
  name,
  prompt: '',
  type: 'mix',
  category: null,
  tags: [],
  isLoop: false,
  createdAtMs: now(),
  serviceName: '',
  family: 'export',
  model: '',
  seed: null,
  jobId: null,
  generationId: null,
  outputIndex: null,
  variantIndex: null,
  request: null,
  lineage: [],
  timeReferenceSamples,
})
