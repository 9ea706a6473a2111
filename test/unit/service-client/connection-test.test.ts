// Testing an endpoint before it is saved.
import { expect, test } from 'vitest'
import { testConnection } from '../../../src-main/service-client/index.ts'
import { type Answer, closedPort, sendError, sendJson, serve } from './support/loopback-server.ts'
import { account, model } from './support/samples.ts'
import { clientOptions, TEST_KEY } from './support/test-client.ts'

async function report(answer: Answer) {
  const server = await serve(answer)
  let nowMs = 0
  const result = await testConnection({ ...clientOptions(server.baseUrl), now: () => (nowMs += 5) })
  return { result, seen: server.seen }
}

test('asks for the account, then for the models', async () => {
  const { result, seen } = await report((request, response) =>
    sendJson(response, 200, request.path === '/v3/me' ? account : { data: [model] }, {
      'service-version': '2026-08-28',
    }),
  )
  expect(seen.map(({ path }) => path)).toEqual(['/v3/me', '/v3/models'])
  expect(result).toMatchObject({
    ok: true,
    value: { account: { id: 'acc_1' }, models: [{ id: 'sfx-1.6' }], version: '2026-08-28' },
  })
  if (result.ok) expect(result.value.latencyMs).toBeGreaterThan(0)
})

test('gives each kind of failure its own message, and none holds the key', async () => {
  const page = (status: number): Answer => {
    return (_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end('<html></html>')
    }
  }
  const results = [
    (await report((_request, response) => sendError(response, 401, { code: 'unauthorized' }))).result,
    (await report((_request, response) => sendError(response, 403, { code: 'forbidden' }))).result,
    (await report(page(200))).result,
    (await report(page(503))).result,
    (await report(page(404))).result,
    (await report((_request, response) => sendJson(response, 200, { hello: 'world' }))).result,
    await testConnection(clientOptions(`http://127.0.0.1:${await closedPort()}`)),
    await testConnection({
      ...clientOptions('https://service.example'),
      resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    }),
    await testConnection({
      ...clientOptions('https://service.example'),
      resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'EAI_AGAIN' })),
    }),
  ]
  const messages = results.map((result) =>
    result.ok ? 'ok' : result.error.message.replace(/127\.0\.0\.1:\d+/, 'H'),
  )
  expect(messages).toMatchInlineSnapshot(`
    [
      "H doesn't accept this key. Copy it again from its console",
      "H knows this key but refuses it: no",
      "H answers with a web page. If this network wants a sign-in, sign in first; else check the address",
      "H is not available just now (503). Try again later",
      "H answers (404), but not as the service does. Check the address",
      "H answers, but not as the service does (account_type). Check the address",
      "Nothing answers at H. Check the address and its port, and that the service runs",
      "There is no host service.example. Check the address for typing errors",
      "No network: service.example can't be reached. Check the connection to the internet",
    ]
  `)
  expect(new Set(messages).size).toBe(messages.length)
  expect(JSON.stringify(results)).not.toContain(TEST_KEY)
})
