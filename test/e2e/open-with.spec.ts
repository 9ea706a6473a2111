// "Open with", links and crashes, as a person meets them.
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import toneMidi from '@tonejs/midi'
import { expect, type Home, test } from './launch.ts'
import { dropFile, generate, levelDb, omnibar, soundRows, useBuiltInEngine } from './the-app.ts'

/** The package is CommonJS: its class is a property of the default export. */
const { Midi } = toneMidi
const ROOT = join(import.meta.dirname, '../..')

/** A melody over a bass and a kit, as its writer's library makes it. */
function writeTrio(path: string): void {
  const midi = new Midi()
  midi.header.setTempo(90)
  midi.header.timeSignatures.push({ ticks: 0, timeSignature: [3, 4] })
  const part = (channel: number, program: number, pitch: number): void => {
    const track = midi.addTrack()
    track.channel = channel
    track.instrument.number = program
    for (let at = 0; at < 6; at++)
      track.addNote({ midi: pitch + at, time: at / 2, duration: 0.4, velocity: 0.8 })
  }
  part(0, 40, 67)
  part(1, 32, 36)
  part(9, 0, 36)
  writeFileSync(path, midi.toArray())
}

/** A second start, as the system makes it; it hands its words over and ends. */
function openWith(home: Home, word: string): Promise<unknown> {
  // The path of Electron's executable, or of the stand-in's: what the electron package gives outside of Electron.
  const executable: unknown = createRequire(import.meta.url)('electron')
  const second = spawn(String(executable), ['--no-sandbox', `--user-data-dir=${home.userData}`, '.', word], {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...process.env, HOME: home.folder },
  })
  return new Promise((resolve) => second.once('exit', resolve))
}

test('what is opened with the running app stands in its view: a sound, a clip, a link to a sound; any other link does nothing', async ({
  app,
  page,
  home,
}) => {
  test.setTimeout(90_000)
  await useBuiltInEngine(page)
  const file = join(home.folder, 'Cellar knock.wav')
  execFileSync('sox', ['-n', '-r', '44100', '-c', '1', file, 'synth', '0.4', 'sine', '440'])
  const open = (word: string) => openWith(home, word)
  expect(await open(file)).toBe(0)
  await expect(soundRows(page, /Cellar knock/)).toHaveCount(1)

  await soundRows(page, /Cellar knock/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await app.evaluate(({ clipboard }) => clipboard.readText())
  expect(link).toMatch(/^foleyroom:\/\/sound\/[0-9a-f-]{36}$/)
  await page.keyboard.press('Control+2')
  await expect(page.getByRole('main', { name: 'Video' })).toBeVisible()
  expect(await open(link)).toBe(0)
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('Cellar knock')

  expect(await open('foleyroom://generate?prompt=x')).toBe(0)
  await expect
    .poll(() => execFileSync('cat', [join(home.userData, 'logs/foleyroom.log')], { encoding: 'utf8' }))
    .toContain('refused: a link that is not foleyroom://sound/')
  await expect(soundRows(page, /Cellar knock/)).toHaveCount(1)

  const clip = join(home.folder, 'Kitchen scene.mp4')
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=1', '-pix_fmt', 'yuv420p', clip],
  ])
  expect(await open(clip)).toBe(0)
  await expect(page.getByRole('main', { name: 'Video' })).toContainText('Kitchen scene.mp4')
})

