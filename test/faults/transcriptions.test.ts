// FAULTS 10 for audio-to-MIDI, and 66, 73, 74: jobs without a key, and files of a service that means harm.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TranscriptionIntent } from '../../src-main/bridge/types.ts'
import { transcriptionFiles } from '../../src-main/generations/midi-files.ts'
import { checkMidi, MIDI_EVENTS_MAX } from '../../src-main/media/midi-check.ts'
import { checkMusicXml } from '../../src-main/media/musicxml-check.ts'
import { readZipEntries, SCORE_ZIP_LIMITS } from '../../src-main/media/zip-check.ts'
import type { World } from './harness.ts'
import { openWorld, STORAGE } from './harness.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const JOBS = /^\/v2\/audio-to-midi\/v1\.0\/jobs$/

async function source(world: World): Promise<number> {
  const made = await world.untilOver(await world.begin({ durationMs: 2_000, prompt: 'music box' }))
  expect(made).toMatchObject({ state: 'done' })
  return made.soundIds[0] ?? 0
}
async function transcribe(
  world: World,
  soundId: number,
  part: Partial<TranscriptionIntent> = {},
): Promise<string> {
  const started = await world.app.transcriptions.start({
    connectionId: world.connectionId,
    soundId,
    options: {},
    generationId: randomUUID(),
    quotedCredits: null,
    ...part,
  })
  if (!started.ok) throw new Error(started.error.message)
  return started.value.id
}

describe('Transcriptions', () => {
  it('a sound becomes notes and files that stand in the library; charged once, quoted before', async () => {
    const world = await openWorld(sandbox)
    const soundId = await source(world)
    const quoted = await world.app.transcriptions.quote({ connectionId: world.connectionId, soundId })
    expect(quoted).toMatchObject({ ok: true, value: { credits: 5, isMetered: true } })
    const id = await transcribe(world, soundId)
    expect(await world.untilOver(id)).toMatchObject({ state: 'done', error: null, chargedCredits: 5 })
    const got = world.app.transcriptions.get(id)
    expect(got).toMatchObject({
      ok: true,
      value: { soundId, files: [{ kind: 'midi' }, { kind: 'musicxml' }] },
    })
    const [midi] = transcriptionFiles(world.app.db, id)
    const bytes = readFileSync(join(world.app.libraryRoot, midi?.relativePath ?? ''))
    expect(checkMidi(bytes)).toMatchObject({ ok: true })
    expect(await world.debits()).toBe(2)
  })

  it('10 reset after the request was sent → sent, fate unknown; never sent again by itself, over a restart too', async () => {
    const world = await openWorld(sandbox)
    const soundId = await source(world)
    world.network.strike('POST', JOBS, { kind: 'reset-after' }, 1)
    const id = await transcribe(world, soundId)
    const ended = await world.untilOver(id)
    expect(ended).toMatchObject({ state: 'unknown', error: { code: 'fate_unknown', retryable: false } })
    expect(world.app.row(id)).toMatchObject({
      balanceBefore: expect.any(Number),
      firstSentAtMs: expect.any(Number),
    })
    // The service took it: the ledger tells what we cannot know.
    await expect.poll(() => world.debits()).toBe(2)
    await world.restart()
    await world.time.pass(26 * 3_600_000)
    expect(world.network.count('POST', JOBS)).toBe(1)
    expect(await world.debits()).toBe(2)
  })

  it('10 killed after the request was sent → fate unknown at the next start, not sent twice', async () => {
    const world = await openWorld(sandbox)
    const soundId = await source(world)
    world.network.strike('POST', JOBS, { kind: 'reset-after', meanwhile: () => world.app.kill() }, 1)
    const id = await transcribe(world, soundId)
    await world.soon('the end', () => !world.app.db.driver.open)
    await world.restart()
    expect(await world.untilOver(id)).toMatchObject({ state: 'unknown' })
    expect(world.network.count('POST', JOBS)).toBe(1)
  })

  it('10 reset before the service heard anything, and a 429, are clear: sent again, charged once', async () => {
    const world = await openWorld(sandbox)
    const soundId = await source(world)
    const body = JSON.stringify({
      error: { code: 'rate_limited', message: 'later', param: null, retryable: true, request_id: 'req_1' },
    })
    const headers = { 'content-type': 'application/json', 'retry-after': '7' }
    world.network.strike('POST', JOBS, { kind: 'answer', status: 429, headers, body }, 1)
    const id = await transcribe(world, soundId)
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    expect(world.network.count('POST', JOBS)).toBe(2)
    expect(await world.debits()).toBe(2)
  })

  it('66 a MIDI file of the service that is damaged is not kept; the notes are', async () => {
    const world = await openWorld(sandbox)
    const soundId = await source(world)
    const bad = Buffer.concat([header(1), track([0xff, 0xff, 0xff, 0xff, 0xff, 0x90, 60, 64])])
    world.network.strike(
      'GET',
      STORAGE,
      { kind: 'change', change: (answer) => ({ ...answer, body: bad }) },
      1,
    )
    const id = await transcribe(world, soundId)
    const ended = await world.untilOver(id)
    expect(ended.state).toBe('done')
    expect(ended.shortfalls.join(' ')).toMatch(/MIDI file is damaged/)
    expect(transcriptionFiles(world.app.db, id).map(({ kind }) => kind)).toEqual(['musicxml'])
  })
})

