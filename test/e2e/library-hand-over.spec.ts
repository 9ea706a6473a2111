// What comes into the library and what leaves it: dropped files and folders, saved searches, exports that other programs read, drags at another speed.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from './launch.ts'
import { generate, omnibar, soundRows, table, useBuiltInEngine } from './the-app.ts'

/** A tone as a file of any format that ffmpeg writes. */
function tone(path: string, hertz: number, seconds: number, ...args: string[]): void {
  const source = `sine=frequency=${hertz}:duration=${seconds}:sample_rate=44100`
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...args, path])
}

interface Probe {
  readonly streams: readonly Readonly<Record<string, string | number>>[]
  readonly format: { readonly duration: string; readonly tags?: Readonly<Record<string, string>> }
}
function probe(path: string): Probe {
  const told = execFileSync('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', path])
  return JSON.parse(told.toString('utf8'))
}
/** Fields of the first track of kind `track`, as mediainfo tells them. */
function mediaInfo(path: string, track: 'General' | 'Audio'): Readonly<Record<string, string>> {
  const told = JSON.parse(execFileSync('mediainfo', ['--Output=JSON', path]).toString('utf8'))
  return told.media.track.find((each: { '@type': string }) => each['@type'] === track)
}

/** Integrated, LUFS, as ffmpeg measures it. */
function loudness(path: string): number {
  const told = spawnSync('ffmpeg', [
    '-nostats',
    '-hide_banner',
    '-i',
    path,
    '-af',
    'ebur128',
    '-f',
    'null',
    '-',
  ])
  const lines = told.stderr.toString('utf8').matchAll(/I:\s+(-?[\d.]+) LUFS/g)
  return Number([...lines].at(-1)?.[1])
}

/** Drops files and folders of the disk onto the middle of the library, as the system's drag does. */
async function dropOnto(page: Page, paths: readonly string[]): Promise<void> {
  const box = (await page.getByRole('main').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data })
  await session.detach()
}

/** Answers the next questions for a folder with this one. */
async function chooseFolder(app: ElectronApplication, folder: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, folder)
}

/** Chooses in a list of the dialog that is open. */
async function option(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: text }).first().click()
}

test('files and folders that are dropped are imported, what is no sound is named, and a search of them is saved', async ({
  page,
  home,
  relaunch,
}) => {
  test.setTimeout(600_000)
  const folder = join(home.folder, 'Recordings')
  mkdirSync(join(folder, 'night'), { recursive: true })
  tone(join(home.folder, 'Lone bell.wav'), 880, 0.5)
  tone(join(folder, 'AMBForst_Dawn_JD_Alps.flac'), 300, 1)
  tone(join(folder, 'night', 'Owl.mp3'), 440, 1, '-metadata', 'title=Owl, far')
  tone(join(folder, 'night', 'Fox.ogg'), 500, 1)
  writeFileSync(join(folder, 'broken.wav'), 'no sound at all')
  await useBuiltInEngine(page)
  await dropOnto(page, [join(home.folder, 'Lone bell.wav'), folder])
  const strip = page.getByRole('region', { name: 'Import' })
  await expect(strip).toContainText('4 sounds imported')
  await expect(strip).toContainText('1 not readable')
  await strip.getByRole('button', { name: 'What was left out' }).click()
  await expect(page.getByRole('dialog', { name: 'Not imported' })).toContainText('broken.wav')
  await page.keyboard.press('Escape')
  for (const name of [/Lone bell/, /AMBForst_Dawn/, /Owl, far/, /Fox/])
    await expect(soundRows(page, name)).toHaveCount(1)

  await test.step('the category of the name is known, and another is chosen by the keyboard', async () => {
    await soundRows(page, /AMBForst_Dawn/)
      .getByRole('gridcell')
      .nth(2)
      .click()
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await expect(inspector).toContainText('AMBIENCE, FOREST')
    await page.keyboard.press('u')
    await page.getByRole('combobox', { name: 'UCS category' }).fill('birdsong')
    await page.keyboard.press('Enter')
    await expect(inspector).toContainText('AMBIENCE, BIRDSONG')
    await table(page).focus()
    await page.keyboard.press('Control+z')
    await expect(inspector).toContainText('AMBIENCE, FOREST')
  })

  await test.step('a search is saved, stands in the sidebar, and finds what comes later, too', async () => {
    await omnibar(page).fill('dur:>600ms')
    await page.keyboard.press('Control+s')
    await page.getByRole('textbox', { name: 'Name of the new search' }).fill('Longer ones')
    await page.keyboard.press('Enter')
    await omnibar(page).fill('')
    const saved = page
      .getByRole('region', { name: 'Saved searches' })
      .getByRole('button', { name: 'Longer ones', exact: true })
    await saved.click()
    await expect(table(page).locator('[data-sound]')).toHaveCount(3)
    tone(join(home.folder, 'Later.wav'), 700, 2)
    await dropOnto(page, [join(home.folder, 'Later.wav')])
    await expect(table(page).locator('[data-sound]')).toHaveCount(4)
  })
  const next = await relaunch()
  await next.page
    .getByRole('region', { name: 'Saved searches' })
    .getByRole('button', { name: 'Longer ones', exact: true })
    .click()
  await expect(table(next.page).locator('[data-sound]')).toHaveCount(4)
})

