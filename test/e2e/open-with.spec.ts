// "Open with", links and crashes, as a person meets them.
import { execFileSync, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from './launch.ts'
import { soundRows, useBuiltInEngine } from './the-app.ts'

const ROOT = join(import.meta.dirname, '../..')

test('what is opened with the running app stands in its view: a sound, a clip, a link to a sound; any other link does nothing', async ({
  page,
  home,
}) => {
  test.setTimeout(90_000)
  await useBuiltInEngine(page)
  const file = join(home.folder, 'Cellar knock.wav')
  execFileSync('sox', ['-n', '-r', '44100', '-c', '1', file, 'synth', '0.4', 'sine', '440'])
  /** A second start, as the system makes it; it hands its words over and ends. */
  const open = (word: string): Promise<unknown> => {
    // The path of Electron's executable, or of the stand-in's: what the electron package gives outside of Electron.
    const executable: unknown = createRequire(import.meta.url)('electron')
    const second = spawn(
      String(executable),
      ['--no-sandbox', `--user-data-dir=${home.userData}`, '.', word],
      {
        cwd: ROOT,
        stdio: 'ignore',
        env: { ...process.env, HOME: home.folder },
      },
    )
    return new Promise((resolve) => second.once('exit', resolve))
  }
  expect(await open(file)).toBe(0)
  await expect(soundRows(page, /Cellar knock/)).toHaveCount(1)

  const uid = execFileSync(
    'sqlite3',
    ['-readonly', join(home.userData, 'library.db'), 'SELECT uid FROM sounds'],
    {
      encoding: 'utf8',
    },
  ).trim()
  await page.keyboard.press('Escape')
  expect(await open(`foleyroom://sound/${uid}`)).toBe(0)
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
