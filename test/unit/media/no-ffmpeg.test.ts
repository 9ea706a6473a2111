// A machine without ffmpeg: what nothing here decodes is refused with a reason that says what to do.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { openAnyAudio } from '../../../src-main/media/any-audio.ts'
import { readFileMetadata } from '../../../src-main/media/file-metadata.ts'
import { sine, temporaryFolder, wav16, writeFixture } from './wav-fixture.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())
afterEach(() => vi.unstubAllEnvs())

it('names the kind and what to do, and keeps an M4A whose length is known', async () => {
  const source = writeFixture(folder.path, 'source.wav', wav16([sine(440, 1, 0.5)]))
  const encode = (name: string, codec: string): string => {
    const path = join(folder.path, name)
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', source, '-c:a', codec, path])
    return path
  }
  const [wma, m4a] = [encode('a.wma', 'wmav2'), encode('a.m4a', 'alac')]
  vi.stubEnv('PATH', folder.path)
  const refused = await openAnyAudio(wma)
  expect(refused).toMatchObject({ ok: false, error: { code: 'format_unsupported' } })
  if (!refused.ok) expect(refused.error.message).toMatch(/With ffmpeg installed .* convert it to WAV or FLAC/)
  expect(await readFileMetadata(m4a)).toMatchObject({ ok: true, value: { format: 'm4a', durationMs: 1000 } })
})
