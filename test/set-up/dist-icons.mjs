// Renders the icons of the packages from their two drawings, in Chromium: node test/set-up/dist-icons.mjs. The results are committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { icnsOf, icoOf } from './dist-icon-files.mjs'
import { ROOT } from './places.mjs'

const RESOURCES = join(ROOT, 'resources')
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
/** Below this the large drawing's seven bars run together: the small one has four, on whole pixels. */
const SMALL_UP_TO = 32

const browser = await chromium.launch({
  executablePath: process.env.STAND_IN_CHROMIUM ?? '/usr/bin/chromium',
})
const page = await browser.newPage()
/** @type {Map<number, Buffer>} */
const pictures = new Map()
for (const size of SIZES) {
  const drawing = size <= SMALL_UP_TO ? 'icon-small.svg' : 'icon.svg'
  const svg = readFileSync(join(RESOURCES, drawing), 'utf8')
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  )
  pictures.set(size, await page.screenshot({ omitBackground: true }))
}
await browser.close()

mkdirSync(join(RESOURCES, 'icons'), { recursive: true })
for (const [size, png] of pictures) writeFileSync(join(RESOURCES, 'icons', `${size}x${size}.png`), png)
writeFileSync(join(RESOURCES, 'icon.ico'), icoOf(pictures))
writeFileSync(join(RESOURCES, 'icon.icns'), icnsOf(pictures))
