// The service as the app runs it: a process that is told where and with which key, and says on which port.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StartedMessage } from '../../../src-main/local-service/process.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

const ENTRY = fileURLToPath(new URL('../../../src-main/local-service/process.ts', import.meta.url))
/** Gives the process Electron's parentPort over child_process's channel, as the stand-in for Electron does. */
const PARENT_PORT = new URL('../../stand-in/system/parent-port.ts', import.meta.url).href

let folder: string
let child: ChildProcess
beforeEach(async () => {
  folder = makeTemporaryFolder('process')
  child = fork(ENTRY, { execArgv: ['--import', PARENT_PORT], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
})
afterEach(async () => {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await rm(folder, { recursive: true, force: true })
})

async function start(dataDir: string, apiKey: string): Promise<StartedMessage> {
  child.send({ type: 'start', dataDir, apiKey, decodesPictures: false })
  const [message] = await once(child, 'message')
  return message
}

test('listens on loopback with the key of this launch, for an unmetered account', async () => {
  const message = await start(folder, 'sk-of-this-launch')
  if (message.type !== 'ready') throw new Error(message.message)
  const me = (key: string, host: string) =>
    fetch(`http://${host}:${message.port}/v3/me`, { headers: { authorization: `Bearer ${key}` } })
  const account = await me('sk-of-this-launch', '127.0.0.1')
  expect(account.status).toBe(200)
  expect(await account.json()).toMatchObject({ billing_mode: 'unmetered', credits_available: null })
  expect((await me('sk-of-another', '127.0.0.1')).status).toBe(401)
  expect((await me('sk-of-this-launch', 'localhost')).status).toBe(200)
}, 20_000)

test('says why it cannot start', async () => {
  const file = join(folder, 'in-the-way')
  await writeFile(file, '')
  expect(await start(file, 'sk-x')).toMatchObject({
    type: 'failed',
    message: expect.stringContaining('in-the-way'),
  })
}, 20_000)