/** A header that announces so many tracks. */
const header = (tracks: number): Buffer =>
  Buffer.from([0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 1, 0, tracks, 1, 0xe0])
function track(events: readonly number[] | Buffer): Buffer {
  const head = Buffer.from('MTrk....', 'latin1')
  head.writeUInt32BE(events.length, 4)
  return Buffer.concat([head, Buffer.from(events)])
}

describe('66 a MIDI file', () => {
  it('with a bad variable-length number, a lying length or data from nowhere is named', () => {
    const bad: readonly (readonly [string, Buffer])[] = [
      [
        'a time that cannot be read',
        Buffer.concat([header(1), track([0xff, 0xff, 0xff, 0xff, 0x7f, 0x90, 60, 64])]),
      ],
      ['longer than its track', Buffer.concat([header(1), track([0, 0xff, 0x01, 0x7f, 65])])],
      ['data without an event', Buffer.concat([header(1), track([0, 60, 64])])],
      ['cut off', Buffer.concat([header(1), track([0, 0x90, 60])])],
      ['announces 3 tracks', Buffer.concat([header(3), track([0, 0xff, 0x2f, 0])])],
      ['does not begin', Buffer.from('RIFF')],
      ['a chunk says', Buffer.concat([header(1), Buffer.from('MTrk\xff\xff\xff\xff', 'latin1')])],
    ]
    for (const [words, bytes] of bad) {
      expect(checkMidi(bytes)).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining(words) },
      })
    }
  })

  it('with ten million notes is refused for its length', () => {
    const note = Buffer.from([0, 0x90, 60, 64, 0, 0x80, 60, 0])
    const many = Buffer.alloc(note.length * (MIDI_EVENTS_MAX / 2 + 1), note)
    expect(checkMidi(Buffer.concat([header(1), track(many)]))).toMatchObject({
      ok: false,
      error: { code: 'midi_too_long' },
    })
  })
})

describe('73 a ZIP', () => {
  const bytes = (name: string): Uint8Array => zipSync({ [name]: new Uint8Array([1, 2, 3]) })
  it.each([
    '../out.pdf',
    '/etc/passwd',
    'a/../../b',
    'C:\\x.pdf',
    'nul',
    'con.pdf',
    'a\0b',
    'x/',
    'dot.',
    ' ',
  ])('with a file called %j is refused or empty', (name) => {
    const read = readZipEntries(bytes(name), SCORE_ZIP_LIMITS)
    expect(read.ok ? read.value : read.error.code).toEqual(read.ok ? [] : 'zip_unsafe')
  })

  it('with a link, a bomb or a cut directory is refused; an honest one is read', () => {
    const link = zipSync({ 'score.pdf': [new Uint8Array([1]), { os: 3, attrs: 0o120777 << 16 }] })
    expect(readZipEntries(link, SCORE_ZIP_LIMITS)).toMatchObject({ ok: false, error: { code: 'zip_unsafe' } })
    const bomb = zipSync({ 'score.pdf': new Uint8Array(40_000_000) })
    expect(readZipEntries(bomb, SCORE_ZIP_LIMITS)).toMatchObject({
      ok: false,
      error: { code: 'zip_too_large' },
    })
    const honest = zipSync({ 'parts/violin.pdf': new Uint8Array([1, 2, 3]) })
    expect(readZipEntries(honest, SCORE_ZIP_LIMITS)).toEqual({
      ok: true,
      value: [{ name: 'parts/violin.pdf', bytes: 3, compressedBytes: expect.any(Number) }],
    })
    expect(readZipEntries(honest.subarray(0, honest.length - 30), SCORE_ZIP_LIMITS).ok).toBe(false)
  })
})

describe('74 MusicXML', () => {
  const score = '<score-partwise version="4.0"><part-list/></score-partwise>'
  it.each([
    `<!DOCTYPE score-partwise [<!ENTITY a "b">]>${score}`,
    `<!DOCTYPE score-partwise SYSTEM "file:///etc/passwd">${score}`,
    score.replace('<part-list/>', '<script>alert(1)</script>'),
    score.replace(
      '<part-list/>',
      '<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>',
    ),
    `<?xml-stylesheet href="http://evil.invalid/x.xsl"?>${score}`,
    score.replace('<part-list/>', '<credit><link href="javascript:alert(1)"/></credit>'),
    '<html><body/></html>',
    'not xml',
  ])('that would do something is not kept: %s', (text) => {
    expect(checkMusicXml(text).ok).toBe(false)
  })

  it('of a score is kept, with the document type that it is known by', () => {
    const doctype =
      '<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">'
    expect(checkMusicXml(`<?xml version="1.0" encoding="UTF-8"?>\n${doctype}\n${score}`)).toEqual({
      ok: true,
      value: null,
    })
    expect(checkMusicXml(score)).toEqual({ ok: true, value: null })
  })
})
