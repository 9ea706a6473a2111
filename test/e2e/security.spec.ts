// What the page cannot do, tried in the real page.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './launch.ts'
import { omnibar, useBuiltInEngine } from './the-app.ts'

/** Runs text as the page itself would: what the debugger evaluates passes the policy for `eval`. */
const asThePage = (page: Page, body: string): Promise<string> =>
  page.evaluate(
    (text) =>
      new Promise<string>((resolve) => {
        setTimeout(() => {
          try {
            // biome-ignore lint/security/noGlobalEval: whether the page may do this is the question
            resolve(`ran: ${String(globalThis.eval(text))}`)
          } catch (error) {
            resolve(`refused: ${error instanceof Error ? error.name : String(error)}`)
          }
        })
      }),
    body,
  )

test.beforeEach(async ({ page }) => {
  await expect(page.getByRole('button', { name: 'Use the built-in engine' })).toBeVisible()
})

test('the window is sandboxed, isolated and without Node', async ({ app, page }) => {
  const preferences = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => {
      // Electron keeps what a window was made with; its own tests read it, its types do not name it.
      const contents = window.webContents as unknown as {
        getLastWebPreferences(): import('electron').WebPreferences | null
      }
      const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } =
        contents.getLastWebPreferences() ?? {}
      return { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag }
    }),
  )
  expect(preferences).toEqual([
    { sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true, webviewTag: false },
  ])
  const globals = await page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter(
      (name) => name in globalThis,
    ),
  )
  expect(globals).toEqual([])
})

test('the bridge is frozen and holds functions only', async ({ page }) => {
  const found = await page.evaluate(() => {
    const bridge = (globalThis as unknown as { foleyroom: Record<string, Record<string, unknown>> }).foleyroom
    const kinds = Object.values(bridge).flatMap((group) =>
      Object.values(group).map((member) => typeof member),
    )
    const attempt = (change: () => void): string => {
      try {
        change()
        return 'changed'
      } catch {
        return 'refused'
      }
    }
    return {
      kinds: [...new Set(kinds)],
      isFrozen: Object.isFrozen(bridge) && Object.values(bridge).every((group) => Object.isFrozen(group)),
      replaced: attempt(() => Object.defineProperty(globalThis, 'foleyroom', { value: {} })),
      groups: Object.keys(bridge).sort(),
    }
  })
  expect(found).toEqual({
    kinds: ['function'],
    isFrozen: true,
    replaced: 'refused',
    groups: [
      'agents',
      'app',
      'askings',
      'clips',
      'collections',
      'connections',
      'diagnostics',
      'drag',
      'exports',
      'generations',
      'imports',
      'library',
      'midi',
      'models',
      'money',
      'on',
      'opening',
      'settings',
      'storage',
      'transcriptions',
      'updates',
      'video',
    ],
  })
})

test('the policy refuses eval, inline scripts, foreign addresses and frames', async ({ page }) => {
  const violations: string[] = []
  await page.exposeFunction('noteViolation', (directive: string) => void violations.push(directive))
  await page.evaluate(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      void (globalThis as unknown as { noteViolation(name: string): void }).noteViolation(
        event.effectiveDirective,
      )
    })
  })
  expect(await asThePage(page, '1 + 1')).toMatch(/^refused: EvalError/)
  await page.evaluate(async () => {
    const script = document.createElement('script')
    script.textContent = 'globalThis.injected = true'
    const image = new Image()
    image.src = 'https://example.com/x.png'
    const frame = document.createElement('iframe')
    frame.src = 'https://example.com/'
    document.body.append(script, image, frame)
    document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="globalThis.injected = true">')
    await fetch('https://example.com/').catch(() => {})
    await fetch('http://127.0.0.1:9/').catch(() => {})
    new WebSocket('wss://example.com/').onerror = () => {}
  })
  await expect
    .poll(() => [...new Set(violations)].sort())
    .toEqual(expect.arrayContaining(['connect-src', 'frame-src', 'img-src', 'script-src-elem']))
  expect(await page.evaluate(() => 'injected' in globalThis)).toBe(false)
})

test('92 no navigation, no second window, no permission', async ({ app, page }) => {
  const url = page.url()
  await page.evaluate(() => {
    location.href = 'https://example.com/'
  })
  expect(await page.evaluate(() => window.open('https://example.com/'))).toBeNull()
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = 'https://example.com/'
    link.target = '_blank'
    document.body.append(link)
    link.click()
  })
  expect(page.url()).toBe(url)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  const permissions = await page.evaluate(async () => {
    const refused = (asked: Promise<unknown>) =>
      asked.then(
        () => 'granted',
        (error: Error) => error.name,
      )
    return {
      microphone: await refused(navigator.mediaDevices.getUserMedia({ audio: true })),
      midi: await refused(navigator.requestMIDIAccess()),
      clipboard: await refused(navigator.clipboard.readText()),
      place: await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          (error) => resolve(error.code),
        ),
      ),
      notifications: await Notification.requestPermission(),
    }
  })
  expect(permissions).toMatchObject({
    midi: 'NotAllowedError',
    clipboard: 'NotAllowedError',
    place: 1,
    notifications: 'denied',
  })
  // A machine without a microphone says so before anyone is asked.
  expect(permissions.microphone).toMatch(/^(NotAllowedError|NotFoundError)$/)
})