test('many sounds are exported at once, as other programs read them', async ({ app, page, home }) => {
  test.setTimeout(600_000)
  const target = join(home.folder, 'Delivery')
  mkdirSync(target)
  await useBuiltInEngine(page)
  await generate(page, 'heavy oak door slams', 3)
  await chooseFolder(app, target)
  await soundRows(page, /Heavy oak/)
    .first()
    .getByRole('gridcell')
    .nth(2)
    .click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  // What acts on the selection stands once the selection is read.
  await expect(page.getByText('3 sounds selected')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Export 3 sounds' })
  /** Opens the dialog by its key, sets it, writes, and waits for the sentence. */
  const write = async (set: () => Promise<void>): Promise<void> => {
    await table(page).focus()
    await page.keyboard.press('Control+e')
    await expect(dialog).toBeVisible()
    await set()
    await dialog.getByRole('button', { name: 'Choose a folder and write…' }).click()
    // It closes when everything is written, and stays with the reasons where something is not.
    await expect(dialog).toHaveCount(0, { timeout: 60_000 })
  }

  await test.step('UCS names in folders, 24 bit, 48 kHz, stereo, to a loudness', async () => {
    await write(async () => {
      await option(page, 'Format', 'WAV 24 bit')
      await option(page, 'Sample rate', '48')
      await dialog.getByRole('radio', { name: 'Stereo' }).click()
      await dialog.getByRole('textbox', { name: 'Loudness in LUFS' }).fill('-30')
      await option(page, 'Name template', 'UCS')
      await dialog.getByRole('textbox', { name: 'Creator' }).fill('JDoe')
      await dialog.getByRole('textbox', { name: 'Source' }).fill('Film 2')
      await dialog.getByRole('textbox', { name: 'Folders' }).fill('{cat}')
      await expect(dialog.getByRole('list', { name: 'How the files will be called' })).toContainText(
        'DOORS/DOORWood_Heavy Oak Door Slams, Take 3_JDoe_Film 2.wav',
      )
    })
    const names = readdirSync(join(target, 'DOORS'))
    expect(names).toHaveLength(3)
    for (const name of names) {
      const path = join(target, 'DOORS', name)
      expect(probe(path).streams).toMatchObject([
        { codec_name: 'pcm_s24le', sample_rate: '48000', channels: 2 },
      ])
      expect(probe(path).format.tags).toMatchObject({ comment: 'heavy oak door slams', encoder: 'Foleyroom' })
      expect(mediaInfo(path, 'General')).toMatchObject({
        Producer: 'Foleyroom',
        Description: 'heavy oak door slams',
      })
      const ixml = readFileSync(path).toString('latin1')
      for (const field of ['<CATID>DOORWood<', '<CATEGORY>DOORS<', '<SUBCATEGORY>WOOD<', '<LIBRARY>Film 2<'])
        expect(ixml).toContain(field)
      expect(loudness(path)).toBeCloseTo(-30, 0)
    }
  })

  for (const [format, codec, extension] of [
    ['FLAC 16 bit', 'flac', 'flac'],
    ['MP3 320', 'mp3', 'mp3'],
  ] as const) {
    await test.step(`${format}, under the names of the library, nothing replaced`, async () => {
      await write(async () => {
        await option(page, 'Format', format)
        await option(page, 'Name template', 'Name')
        await dialog.getByRole('textbox', { name: 'Folders' }).fill(codec)
      })
      const names = readdirSync(join(target, codec))
      expect(names).toHaveLength(3)
      for (const name of names) {
        expect(name.endsWith(`.${extension}`)).toBe(true)
        const { streams, format: told } = probe(join(target, codec, name))
        expect(streams[0]).toMatchObject({ codec_name: codec })
        expect(Number(told.duration)).toBeGreaterThan(0.5)
      }
    })
  }
})

test('several rows that are dragged at another speed go out at it', async ({ app, page, home }) => {
  test.setTimeout(600_000)
  tone(join(home.folder, 'One.wav'), 440, 1)
  tone(join(home.folder, 'Two.wav'), 550, 2)
  await useBuiltInEngine(page)
  await dropOnto(page, [join(home.folder, 'One.wav'), join(home.folder, 'Two.wav')])
  await expect(soundRows(page, /One|Two/)).toHaveCount(2)
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) throw new Error('no window')
    const drags: string[][] = []
    Object.assign(globalThis, { drags })
    window.webContents.startDrag = (item) => void drags.push(item.files ?? [item.file])
  })
  const drags = () => app.evaluate(() => (globalThis as unknown as { drags: string[][] }).drags)
  await soundRows(page, /One|Two/)
    .first()
    .getByRole('gridcell')
    .nth(2)
    .click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('region', { name: 'Player' }).getByRole('slider', { name: 'Speed' }).fill('50')
  const dataTransfer = await page.evaluateHandle(() => new DataTransfer())
  const dragRow = () =>
    soundRows(page, /One|Two/)
      .first()
      .dispatchEvent('dragstart', { dataTransfer })
  await dragRow()
  await expect(page.getByText('2 sounds rendered at 50 %. Drag again.')).toBeVisible()
  expect(await drags()).toEqual([])
  await soundRows(page, /^(?!.*50 %).*(One|Two)/)
    .first()
    .dispatchEvent('dragstart', { dataTransfer })
  await expect.poll(async () => (await drags()).length).toBe(1)
  const [files = []] = await drags()
  expect(files.map((file) => basename(file)).sort()).toEqual(['One, 50 %.wav', 'Two, 50 %.wav'])
  const lengths = files.map((file) => Number(probe(file).format.duration)).sort()
  expect(lengths[0]).toBeCloseTo(2, 2)
  expect(lengths[1]).toBeCloseTo(4, 2)
})
