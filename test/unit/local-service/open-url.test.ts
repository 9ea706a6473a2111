// Reading addresses: public ones alone, at every hop, and no more hops than a few.

import { createServer, type RequestListener } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isPublicAddress, openUrl } from '../../../src-main/local-service/server/media/open-url.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  onTestFinished(() => {
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const signal = new AbortController().signal

describe('isPublicAddress', () => {
  test.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('openUrl', () => {
  test('reads through redirects where this machine may be read', async () => {
    const base = await serve((request, response) => {
      if (request.url === '/to') response.writeHead(302, { location: '/file' }).end()
      else response.writeHead(200, { 'content-type': 'audio/wav' }).end('bytes')
    })
    const opened = await openUrl(`${base}/to`, { allowsPrivate: true, signal })
    if (!opened.ok) throw new Error(opened.reason)
    expect(opened.contentType).toBe('audio/wav')
    expect(Buffer.concat(await opened.body.toArray()).toString()).toBe('bytes')
  })

  test('gives up on a circle of redirects, on another scheme and on what is no file', async () => {
    const base = await serve((request, response) => {
      const location = { '/circle': '/circle', '/scheme': 'file:///etc/passwd', '/odd': 'http://[' }[
        request.url ?? ''
      ]
      response.writeHead(location ? 302 : 500, location ? { location } : {}).end()
    })
    const reasonOf = async (path: string) => {
      const opened = await openUrl(base + path, { allowsPrivate: true, signal })
      return opened.ok ? 'opened' : opened.reason
    }
    expect(await reasonOf('/circle')).toContain('more than 5 times')
    expect(await reasonOf('/scheme')).toContain('file:')
    expect(await reasonOf('/odd')).toContain('nowhere')
    expect(await reasonOf('/other')).toContain('500')
  })

  test('elsewhere, neither an address nor a name of this machine is ever asked', async () => {
    let asked = 0
    const base = await serve((_, response) => {
      asked += 1
      response.end('secret')
    })
    const { port } = new URL(base)
    for (const host of ['127.0.0.1', '[::1]', '0.0.0.0', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]']) {
      const opened = await openUrl(`http://${host}:${port}/`, { allowsPrivate: false, signal })
      expect({ host, opened }).toMatchObject({ opened: { ok: false } })
    }
    await expect(openUrl(`http://localhost:${port}/`, { allowsPrivate: false, signal })).rejects.toThrow(
      'no public address',
    )
    expect(asked).toBe(0)
  })
})
