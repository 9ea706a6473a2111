// npm start: opens the app, on a virtual display where there is none; with a command, does the app's work without a window.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { launchApp } from './app-process.mjs'
import { hasDisplay, startVirtualDisplay, VIRTUAL_SCREEN } from './display.mjs'
import { FIRST_WINDOW_PICTURE, programPath, ROOT } from './places.mjs'
import { main, say } from './say.mjs'
import { setUpCommand, setUpWindow } from './set-up.mjs'

const PICTURE_LIMIT_MS = 60_000
/** The chunk with which every whole PNG ends. */
const PNG_END = Buffer.from('IEND\u00ae\u0042\u0060\u0082', 'latin1')

const args = process.argv.slice(2)
const isCommand = args[0] !== undefined && (!args[0].startsWith('-') || ['-h', '--help'].includes(args[0]))
await main(() => (isCommand ? runCommand() : openWindow()))

/** Its output, its input and its exit code are the command's own. */
async function runCommand() {
  const runtime = await setUpCommand()
  // Electron's binary wants a display even for work without a window; the stand-in does not.
  const display = runtime.kind === 'electron' && !hasDisplay() ? await startVirtualDisplay() : undefined
  const { ended } = launchApp(runtime, args, { ...display?.env })
  const code = await ended
  display?.stop()
  return code
}

async function openWindow() {
  const runtime = await setUpWindow()
  say(runtime.sentence)
  if (hasDisplay()) return launchApp(runtime, args, headed(runtime)).ended
  // Set-up has put Xvfb there; only where it may not install is it absent, and then the stand-in needs none.
  const display = programPath('Xvfb') ? await startVirtualDisplay() : undefined
  say(
    display
      ? `There is no display: the window opens on a virtual one (Xvfb ${display.env.DISPLAY}, ${VIRTUAL_SCREEN})`
      : 'There is no display and no Xvfb: the window opens in a headless Chromium',
  )
  rmSync(FIRST_WINDOW_PICTURE, { force: true })
  mkdirSync(dirname(FIRST_WINDOW_PICTURE), { recursive: true })
  const env = display ? { ...headed(runtime), ...display.env } : {}
  const app = launchApp(runtime, args, { ...env, FOLEYROOM_SCREENSHOT: FIRST_WINDOW_PICTURE })
  const isShown = await Promise.race([pictureWritten(), app.ended.then(() => false)])
  if (isShown) say(`The first window is in ${relative(ROOT, FIRST_WINDOW_PICTURE)}`)
  const isEnough = process.env.FOLEYROOM_EXIT_AFTER_SCREENSHOT === '1' && !process.stdin.isTTY
  if (isEnough) app.end()
  else if (isShown) say('The app runs until it is ended (Ctrl-C)')
  const code = await app.ended
  display?.stop()
  if (!isShown) return code || 1
  return isEnough ? 0 : code
}

/** On Electron a window is a window; the stand-in is headless unless it is told. */
function headed(/** @type {import('./runtime.mjs').Runtime} */ runtime) {
  return runtime.kind === 'stand-in' ? { STAND_IN_HEADED: '1' } : {}
}

/** True as soon as the picture is whole; false, and said, when it does not come. @returns {Promise<boolean>} */
async function pictureWritten() {
  const deadlineMs = Date.now() + PICTURE_LIMIT_MS
  while (Date.now() < deadlineMs) {
    if (isWholePicture()) return true
    await new Promise((resolve) => setTimeout(resolve, 100).unref())
  }
  say(`The first window did not come within ${PICTURE_LIMIT_MS / 1000} s`)
  return false
}

function isWholePicture() {
  try {
    return readFileSync(FIRST_WINDOW_PICTURE).subarray(-PNG_END.length).equals(PNG_END)
  } catch {
    return false // not there yet
  }
}
