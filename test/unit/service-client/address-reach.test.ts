// Where links may lead.
import { describe, expect, test } from 'vitest'
import { mayReach, type Reach, reachOfAddress } from '../../../src-main/service-client/address-reach.ts'
import { authorizationFor, isOwnOrigin, pollUrl } from '../../../src-main/service-client/endpoint.ts'
import { reachOfConnection, refusalOfLink } from '../../../src-main/service-client/guarded-lookup.ts'

test.each<[string, Reach]>([
  ['127.0.0.1', 'loopback'],
  ['127.255.0.9', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['169.254.169.254', 'link-local'],
  ['fe80::1', 'link-local'],
  ['::ffff:169.254.169.254', 'link-local'],
  ['10.1.2.3', 'private'],
  ['172.31.0.1', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd00::1', 'private'],
  ['0.0.0.0', 'forbidden'],
  ['::', 'forbidden'],
  ['224.0.0.1', 'forbidden'],
  ['255.255.255.255', 'forbidden'],
  ['nonsense', 'forbidden'],
  ['172.32.0.1', 'public'],
  ['8.8.8.8', 'public'],
  ['2606:4700::1', 'public'],
])('%s is %s', (address, reach) => {
  expect(reachOfAddress(address)).toBe(reach)
})

test('a link reaches no further inside than the connection', () => {
  const reaches: readonly Reach[] = ['public', 'private', 'link-local', 'loopback', 'forbidden']
  const allowed = Object.fromEntries(
    reaches.map((connection) => [connection, reaches.filter((target) => mayReach(target, connection))]),
  )
  expect(allowed).toEqual({
    public: ['public'],
    private: ['public', 'private'],
    'link-local': ['public', 'private', 'link-local'],
    loopback: ['public', 'private', 'loopback'],
    forbidden: ['public'],
  })
})

describe('refusalOfLink', () => {
  const hosted = 'https://service.example'
  const local = 'http://127.0.0.1:4000'
  test.each<[string, string, Reach]>([
    ['file:///etc/passwd', hosted, 'public'],
    ['file:///etc/passwd', local, 'loopback'],
    ['ftp://service.example/a', hosted, 'public'],
    ['data:audio/wav,x', hosted, 'public'],
    ['http://service.example/a.wav', hosted, 'public'],
    ['http://93.184.216.34/a.wav', local, 'loopback'],
    ['https://user@storage.example/a', hosted, 'public'],
    ['https://127.0.0.1/a', hosted, 'public'],
    ['https://2130706433/a', hosted, 'public'],
    ['https://0x7f.1/a', hosted, 'public'],
    ['https://[::ffff:127.0.0.1]/a', hosted, 'public'],
    ['https://169.254.169.254/latest/meta-data', local, 'loopback'],
    ['https://10.0.0.1/a', hosted, 'public'],
    ['https://0.0.0.0/a', local, 'loopback'],
  ])('refuses %s from %s', (link, baseUrl, reach) => {
    expect(refusalOfLink(new URL(link), baseUrl, reach)).toEqual(expect.any(String))
  })

  test.each<[string, string, Reach]>([
    ['https://storage.example/a.wav?sig=1', hosted, 'public'],
    ['https://service.example/files/1', hosted, 'public'],
    ['http://127.0.0.1:4001/files/1', local, 'loopback'],
    ['http://localhost:4001/files/1', local, 'loopback'],
    ['https://10.0.0.2/a', 'https://10.0.0.1', 'private'],
  ])('takes %s from %s', (link, baseUrl, reach) => {
    expect(refusalOfLink(new URL(link), baseUrl, reach)).toBeNull()
  })
})

describe('reachOfConnection', () => {
  test('is the address itself when the host is a number', async () => {
    await expect(reachOfConnection('http://127.0.0.1:4000', async () => [])).resolves.toBe('loopback')
  })
  test('is public when one of the addresses is', async () => {
    const resolve = async () => [
      { address: '10.0.0.1', family: 4 },
      { address: '8.8.8.8', family: 4 },
    ]
    await expect(reachOfConnection('https://service.example', resolve)).resolves.toBe('public')
  })
  test('is public, the strictest, when the host does not resolve', async () => {
    const resolve = async () => {
      throw new Error('ENOTFOUND')
    }
    await expect(reachOfConnection('https://service.example', resolve)).resolves.toBe('public')
  })
})

describe('pollUrl', () => {
  const endpoint = { baseUrl: 'https://service.example/api' }
  const built = 'https://service.example/api/v3/jobs/1'
  test.each([
    ['https://service.example/api/v3/other/1', 'https://service.example/api/v3/other/1'],
    ['https://evil.example/v3/jobs/1', built],
    ['https://service.example:8443/v3/jobs/1', built],
    ['http://service.example/v3/jobs/1', built],
    ['https://service.example.evil.example/v3', built],
    ['https://user@service.example/v3', built],
    ['//evil.example/v3', built],
    ['file:///etc/passwd', built],
    ['javascript:1', built],
    ['/v3/jobs/2', 'https://service.example/api/v3/jobs/2'],
    ['/api/v3/jobs/2', 'https://service.example/api/v3/jobs/2'],
    ['/\\evil.example/x', 'https://service.example/api//evil.example/x'],
    ['', built],
    [null, built],
    [undefined, built],
    ['https://[', built],
  ])('for %j polls %s', (named, expected) => {
    const url = pollUrl(endpoint, named, '/v3/jobs/1')
    expect(url.href).toBe(expected)
    expect(isOwnOrigin(url, endpoint)).toBe(true)
  })
})

test.each([
  ['https://service.example/v3/me', true],
  ['https://service.example/api/v3/me', true],
  ['http://service.example/v3/me', false],
  ['https://service.example:8443/v3/me', false],
  ['https://storage.service.example/a.wav', false],
  ['https://service.example.evil.example/v3/me', false],
  ['https://evil.example/?https://service.example', false],
])('the key goes to %s: %s', (url, isSent) => {
  const endpoint = { baseUrl: 'https://service.example/api', apiKey: 'sk-1', headerPrefix: 'Service' }
  expect(authorizationFor(new URL(url), endpoint)).toEqual(isSent ? { authorization: 'Bearer sk-1' } : {})
})
