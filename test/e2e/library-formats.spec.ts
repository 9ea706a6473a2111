// Files of every kind in the window: what the browser itself does not decode is imported, measured, drawn, heard and handed over like any other.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './launch.ts'
import { dropFile, soundRows, table, useBuiltInEngine } from './the-app.ts'

const KINDS: readonly (readonly [name: string, ...args: readonly string[]])[] = [
  ['Tone of AIFF.aiff', '-c:a', 'pcm_s24be'],
  ['Tone of FLAC in Ogg.oga', '-c:a', 'flac', '-f', 'ogg'],
  ['Tone of Apple Lossless.m4a', '-c:a', 'alac'],
  ['Tone of Windows Media.wma', '-c:a', 'wmav2'],
  ['Tone of Wave64.w64', '-c:a', 'pcm_s16le'],
  ['Tone of ADPCM.wav', '-c:a', 'adpcm_ms'],
  ['Tone of CAF.caf', '-c:a', 'pcm_f32le'],
]

test('AIFF, FLAC in Ogg, Apple Lossless, Windows Media, Wave64, ADPCM and CAF are imported, measured and heard', async ({
  page,
  home,
}) => {
  test.setTimeout(240_000)
  const folder = join(home.folder, 'kinds')
  mkdirSync(folder)
  await useBuiltInEngine(page)
  for (const [name, ...args] of KINDS) {
    const path = join(folder, name)
    const source = 'sine=frequency=440:duration=6:sample_rate=44100'
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...args, path])
    await dropFile(page, path)
    await expect(soundRows(page, new RegExp(name.replace(/\..*/, '')))).toHaveCount(1)
  }
  const player = page.getByRole('region', { name: 'Player' })
  for (const [name] of KINDS) {
    const stem = name.replace(/\..*/, '')
    const row = soundRows(page, new RegExp(stem))
    await expect(row).toContainText(/−2[0-9]\.[0-9]/)
    await row.getByRole('gridcell').nth(2).click()
    await expect(player).toContainText(stem)
    await expect(player).toHaveAttribute('data-status', 'playing')
    await expect
      .poll(async () => Number(await player.getAttribute('data-level-db')), { message: stem })
      .toBeGreaterThan(-40)
  }
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText(/440\.\d Hz, near A4/)
  // The copies that were made for listening stand in the cache, never in the library's folder.
  expect(readdirSync(join(home.userData, 'cache/listening')).length).toBeGreaterThan(0)
  await expect(table(page).locator('[data-sound]')).toHaveCount(KINDS.length)

  await test.step('an import is undone by a key, and done again', async () => {
    await table(page).focus()
    await page.keyboard.press('Control+z')
    await expect(soundRows(page, /Tone of CAF/)).toHaveCount(0)
    await expect(table(page).locator('[data-sound]')).toHaveCount(KINDS.length - 1)
    await page.keyboard.press('Control+Shift+z')
    await expect(soundRows(page, /Tone of CAF/)).toHaveCount(1)
  })
})
