// What the service says of the files that it makes, in every format that its model publishes, judged by ffprobe.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDIO_FORMATS, outputsOf } from '../../../../src-main/contract/index.ts'
import { finishedJob, openService, type ServiceUnderTest } from '../../../contract/service-under-test.ts'
import { makeTemporaryFolder } from '../../../temporary-folder.ts'

let service: ServiceUnderTest
let folder: string
beforeAll(async () => {
  service = await openService()
  folder = makeTemporaryFolder('formats')
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const CONTENT_TYPES = { wav: 'audio/wav', flac: 'audio/flac', mp3: 'audio/mpeg', m4a: 'audio/mp4' } as const

test('the model publishes all formats of the contract', () => {
  expect(service.model.formats).toEqual(AUDIO_FORMATS)
})

test.each(AUDIO_FORMATS)(
  'a job in %s ends with a file of which everything stated is true',
  async (format) => {
    const job = await finishedJob(service, {
      duration_ms: 1500,
      controls: { loop: true },
      output: { format },
    })
    const file = outputsOf(job)[0]?.variants[0]?.files?.audio
    expect(file).toMatchObject({ format, sample_rate: 44_100, channels: 1, duration_ms: 1500 })

    const answer = await fetch(new URL(file?.url ?? '', service.baseUrl))
    const content = Buffer.from(await answer.arrayBuffer())
    expect(content.length).toBe(file?.bytes)
    // Every format's name begins with one of them.
    const kind = format.split('_')[0] as keyof typeof CONTENT_TYPES
    expect(answer.headers.get('content-type')).toBe(CONTENT_TYPES[kind])
    expect(answer.headers.get('etag')).toBe(`"${createHash('sha256').update(content).digest('hex')}"`)

    const path = join(folder, `sound.${kind}`)
    await writeFile(path, content)
    const entries = 'stream=sample_rate,channels:format=duration'
    const json = execFileSync('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'json', path], {
      encoding: 'utf8',
    })
    const { streams, format: container } = JSON.parse(json)
    expect(streams).toEqual([{ sample_rate: '44100', channels: 1 }])
    // ffprobe counts whole frames of MP3, with what a decoder cuts.
    expect(Number(container.duration)).toBeGreaterThanOrEqual(1.5)
    expect(Number(container.duration)).toBeLessThan(kind === 'mp3' ? 1.6 : 1.5001)
  },
)
