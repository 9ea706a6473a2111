// Builds `window.foleyroom` from the bridge contract: one function an entry, nothing else crosses.
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { BRIDGE_NAME, COMMANDS, DROPS, EVENTS, REQUESTS } from './bridge/contract.ts'
import { FIRST_REQUESTS } from './bridge/first-requests.ts'

const textOf = (name: string, args: unknown): string => JSON.stringify([name, args])
/** Answers to what the page will ask first, by the text of the request. */
const early = new Map<string, Promise<unknown>>()
for (const { name, args } of FIRST_REQUESTS) early.set(textOf(name, args), ipcRenderer.invoke(name, args))
// They are out of date once something has changed.
ipcRenderer.once('changed', () => early.clear())

/** An early answer is given once. */
function ask(name: string, args: unknown): Promise<unknown> {
  if (early.size === 0) return ipcRenderer.invoke(name, args)
  const text = textOf(name, args)
  const answer = early.get(text) ?? ipcRenderer.invoke(name, args)
  early.delete(text)
  return answer
}

type AnyFunction = (...args: never[]) => unknown
const groups: Record<string, Record<string, AnyFunction>> = {}

function add(name: string, fn: AnyFunction): void {
  const [group = '', member = ''] = name.split('.')
  groups[group] ??= {}
  groups[group][member] = fn
}
for (const name of Object.keys(REQUESTS)) add(name, (args?: unknown) => ask(name, args))
for (const name of Object.keys(COMMANDS)) add(name, (args?: unknown) => ipcRenderer.send(name, args))
for (const name of Object.keys(DROPS)) {
  add(name, (files: readonly File[]) => {
    // Only a file of the disk has a path: what a page makes itself has none.
    const paths = [...files].map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '')
    return ipcRenderer.invoke(name, { paths })
  })
}
for (const name of Object.keys(EVENTS)) {
  add(`on.${name}`, (listener: (payload: unknown) => void) => {
    const forward = (_event: unknown, payload: unknown): void => listener(payload)
    ipcRenderer.on(name, forward)
    return () => {
      ipcRenderer.removeListener(name, forward)
    }
  })
}
contextBridge.exposeInMainWorld(BRIDGE_NAME, groups)
