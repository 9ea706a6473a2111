// The person's desktop: trash, file manager, clipboard of files, folder dialogs, dragging files out.
import { constants } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OpenDialogOptions, WebContents } from 'electron'
import { ClipboardItem, clipboard, dialog, nativeImage, shell } from 'electron'
import { CLIP_EXTENSIONS } from '../generations/source-files.ts'
import { numbered, underFreeName } from '../library/free-name.ts'
import { personsWindow } from './persons-window.ts'

/** Paths that the person chose, none when they cancel. */
async function choose(options: OpenDialogOptions): Promise<readonly string[]> {
  const window = personsWindow()
  const answer = await (window === undefined
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return answer.canceled ? [] : answer.filePaths
}

/** Asks for a folder; null when the person cancels. */
export async function chooseFolder(title: string, buttonLabel: string): Promise<string | null> {
  const [folder] = await choose({ title, buttonLabel, properties: ['openDirectory', 'createDirectory'] })
  return folder ?? null
}

/** Asks for audio files, or for folders of them; none when the person cancels. */
export const chooseSources = (what: 'files' | 'folder'): Promise<readonly string[]> =>
  choose({
    title: what === 'files' ? 'Import sounds' : 'Import a folder of sounds',
    buttonLabel: 'Import',
    properties: [what === 'files' ? 'openFile' : 'openDirectory', 'multiSelections'],
  })

/** Asks for one video file. Null when the person cancels. */
export async function chooseVideo(): Promise<string | null> {
  const [path] = await choose({
    title: 'Choose a video',
    buttonLabel: 'Open',
    properties: ['openFile'],
    filters: [{ name: 'Video', extensions: [...CLIP_EXTENSIONS] }],
  })
  return path ?? null
}

/** Asks for MIDI files; none when the person cancels. */
export const chooseMidi = (): Promise<readonly string[]> =>
  choose({
    title: 'Choose MIDI files',
    buttonLabel: 'Open',
    properties: ['openFile', 'multiSelections'],
    filters: [{ name: 'MIDI', extensions: ['mid', 'midi'] }],
  })

/** Asks before an address leaves for the browser. */
export async function confirmAndOpen(url: URL): Promise<void> {
  const window = personsWindow()
  const question = {
    type: 'question' as const,
    message: `Open ${url.host} in your browser?`,
    detail: url.href,
    buttons: ['Open', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
  }
  const answer = await (window === undefined
    ? dialog.showMessageBox(question)
    : dialog.showMessageBox(window, question))
  if (answer.response === 0) await shell.openExternal(url.href)
}

/**
 * Puts files on the clipboard as each file manager expects them (Finder, Explorer, the freedesktop ones), and their
 * paths as text for everything else. Windows' FileNameW holds one path: of several files Explorer pastes the first.
 */
export async function copyFilesToClipboard(
  paths: readonly string[],
  platform: NodeJS.Platform,
): Promise<void> {
  const urls = paths.map((path) => pathToFileURL(path).href)
  const raw = (format: string): string => `electron application/osclipboard;format="${format}"`
  const formats: Record<string, Blob> =
    platform === 'darwin'
      ? { [raw('NSFilenamesPboardType')]: new Blob([propertyList(paths)]) }
      : platform === 'win32'
        ? { [raw('FileNameW')]: new Blob([Buffer.from(`${paths[0] ?? ''}\0`, 'utf16le')]) }
        : {
            [raw('x-special/gnome-copied-files')]: new Blob([`copy\n${urls.join('\n')}`]),
            [raw('text/uri-list')]: new Blob([`${urls.join('\r\n')}\r\n`]),
          }
  await clipboard.write([new ClipboardItem({ 'text/plain': paths.join('\n'), ...formats })])
}

/** The XML property list of an array of paths, as NSFilenamesPboardType holds it. */
function propertyList(paths: readonly string[]): string {
  const items = paths.map((path) => `<string>${escapeXml(path)}</string>`).join('')
  const head = '<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><array>'
  return `${head}${items}</array></plist>`
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Copies files into a folder under names that are free there; answers with the new paths. Throws Node's system errors. */
export async function copyInto(folder: string, paths: readonly string[]): Promise<readonly string[]> {
  const made: string[] = []
  for (const path of paths) made.push(await copyUnderFreeName(folder, path))
  return made
}

const copyUnderFreeName = (folder: string, path: string): Promise<string> =>
  underFreeName(
    (number) => numbered(join(folder, basename(path)), number),
    (target) => copyFile(path, target, constants.COPYFILE_EXCL),
  )

/** Writes a text into a folder, under a name that is free there; answers with the new path. Throws Node's system errors. */
export const writeInto = (folder: string, name: string, text: string): Promise<string> =>
  underFreeName(
    (number) => numbered(join(folder, name), number),
    (target) => writeFile(target, text, { flag: 'wx' }),
  )

/** Begins the system's drag. The files lie ready: nothing is made or awaited here, and nothing is cleaned up after it. */
export function startFileDrag(contents: WebContents, paths: readonly string[], iconPath: string): void {
  const [file] = paths
  if (file === undefined) return
  contents.startDrag({ file, files: [...paths], icon: nativeImage.createFromPath(iconPath) })
}

/** Shows a file in the file manager. */
export const revealFile = (path: string): void => shell.showItemInFolder(path)
/** Opens a folder in the file manager; answers with the system's complaint, or null. */
export async function openFolder(path: string): Promise<string | null> {
  const complaint = await shell.openPath(path)
  return complaint === '' ? null : complaint
}
/** Moves a file to the system's trash. Throws where there is none. */
export const trashFile = (path: string): Promise<void> => shell.trashItem(path)
