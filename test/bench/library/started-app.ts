// An app on the runtime that is here, started without anything between: when its page painted what, and what all of it holds in memory.
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { presentRuntime } from '../../set-up/runtime.mjs'

export const ROOT = join(import.meta.dirname, '../../..')
const POLLED_EVERY_MS = 5
const END_WITHIN_MS = 20_000

export interface StartedApp {
  readonly page: Page
  /** When its process was asked for, ms since 1970. */
  readonly startedAtMs: number
  readonly pid: number
  readonly close: () => Promise<void>
}

/** @param args of the runtime: a folder or file of an app, and switches */
export async function startApp(home: string, args: readonly string[]): Promise<StartedApp> {
  const { executable, env } = presentRuntime()
  const startedAtMs = Date.now()
  const child = spawn(
    executable,
    ['--remote-debugging-port=0', `--user-data-dir=${join(home, 'user-data')}`, ...args],
    {
      cwd: ROOT,
      env: { ...env, HOME: home, XDG_DATA_HOME: join(home, 'data') },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const browser = await chromium.connectOverCDP(await endpointOf(child))
  return {
    page: await firstPage(browser),
    startedAtMs,
    pid: child.pid ?? 0,
    close: async () => {
      // As a person closes the window.
      for (const page of browser.contexts().flatMap((context) => context.pages()))
        await page.close().catch(() => undefined)
      const isEnded = await Promise.race([
        ended.then(() => true),
        sleep(END_WITHIN_MS, false, { ref: false }),
      ])
      if (!isEnded) child.kill()
      await ended
    },
  }
}

function endpointOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('spawned without its stderr')
  return new Promise((resolve, reject) => {
    const lines = createInterface(stderr)
    lines.on('line', (line) => {
      const endpoint = /^DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (endpoint !== undefined) resolve(endpoint)
    })
    lines.on('close', () => reject(new Error('the app ended before it had a window')))
  })
}

async function firstPage(browser: Browser): Promise<Page> {
  for (;;) {
    const page = browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((each) => /^(?:data|http|app):/.test(each.url()))
    if (page !== undefined) {
      await page.waitForLoadState()
      return page
    }
    await sleep(POLLED_EVERY_MS)
  }
}

export interface Memory {
  readonly mainMiB: number
  readonly browserMiB: number
  readonly pageMiB: number
  /** Processes of the app's own: the built-in engine. */
  readonly otherMiB: number
  readonly allMiB: number
}

/** What a process and all below it hold, shared pages divided among those who share them (PSS). Linux alone tells. */
export function memoryOf(pid: number): Memory | null {
  if (process.platform !== 'linux') return null
  let [mainMiB, browserMiB, pageMiB, otherMiB] = [0, 0, 0, 0]
  for (const each of tree(pid)) {
    const held = heldMiB(each)
    const command = readFileSync(`/proc/${each}/cmdline`, 'utf8')
    if (each === pid) mainMiB += held
    else if (command.includes('--type=renderer')) pageMiB += held
    else if (/chrom|electron/i.test(command.split('\0')[0] ?? '')) browserMiB += held
    else otherMiB += held
  }
  return { mainMiB, browserMiB, pageMiB, otherMiB, allMiB: mainMiB + browserMiB + pageMiB + otherMiB }
}

const heldMiB = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024

/** The process itself and what it started, and so on. */
function tree(pid: number): readonly number[] {
  const below = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(Number(name))
    if (parent !== null) below.set(parent, [...(below.get(parent) ?? []), Number(name)])
  }
  const all = (of: number): readonly number[] => [of, ...(below.get(of) ?? []).flatMap(all)]
  return all(pid)
}

/** Null for one that has ended meanwhile. */
function parentOf(pid: number): number | null {
  try {
    // The name, in parentheses, may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
