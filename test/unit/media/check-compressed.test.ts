// Downloads in compressed formats are checked against what their containers say.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { checkAudioFile } from '../../../src-main/media/check.ts'
import { sine, temporaryFolder, wav16, writeFixture } from './wav-fixture.ts'

// Other programs judge the files, on a machine that may be busy; nothing is asserted about time.
vi.setConfig({ testTimeout: 60_000 })

const folder = temporaryFolder()
afterAll(() => folder.remove())
const source = writeFixture(folder.path, 'source.wav', wav16([sine(440, 1.5, 0.5)]))

function encoded(name: string): string {
  const path = join(folder.path, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', source, path])
  return path
}

const announced = { sampleRate: 44_100, channels: 1, durationMs: 1500 }

describe.each([
  ['flac', 'a.flac'],
  ['mp3_192', 'a.mp3'],
  ['m4a_128', 'a.m4a'],
])('a download in %s', (format, name) => {
  it('that is what was announced passes with its own facts', async () => {
    expect(await checkAudioFile(encoded(name), { format, ...announced })).toEqual({
      ok: true,
      value: { ...announced, durationMs: expect.closeTo(1500, -2), isDecoded: false, differences: [] },
    })
  })

  it('of another rate, width or length is kept and flagged', async () => {
    const other = { format, sampleRate: 48_000, channels: 2, durationMs: 3000 }
    const checked = await checkAudioFile(encoded(name), other)
    expect(checked).toMatchObject({ ok: true, value: { sampleRate: 44_100, channels: 1 } })
    expect(checked.ok && checked.value.differences.length).toBe(3)
  })

  it('that is a page of text is refused', async () => {
    const path = join(folder.path, `text-${name}`)
    writeFileSync(path, '<html>please log in</html>')
    expect(await checkAudioFile(path, { format, ...announced })).toMatchObject({
      ok: false,
      error: { code: 'not_audio' },
    })
  })
})

it('an MP3 that was cut short is flagged by its length', async () => {
  const whole = readFileSync(encoded('whole.mp3'))
  const path = join(folder.path, 'cut.mp3')
  writeFileSync(path, whole.subarray(0, whole.length / 3))
  const checked = await checkAudioFile(path, { format: 'mp3_128', ...announced })
  expect(checked.ok && checked.value.differences.length).toBe(1)
})
