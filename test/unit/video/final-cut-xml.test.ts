// Final Cut's XML as others read it: by the rules of OpenShot's importer, which test/bench/video/openshot runs itself.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FinalCutOrder, finalCutXml } from '../../../src-main/media/picture/final-cut-xml.ts'

interface XmlElement {
  readonly name: string
  readonly attributes: string
  readonly children: XmlElement[]
  text: string
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Elements and their text; no more of XML than this form has. @throws where an element is not closed by its name */
function readXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: '', children: [], text: '' }
  const open = [root]
  for (const [, close, name, attributes, isEmpty, content] of text.matchAll(
    /<(\/?)([a-z]\w*)([^>]*?)(\/?)>|([^<]+)/gi,
  )) {
    const at = open.at(-1)!
    if (content !== undefined) at.text += content.replace(/&(\w+);/g, (_, entity) => NAMED[entity]!)
    else if (close === '/') {
      if (at.name !== name) throw new Error(`${at.name} is closed as ${name}`)
      open.pop()
    } else {
      const element = { name: name!, attributes: attributes ?? '', children: [], text: '' }
      at.children.push(element)
      if (isEmpty !== '/') open.push(element)
    }
  }
  if (open.length !== 1) throw new Error(`${open.at(-1)!.name} is not closed`)
  return root
}

/** Those of a name, however deep, in their order: as a document's `getElementsByTagName` has them. */
const all = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)])
const first = (element: XmlElement, name: string): string => {
  const found = all(element, name)[0]
  if (found === undefined) throw new Error(`${element.name} has no ${name}`)
  return found.text
}

/** What OpenShot lays on its timeline. Source: openshot-qt 2.6.1, classes/importers/final_cut_pro.py. */
function asOpenShotReads(text: string) {
  const document = readXml(text)
  return ['audio', 'video'].flatMap((kind) =>
    all(document, kind)
      .flatMap((media) => all(media, 'track'))
      .flatMap((track) => {
        expect(first(track, 'locked')).toBe('FALSE')
        return all(track, 'clipitem')
          .filter((clip) => all(clip, 'pathurl').length > 0)
          .map((clip) => ({
            kind,
            url: first(clip, 'pathurl'),
            name: first(clip, 'name'),
            startFrame: Number(first(clip, 'start')),
            inFrame: Number(first(clip, 'in')),
            outFrame: Number(first(clip, 'out')),
          }))
      }),
  )
}

const RATES = [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60]
const order = (): fc.Arbitrary<FinalCutOrder> =>
  fc.record({
    title: fc.string(),
    clipFileName: fc.constant('Hallway #2.mov'),
    clipUrl: fc.constantFrom('file:///clips/Hallway%20%232.mov', null),
    clipDurationMs: fc.constant(600_000),
    framesPerSecond: fc.constantFrom(...RATES),
    dropsNumbers: fc.boolean(),
    width: fc.constant(1280),
    height: fc.constant(720),
    folderUrl: fc.constantFrom('file:///out/', 'file:///C:/out/'),
    sounds: fc
      .array(
        fc.record({
          name: fc.string({ minLength: 1, unit: fc.constantFrom('a', '&', '<', '"', ' ', 'ß', '\u0007') }),
          startMs: fc.nat(590_000),
          durationMs: fc.integer({ min: 1, max: 90_000 }),
        }),
        { maxLength: 8 },
      )
      .map((sounds) => sounds.map((sound, index) => ({ ...sound, fileName: `Hallway_${index}_é&.wav` }))),
  })

describe("Final Cut's XML", () => {
  it('is read with each sound once, in whole frames, at the address of its file, at every rate', () =>
    fc.assert(
      fc.property(order(), (list) => {
        const { framesPerSecond: rate, sounds, clipUrl, folderUrl } = list
        const read = asOpenShotReads(finalCutXml(list))
        expect(read.filter(({ kind }) => kind === 'video').map(({ url }) => url)).toEqual(
          clipUrl === null ? [] : ['file://localhost/clips/Hallway%20%232.mov'],
        )
        const heard = read.filter(({ kind }) => kind === 'audio')
        expect(heard).toHaveLength(sounds.length)
        for (const [index, { startMs, durationMs, name, fileName }] of sounds.entries()) {
          const { url, ...place } = heard[index]!
          const frames = Math.max(1, Math.round((durationMs / 1000) * rate))
          expect(place).toEqual({
            kind: 'audio',
            // A bell is nothing that XML can say.
            name: name.replaceAll('\u0007', ''),
            startFrame: Math.round((startMs / 1000) * rate),
            inFrame: 0,
            outFrame: frames,
          })
          expect(url).toBe(`${folderUrl.replace('///', '//localhost/')}${encodeURIComponent(fileName)}`)
        }
      }),
      { numRuns: 200 },
    ))

  it.each([
    [25, false, '25', 'FALSE', 'NDF', '00:00:00:00'],
    [24_000 / 1001, false, '24', 'TRUE', 'NDF', '00:00:00:00'],
    [30_000 / 1001, true, '30', 'TRUE', 'DF', '00:00:00;00'],
    [30, true, '30', 'FALSE', 'NDF', '00:00:00:00'],
  ])('counts %f frames a second as its rate does', (rate, dropsNumbers, timebase, ntsc, form, zero) => {
    const sequence = readXml(
      finalCutXml({
        title: 'Hallway',
        clipFileName: 'Hallway.mov',
        clipUrl: null,
        clipDurationMs: 4000,
        framesPerSecond: rate,
        dropsNumbers,
        width: 1920,
        height: 1080,
        folderUrl: 'file:///out/',
        sounds: [],
      }),
    )
    expect(['timebase', 'ntsc', 'displayformat', 'string'].map((name) => first(sequence, name))).toEqual([
      timebase,
      ntsc,
      form,
      zero,
    ])
  })

  it('names both sides of a sound, links them, and describes its file once', () => {
    const text = finalCutXml({
      title: 'Hallway',
      clipFileName: 'Hallway.mov',
      clipUrl: null,
      clipDurationMs: 4000,
      framesPerSecond: 25,
      dropsNumbers: false,
      width: 1920,
      height: 1080,
      folderUrl: 'file:///out/',
      sounds: ['Door', 'Rain'].map((name) => ({
        name,
        fileName: `${name}.wav`,
        startMs: 40,
        durationMs: 400,
      })),
    })
    const tracks = all(readXml(text), 'track')
    expect(tracks.map((track) => first(track, 'outputchannelindex'))).toEqual(['1', '2', '1', '2'])
    const clips = tracks.flatMap((track) => all(track, 'clipitem'))
    expect(clips.map((clip) => first(clip, 'trackindex'))).toEqual(['1', '2', '1', '2'])
    const idOf = (clip: XmlElement): string => /id="([^"]+)"/.exec(clip.attributes)![1]!
    for (const [index, clip] of clips.entries()) {
      const pair = clips.slice(index - (index % 2), index - (index % 2) + 2)
      expect(all(clip, 'linkclipref').map(({ text: id }) => id)).toEqual(pair.map(idOf))
      // Tracks are counted from one, over the whole sequence.
      expect(all(clip, 'link').map((link) => first(link, 'trackindex'))).toEqual(
        pair.map((other) => String(clips.indexOf(other) + 1)),
      )
    }
    expect(all(readXml(text), 'pathurl')).toHaveLength(2)
  })
})
