// Which formats the service may offer: those that its render worker really writes.

import { expect, test, vi } from 'vitest'
import { AUDIO_FORMATS } from '../../../../src-main/contract/index.ts'
import { probeFormats } from '../../../../src-main/local-service/codecs/working-formats.ts'

// Other programs judge the files, on a machine that may be busy; nothing is asserted about time.
vi.setConfig({ testTimeout: 60_000 })

const RENDER_WORKER = new URL('../../../../src-main/local-service/jobs/render-worker.ts', import.meta.url)

function worker(code: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
}

test('all formats of the contract work in the render worker, in their order', async () => {
  expect(await probeFormats(RENDER_WORKER)).toEqual(AUDIO_FORMATS)
})

test.each([
  ['throws as it loads', 'throw new Error("a library is missing")'],
  ['ends', 'process.exit(1)'],
])('of a worker that %s, only the format without libraries is offered', async (_, code) => {
  expect(await probeFormats(worker(code))).toEqual(['wav'])
})
