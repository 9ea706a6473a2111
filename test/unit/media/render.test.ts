import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { computeFacts } from '../../../src-main/media/facts.ts'
import { readFileMetadata } from '../../../src-main/media/file-metadata.ts'
import { readProvenance, readTimeReference } from '../../../src-main/media/provenance.ts'
import { librarianFields, type Provenance } from '../../../src-main/media/provenance-record.ts'
import { type RenderOrder, renderSound } from '../../../src-main/media/render/render.ts'
import { createResampler } from '../../../src-main/media/render/resampler.ts'
import { decoded } from '../decode/decoded.ts'
import { runTool, sine, temporaryFolder, wav16, writeFixture } from './wav-fixture.ts'

/** Far more than a slow machine needs: nothing here is about time. */
const PATIENT = { timeout: 120_000 }

let folder: ReturnType<typeof temporaryFolder>
let source: string
beforeAll(() => {
  folder = temporaryFolder()
  source = writeFixture(folder.path, 'source.wav', wav16([sine(1000, 2, 0.25), sine(1500, 2, 0.25)]))
})
afterAll(() => folder.remove())

const provenance: Provenance = {
  soundUid: '7f1a2a10-0000-4000-8000-000000000001',
  name: 'Oak door',
  prompt: 'heavy oak door — slams “shut” & locks',
  type: 'sfx',
  category: null,
  tags: ['oak', 'slam'],
  isLoop: true,
  createdAtMs: 1_790_000_000_000,
  serviceName: 'Built-in engine',
  family: 'text-to-sfx',
  model: 'procedural-impacts-1',
  seed: 41,
  jobId: null,
  generationId: null,
  outputIndex: null,
  variantIndex: null,
  request: { seed: 41 },
  lineage: [],
  timeReferenceSamples: 96_000,
}
const order = (name: string, changes: Partial<RenderOrder> = {}): RenderOrder => ({
  from: source,
  to: join(folder.path, name),
  format: 'wav-24',
  part: null,
  speed: 1,
  sampleRate: null,
  channels: 'keep',
  loudnessLufs: null,
  ceilingDbtp: -1,
  fadeInMs: 0,
  fadeOutMs: 0,
  isLoop: true,
  provenance,
  texts: {
    user: { ...librarianFields(provenance), CATID: 'DOORWood' },
    comments: { TITLE: 'Oak door', CATID: 'DOORWood', DESCRIPTION: provenance.prompt },
  },
  ...changes,
})
const render = async (name: string, changes: Partial<RenderOrder> = {}) => {
  const made = await renderSound(order(name, changes), new AbortController().signal)
  if (!made.ok) throw new Error(made.error.message)
  return { path: join(folder.path, name), ...made.value }
}
const probe = (
  path: string,
): { streams: Record<string, unknown>[]; format: { tags: Record<string, string> } } =>
  JSON.parse(runTool('ffprobe', ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path]))