test('a prompt with HTML is text, a file is reached by id alone', async ({ page }) => {
  await useBuiltInEngine(page)
  await omnibar(page).fill('<img src=x onerror=alert(1)> rain')
  await expect(page.getByText('Generate “<img src=x onerror=alert(1)> rain”')).toBeVisible()
  const answers = await page.evaluate(async () => {
    const bridge = (
      globalThis as unknown as { foleyroom: { library: Record<string, (args: unknown) => Promise<unknown>> } }
    ).foleyroom
    const statuses: number[] = []
    for (const path of [
      'audio/../../../etc/passwd',
      'audio/%2e%2e%2fetc%2fpasswd',
      'audio/999999',
      '%2e%2e/package.json',
    ])
      statuses.push((await fetch(path)).status)
    return { statuses, reveal: await bridge.library.reveal?.({ soundId: '/etc/passwd' }) }
  })
  expect(answers.statuses).toEqual([404, 404, 404, 404])
  expect(answers.reveal).toMatchObject({ ok: false, error: { code: 'invalid_arguments' } })
})

test('the page carries its policy, and a frame inside of it has no bridge', async ({ page }) => {
  const found = await page.evaluate(async () => {
    const answer = await fetch('./index.html')
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const inside = frame.contentWindow === null ? [] : Object.keys(frame.contentWindow)
    const webview = document.createElement('webview')
    webview.setAttribute('src', 'https://example.com/')
    document.body.append(webview)
    return {
      policy: answer.headers.get('content-security-policy'),
      hasBridge: inside.includes('foleyroom'),
      isWebview: 'loadURL' in webview,
    }
  })
  expect(found.policy).toMatch(/^default-src 'none'; script-src 'self';/)
  expect(found).toMatchObject({ hasBridge: false, isWebview: false })
})

test('paths that leave the page are not answered, however they are written', async ({ page }) => {
  const statuses = await page.evaluate(async (paths) => {
    const asked = await Promise.all(paths.map((path) => fetch(path).catch(() => null)))
    return asked.map((answer) => answer?.status ?? 'refused')
  }, TRAVERSALS)
  for (const [index, status] of statuses.entries())
    expect([404, 'refused'], TRAVERSALS[index]).toContain(status)
})

const TRAVERSALS = [
  './..%5c..%5cpackage.json',
  './%2e%2e%5cpackage.json',
  './assets%2f..%2f..%2f..%2fpackage.json',
  './index.html%00.js',
  './audio/1%2f..%2f..%2fetc%2fpasswd',
  './peaks/..%2f1',
  'app://other/index.html',
  'file:///etc/passwd',
]

test('what the page attempted is counted in the log', async ({ page, home }) => {
  await page.evaluate(() => {
    location.href = 'https://example.com/away'
  })
  await page.evaluate(() => void window.open('https://example.com/second'))
  const log = () => readFileSync(join(home.userData, 'logs/foleyroom.log'), 'utf8')
  await expect.poll(log).toContain('refused: navigation to https://example.com/away')
  await expect.poll(log).toContain('refused: a window for https://example.com/second')
})

test('an address that is not the service’s own, over https, is refused before the person is asked', async ({
  app,
  page,
}) => {
  await app.evaluate(({ dialog, shell }) => {
    Object.assign(globalThis, { asked: 0, opened: [] })
    const seen = globalThis as unknown as { asked: number; opened: string[] }
    dialog.showMessageBox = async () => {
      seen.asked += 1
      return { response: 1, checkboxChecked: false }
    }
    shell.openExternal = async (url: string) => void seen.opened.push(url)
  })
  const wrong = [
    'javascript:alert(1)',
    'smb://example.com/share',
    'file:///etc/passwd',
    'http://example.com/',
    'https://user:password@example.com/',
    'https://example.com/',
    'not an address',
  ]
  for (const url of wrong)
    expect(
      await page.evaluate((address) => window.foleyroom.app.openExternal({ url: address }), url),
      url,
    ).toMatchObject({ ok: false, error: { code: 'link_refused' } })
  const seen = await app.evaluate(() => {
    const { asked, opened } = globalThis as unknown as { asked: number; opened: string[] }
    return { asked, opened }
  })
  expect(seen).toEqual({ asked: 0, opened: [] })
})

test('no message of the page reaches what is not in the bridge', async ({ page }) => {
  const names = await page.evaluate(() =>
    Object.entries(window.foleyroom).flatMap(([group, members]) =>
      Object.keys(members).map((member) => `${group}.${member}`),
    ),
  )
  // A key or a path has no way out: nothing is called so, and nothing takes a channel's name.
  expect(names.filter((name) => /key|token|path|invoke|send|channel/i.test(name))).toEqual([
    'agents.renewToken',
  ])
})

test('a drawing with a script, an event and foreign addresses is a picture, shown as scores are', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  const isShown = await page.evaluate(async () => {
    Object.assign(globalThis, { sung: false })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="globalThis.sung = true">
      <script>globalThis.sung = true; parent.sung = true</script>
      <image href="https://canary.example/x.png" width="9" height="9"/>
      <style>@import url(https://canary.example/x.css);</style>
      <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://canary.example/"/></foreignObject>
      <rect width="40" height="40"/></svg>`
    const image = new Image()
    image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    document.body.append(image)
    await image.decode()
    return image.naturalWidth === 40
  })
  expect(isShown).toBe(true)
  expect(await page.evaluate(() => (globalThis as unknown as { sung: boolean }).sung)).toBe(false)
  expect(asked.filter((url) => url.includes('canary.example'))).toEqual([])
})
