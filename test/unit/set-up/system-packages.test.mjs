// What set-up tells a person whose machine it may not change.
import { expect, test } from 'vitest'
import { CHROMIUM, VIRTUAL_DISPLAY, whatToInstall } from '../../set-up/system-packages.mjs'

const needs = [CHROMIUM, ...VIRTUAL_DISPLAY]
const debian = { apt: '/usr/bin/apt-get', platform: 'linux' }

test('without root on Debian: the packages by name and the command to copy', () => {
  expect(whatToInstall(needs, { ...debian, isRoot: false })).toEqual([
    'Missing Debian packages: chromium xvfb xauth',
    'Installing them needs root. Run:',
    '  sudo apt-get update && sudo apt-get install --no-install-recommends chromium xvfb xauth',
  ])
})

test('as root, when apt-get itself failed: the same without sudo', () => {
  expect(whatToInstall([CHROMIUM], { ...debian, isRoot: true }).at(-1)).toBe(
    '  apt-get update && apt-get install --no-install-recommends chromium',
  )
})

test('on another Linux: what each is for, and what Debian calls it', () => {
  const lines = whatToInstall(needs, { apt: undefined, platform: 'linux', isRoot: true })
  expect(lines).toHaveLength(5)
  expect(lines.slice(1, 3).join()).toMatch(/Chromium \(the window.*Xvfb \(a virtual display\)/)
  expect(lines.at(-1)).toBe(
    "Install them with your system's package manager; Debian calls them: chromium xvfb xauth",
  )
})

test.each(['darwin', 'win32'])('on %s: that they are made for Linux', (platform) => {
  const lines = whatToInstall([CHROMIUM], { apt: undefined, platform, isRoot: false })
  expect(lines.at(-1)).toBe('They are made for Linux; Debian calls them: chromium')
})