describe('rendering a sound', PATIENT, () => {
  it.each([
    ['wav-16', 'pcm_s16le', 16],
    ['wav-24', 'pcm_s24le', 24],
    ['wav-32f', 'pcm_f32le', 32],
    ['flac-16', 'flac', 16],
    ['flac-24', 'flac', 24],
    ['mp3-192', 'mp3', 0],
    ['mp3-320', 'mp3', 0],
  ] as const)('writes %s that ffprobe, sox and mediainfo read', async (format, codec, bits) => {
    const { path, frames, bytes } = await render(`a.${format.split('-')[0]}-${bits}`, { format })
    const [stream] = probe(path).streams
    expect(stream).toMatchObject({ codec_name: codec, sample_rate: '44100', channels: 2 })
    if (bits > 0) expect(Number(stream!.bits_per_raw_sample ?? stream!.bits_per_sample)).toBe(bits)
    expect(frames).toBe(88_200)
    expect(runTool('mediainfo', ['--Output=General;%FileSize%', path]).trim()).toBe(String(bytes))
    const type = format.split('-')[0]!
    const stat = runTool('sh', ['-c', `sox -t ${type} '${path}' -n stat 2>&1`])
    expect(Number(/Maximum amplitude:\s+([\d.]+)/.exec(stat)?.[1])).toBeCloseTo(0.25, 1)
    const ours = await decoded(path)
    expect(ours[0]!.length).toBe(88_200)
  })

  it('keeps the very samples of 16 bits in 24 and in floats', async () => {
    const before = await decoded(source)
    for (const format of ['wav-24', 'wav-32f', 'flac-24'] as const) {
      const { path } = await render(`same.${format}`, { format })
      expect(await decoded(path)).toEqual(before)
    }
  })

  it('carries bext with its time reference, iXML, INFO and a loop', async () => {
    const { path } = await render('texts.wav')
    const told = JSON.parse(runTool('exiftool', ['-j', '-G1', path]))[0]
    const text = JSON.stringify(told)
    expect(text).toContain('heavy oak door - slams')
    expect(text).toMatch(/"RIFF:TimeReference":"?96000/)
    const info = runTool('mediainfo', ['--Full', path])
    expect(info).toMatch(/Producer\s+: Foleyroom/)
    const read = await readFileMetadata(path)
    expect(read.ok && read.value).toMatchObject({
      name: 'Oak door',
      tags: expect.arrayContaining(['oak', 'slam']),
      catId: 'DOORWood',
      isLoop: true,
      provenance,
    })
    expect(await readProvenance(path)).toMatchObject({ ok: true, value: { seed: 41 } })
    expect(runTool('sh', ['-c', `sox --i '${path}' 2>&1`])).toContain('Sample Rate')
  })

  it('counts its place in time in samples of the rate that it has then', async () => {
    const as = await render('at its rate.wav')
    const { path } = await render('at another rate.wav', { sampleRate: 96_000 })
    expect(await readTimeReference(as.path)).toBe(96_000)
    expect(await readTimeReference(path)).toBe(Math.round((96_000 * 96_000) / as.sampleRate))
  })

  it('carries comments in FLAC and ID3 in MP3', async () => {
    for (const format of ['flac-16', 'mp3-192'] as const) {
      const { path } = await render(`tags.${format.split('-')[0]}`, { format })
      const { tags } = probe(path).format
      const all = Object.fromEntries(Object.entries(tags).map(([key, value]) => [key.toUpperCase(), value]))
      expect(all).toMatchObject({ TITLE: 'Oak door', CATID: 'DOORWood' })
      const read = await readFileMetadata(path)
      expect(read.ok && read.value).toMatchObject({ description: provenance.prompt, catId: 'DOORWood' })
    }
  })

  it('reaches a loudness, but never passes the ceiling', async () => {
    const loud = await render('loud.wav', { loudnessLufs: -23 })
    const quiet = await computeFacts(loud.path)
    expect(quiet.ok && quiet.value.facts.loudnessLufs).toBeCloseTo(-23, 1)
    const capped = await render('capped.wav', { loudnessLufs: 0, ceilingDbtp: -3 })
    const facts = await computeFacts(capped.path)
    expect(facts.ok && facts.value.facts.truePeakDb!).toBeLessThan(-2.95)
    expect(facts.ok && facts.value.facts.truePeakDb!).toBeGreaterThan(-3.05)
  })

  it('fades both ends, mixes to mono and spreads to stereo', async () => {
    const { path, frames } = await render('faded.wav', { fadeInMs: 100, fadeOutMs: 200, channels: 'mono' })
    const [mono, none] = await decoded(path)
    expect(none).toBeUndefined()
    expect(mono![0]).toBe(0)
    expect(mono![frames - 1]).toBe(0)
    const stereo = await render('stereo.wav', { from: path, channels: 'stereo' })
    const [left, right] = await decoded(stereo.path)
    expect(left).toEqual(right)
  })

  it('cuts a region exactly', async () => {
    const { path, frames } = await render('part.wav', { part: { startFrame: 1000, endFrame: 12_345 } })
    expect(frames).toBe(11_345)
    const whole = await decoded(source)
    const part = await decoded(path)
    expect(part[0]).toEqual(whole[0]!.slice(1000, 12_345))
  })

  it('plays faster and higher at twice the speed', async () => {
    const { path, frames } = await render('fast.wav', { speed: 2 })
    expect(frames).toBe(44_100)
    const facts = await computeFacts(path)
    expect(facts.ok && facts.value.facts.descriptors!.pitchHz! % 1000).toBeLessThan(1)
  })

  it('names a part that holds nothing, and leaves no file', async () => {
    const empty = order('empty.wav', { part: { startFrame: 900_000, endFrame: 900_100 } })
    expect(await renderSound(empty, new AbortController().signal)).toMatchObject({
      ok: false,
      error: { code: 'render_empty' },
    })
  })
})

describe('resampling', PATIENT, () => {
  const resampled = (signal: Float32Array, step: number, block: number): Float32Array => {
    const resampler = createResampler(step, 1)
    const parts: Float32Array[] = []
    for (let at = 0; at < signal.length; at += block)
      parts.push(resampler.add([signal.slice(at, at + block)])[0]!)
    parts.push(resampler.end()[0]!)
    return Float32Array.from(parts.flatMap((part) => [...part]))
  }

  it('gives the same whatever the blocks, of exactly the right length', () => {
    const signal = sine(1000, 0.5, 0.5)
    const whole = resampled(signal, 44_100 / 48_000, signal.length)
    expect(whole).toHaveLength(Math.round((signal.length * 48_000) / 44_100))
    expect(resampled(signal, 44_100 / 48_000, 777)).toEqual(whole)
  })

  it.each([48_000, 96_000, 22_050])('keeps a tone of 1 kHz at %d Hz within −90 dB', (rate) => {
    const signal = sine(1000, 0.5, 0.5)
    const output = resampled(signal, 44_100 / rate, 4000)
    const wanted = sine(1000, 0.5, 0.5, rate)
    let worst = 0
    for (let n = 1000; n < output.length - 1000; n += 1)
      worst = Math.max(worst, Math.abs(output[n]! - wanted[n]!))
    expect(20 * Math.log10(worst / 0.5)).toBeLessThan(-90)
  })

  it('removes what the new rate cannot hold', () => {
    const output = resampled(sine(15_000, 0.5, 0.5), 44_100 / 22_050, 4000)
    const loudest = output.slice(500, -500).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    expect(20 * Math.log10(loudest)).toBeLessThan(-80)
  })
})