test('a MIDI file that is opened stands in the Transcribe view: its parts, its notes played, its ways out; a bad one is named', async ({
  app,
  page,
  home,
  relaunch,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  // A sound that was looked at before: Space is about the notes all the same.
  await generate(page, 'knock on wood', 1)
  await soundRows(page, /knock/).click()
  const file = join(home.folder, 'Trio.mid')
  writeTrio(file)
  expect(await openWith(home, file)).toBe(0)
  const view = page.getByRole('main', { name: 'Transcribe Trio' })
  await expect(view.getByLabel('Piano roll, 18 notes in 3 parts')).toBeVisible()
  const parts = view.getByRole('complementary', { name: 'Parts' })
  for (const name of ['Violin', 'Acoustic bass', 'Drums'])
    await expect(parts.getByRole('button', { name, exact: true })).toBeVisible()
  await expect(view).toContainText('Notes alone')
  await expect(parts.getByRole('button', { name: 'MIDI', exact: true })).toHaveCount(3)

  await page.keyboard.press('Space')
  await expect.poll(() => levelDb(page)).toBeGreaterThan(-60)
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('Trio')
  await page.keyboard.press('Space')

  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, home.data)
  await parts.getByRole('button', { name: 'MIDI', exact: true }).first().click()
  await expect(page.getByText('1 file copied into')).toBeVisible()
  const rows = (): string =>
    execFileSync(
      'sqlite3',
      ['-readonly', join(home.userData, 'library.db'), 'SELECT count(*) FROM opened_midi'],
      { encoding: 'utf8' },
    ).trim()
  // The same content under another name is the same file.
  const again = join(home.folder, 'Copy.mid')
  writeFileSync(again, readFileSync(file))
  await view.getByRole('button', { name: 'Replace' }).click()
  await expect(view).toBeHidden()
  expect(await openWith(home, again)).toBe(0)
  await expect(view).toBeVisible()
  await expect(page.getByText('“Copy” is in the library already, as “Trio”.')).toBeVisible()
  expect(rows()).toBe('1')

  // Dropped onto the window it opens as well; the one before it stays.
  const duo = join(home.folder, 'Duo.mid')
  const midi = new Midi(readFileSync(file))
  midi.tracks.pop()
  writeFileSync(duo, midi.toArray())
  await dropFile(page, duo)
  await expect(page.getByLabel('Piano roll, 12 notes in 2 parts')).toBeVisible()
  expect(rows()).toBe('2')

  const bad = join(home.folder, 'Bad.mid')
  writeFileSync(bad, readFileSync(file).subarray(0, 60))
  expect(await openWith(home, bad)).toBe(0)
  await expect(page.getByText('“Bad.mid” was not opened. This MIDI file is damaged')).toBeVisible()
  expect(rows()).toBe('2')

  // Later it is found again: by its name in the library, in the list of the view, by its link.
  const { app: reopened, page: later } = await relaunch()
  const known = later.getByRole('region', { name: 'MIDI files' })
  await expect(known.getByRole('button')).toHaveText([/^Duo/, /^Trio/])
  await omnibar(later).fill('tri')
  await expect(known.getByRole('button')).toHaveText([/^Trio/])
  await known.getByRole('button', { name: 'Trio' }).click()
  const roll = later.getByLabel('Piano roll, 18 notes in 3 parts')
  await expect(roll).toBeVisible()
  const trio = later.getByRole('main', { name: 'Transcribe Trio' })
  await trio.getByRole('button', { name: 'Copy link' }).click()
  await expect(later.getByText('Link copied')).toBeVisible()
  const link = await reopened.evaluate(({ clipboard }) => clipboard.readText())
  expect(link).toMatch(/^foleyroom:\/\/midi\/[0-9a-f-]{36}$/)
  await trio.getByRole('button', { name: 'Replace' }).click()
  await known.getByRole('button', { name: 'Duo' }).click()
  await expect(later.getByLabel('Piano roll, 12 notes in 2 parts')).toBeVisible()
  expect(await openWith(home, link)).toBe(0)
  await expect(roll).toBeVisible()

  await trio.getByRole('button', { name: 'Remove from the library…' }).click()
  await later.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(later.getByText('“Trio” is in the system’s trash now')).toBeVisible()
  await expect(known.getByRole('button')).toHaveText(['Open MIDI files…', /^Duo/])
  expect(rows()).toBe('1')
  expect(await openWith(home, link)).toBe(0)
  await expect(later.getByText('The link names a MIDI file that is not in this library.')).toBeVisible()
})
