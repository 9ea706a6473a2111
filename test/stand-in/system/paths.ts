// app.getPath on Linux: the XDG folders, as Electron resolves them.
import { existsSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { appFacts } from '../app-facts.ts'
import { notOffered } from '../not-offered.ts'

const USER_FOLDERS = new Set(['desktop', 'documents', 'downloads', 'music', 'pictures', 'videos'])
const overridden = new Map<string, string>()

export function setPath(name: string, path: string): void {
  overridden.set(name, path)
}

/** @throws for a name that the stand-in does not know */
export function getPath(name: string): string {
  const path = overridden.get(name)
  if (path !== undefined) return path
  if (USER_FOLDERS.has(name)) return userFolder(name)
  switch (name) {
    case 'home':
      return homedir()
    case 'appData':
      return configFolder()
    case 'userData':
    case 'sessionData':
      return appFacts.switches.get('user-data-dir') || join(configFolder(), appFacts.name)
    case 'logs':
      return join(getPath('userData'), 'logs')
    case 'crashDumps':
      return join(getPath('userData'), 'Crashpad')
    case 'temp':
      return tmpdir()
    case 'exe':
      return appFacts.executable
    default:
      return notOffered(`app.getPath('${name}')`)
  }
}

function configFolder(): string {
  return process.env.XDG_CONFIG_HOME || join(homedir(), '.config')
}

/** What xdg-user-dirs says (~/.config/user-dirs.dirs), else the English name in the home folder. */
function userFolder(name: string): string {
  const file = join(configFolder(), 'user-dirs.dirs')
  const key = name === 'downloads' ? 'DOWNLOAD' : name.toUpperCase()
  const lines = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const stated = new RegExp(`^XDG_${key}_DIR="(.*)"$`, 'm').exec(lines)?.[1]
  const path = stated?.replace(/^\$HOME/, homedir())
  return path?.startsWith('/') ? path : join(homedir(), name[0]!.toUpperCase() + name.slice(1))
}
