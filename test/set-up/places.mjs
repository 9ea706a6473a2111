// Where things are in this repository.
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')
export const MODULES = join(ROOT, 'node_modules')
/** Node 24, a development dependency: what the project itself runs on. */
export const NODE = join(MODULES, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
export const STAND_IN_FOLDER = join(ROOT, 'test/stand-in/bin')
export const FIRST_WINDOW_PICTURE = join(ROOT, 'out/first-window.png')

/** A program of node_modules/.bin. @param {string} name */
export const tool = (name) => join(MODULES, '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/** The environment in which every tool finds Node 24 first. */
export function toolEnvironment() {
  return { ...process.env, PATH: [join(MODULES, '.bin'), process.env.PATH].join(delimiter) }
}

/** Full path of a program on PATH, undefined where there is none. @param {string} name */
export function programPath(name, path = process.env.PATH ?? '') {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}
