// Builds `window.foleyroom` from the bridge contract: one function an entry, nothing else crosses.
import { contextBridge, ipcRenderer } from 'electron'
import { BRIDGE_NAME, COMMANDS, EVENTS, REQUESTS } from './bridge/contract.ts'

type AnyFunction = (...args: never[]) => unknown
const groups: Record<string, Record<string, AnyFunction>> = {}

function add(name: string, fn: AnyFunction): void {
  const [group = '', member = ''] = name.split('.')
  groups[group] ??= {}
  groups[group][member] = fn
}
for (const name of Object.keys(REQUESTS)) add(name, (args?: unknown) => ipcRenderer.invoke(name, args))
for (const name of Object.keys(COMMANDS)) add(name, (args?: unknown) => ipcRenderer.send(name, args))
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
