// Moves a file into the home trash of the FreeDesktop.org Trash specification 1.0.
import { cp, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, extname, join, resolve } from 'node:path'

/** @throws when the path does not exist or cannot be moved */
export async function moveToTrash(path: string): Promise<void> {
  const source = resolve(path)
  await stat(source)
  const trash = join(process.env.XDG_DATA_HOME || join(homedir(), '.local/share'), 'Trash')
  await mkdir(join(trash, 'files'), { recursive: true, mode: 0o700 })
  await mkdir(join(trash, 'info'), { recursive: true, mode: 0o700 })
  const name = await reserveName(trash, source)
  try {
    await move(source, join(trash, 'files', name))
  } catch (error) {
    await rm(join(trash, 'info', `${name}.trashinfo`), { force: true })
    throw error
  }
}

/** The info file, made exclusively, is the specification's way to reserve a name. */
async function reserveName(trash: string, source: string): Promise<string> {
  const extension = extname(source)
  const stem = basename(source, extension)
  const local = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000)
  const info = `[Trash Info]\nPath=${encodeURI(source)}\nDeletionDate=${local.toISOString().slice(0, 19)}\n`
  for (let take = 1; ; take++) {
    const name = take === 1 ? `${stem}${extension}` : `${stem}.${take}${extension}`
    try {
      await writeFile(join(trash, 'info', `${name}.trashinfo`), info, { flag: 'wx' })
      return name
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
    }
  }
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!isCode(error, 'EXDEV')) throw error
    await cp(from, to, { recursive: true, preserveTimestamps: true, errorOnExist: true, force: false })
    await rm(from, { recursive: true })
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
