import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openAudio } from '../../../src-main/decode/audio-file.ts'
import { sine, temporaryFolder, wav16, writeFixture } from '../media/wav-fixture.ts'
import { decoded, decodedByFfmpeg } from './decoded.ts'

// Other programs judge the files, on a machine that may be busy; nothing is asserted about time.
vi.setConfig({ testTimeout: 60_000 })

const folder = temporaryFolder()
afterAll(() => folder.remove())
const source = writeFixture(folder.path, 'source.wav', wav16([sine(997, 0.9, 0.7), sine(440, 0.9, 0.2)]))

function aiff(codec: string): string {
  const path = join(folder.path, 'sound.aiff')
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', source, '-af', 'volume=0.77', '-c:a', codec, path])
  return path
}

describe('openAudio on AIFF', () => {
  it.each(['pcm_s8', 'pcm_s16be', 'pcm_s16le', 'pcm_s24be', 'pcm_s32be', 'pcm_f32be', 'pcm_f64be'])(
    'reads the very samples that ffmpeg reads: %s',
    async (codec) => {
      const path = aiff(codec)
      expect(await decoded(path)).toEqual(decodedByFfmpeg(path, 2))
    },
  )

  it('reads a cut file up to its end, and says so', async () => {
    const path = join(folder.path, 'cut.aiff')
    writeFileSync(path, readFileSync(aiff('pcm_s16be')).subarray(0, 40_000))
    const opened = await openAudio(path)
    if (!opened.ok) throw new Error(opened.error.message)
    expect(opened.value.isCutShort()).toBe(true)
    await opened.value.close()
    expect((await decoded(path))[0]!.length).toBeGreaterThan(9900)
  })

  it.each<[string, (bytes: Buffer, common: number) => void, string]>([
    [
      'of a compressed kind',
      (bytes, common) => bytes.write('ima4', common + 26, 'latin1'),
      'format_unsupported',
    ],
    ['without a format', (bytes, common) => bytes.write('XXXX', common, 'latin1'), 'aiff_invalid'],
    ['of no channels', (bytes, common) => bytes.writeInt16BE(0, common + 8), 'aiff_invalid'],
    ['without samples', (bytes) => bytes.write('XXXX', bytes.indexOf('SSND'), 'latin1'), 'aiff_no_audio'],
  ])('names a file %s', async (_, change, code) => {
    const bytes = readFileSync(aiff('pcm_f32be'))
    change(bytes, bytes.indexOf('COMM'))
    expect(await openAudio(writeFixture(folder.path, 'bad.aiff', bytes))).toMatchObject({
      ok: false,
      error: { code },
    })
  })
})
