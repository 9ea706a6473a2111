// A folder shaped like Electron's distribution with the stand-in as its program: electron-builder packages around it as around the real one.
import { chmodSync, constants, copyFileSync, cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES, NODE, ROOT } from './places.mjs'

/** @electron/fuses looks for this sentence in Electron's program, followed by version 1, the number of fuses and a digit each. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
export const FUSES_OF_ELECTRON_45 = 9

/**
 * The resources are those of the installed app; Electron reads its asar itself, here the check has unpacked it into a folder of the same name.
 */
const PROGRAM = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export STAND_IN_RESOURCES="$here/resources"
exec "$here/stand-in/node" "$here/stand-in/launch.ts" "$@"
# ${FUSE_SENTINEL}\u0001${String.fromCharCode(FUSES_OF_ELECTRON_45)}${'0'.repeat(FUSES_OF_ELECTRON_45)}
`

/** @param {string} folder made here */
export function makeElectronShape(folder) {
  const standIn = join(folder, 'stand-in')
  mkdirSync(join(folder, 'resources'), { recursive: true })
  cpSync(join(ROOT, 'test/stand-in'), standIn, { recursive: true })
  copyFileSync(realpathSync(NODE), join(standIn, 'node'), constants.COPYFILE_FICLONE)
  mkdirSync(join(standIn, 'node_modules/electron'), { recursive: true })
  copyFileSync(join(MODULES, 'electron/package.json'), join(standIn, 'node_modules/electron/package.json'))
  writeFileSync(join(standIn, 'package.json'), '{ "type": "module" }\n')
  writeFileSync(join(folder, 'electron'), PROGRAM, 'latin1')
  chmodSync(join(folder, 'electron'), 0o755)
}
