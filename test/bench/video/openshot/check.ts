// Opens what the app exports in OpenShot, as it is in Debian: `node test/bench/video/openshot/check.ts [folder to keep]`.
// Needs openshot-qt, xvfb and ffmpeg; it is no part of `npm test`.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RunMedia } from '../../../../src-main/media/facts-service.ts'
import { layOut } from '../../../../src-main/media/picture/lay-out.ts'
import { exportPicture } from '../../../../src-main/shell/picture-export.ts'
import { makeTemporaryFolder } from '../../../temporary-folder.ts'

const RATE = { numerator: 30_000, denominator: 1001 }
const framesPerSecond = RATE.numerator / RATE.denominator
const folder = process.argv[2] ?? makeTemporaryFolder('openshot')
const home = join(folder, 'home')
const out = join(folder, 'handed over')
for (const each of [folder, home, out]) mkdirSync(each, { recursive: true })
const ffmpeg = (...args: readonly string[]): void =>
  void execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])

const clip = join(folder, 'Hallway.mov')
ffmpeg(
  ...['-f', 'lavfi', '-i', `testsrc=s=640x360:r=30000/1001:d=12`],
  ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', clip],
)
/** They overlap, lie between frames, and one begins with the clip. */
const wanted = [
  { label: 'Rain, steady', startMs: 0, lengthMs: 11_500 },
  { label: 'Impact', startMs: 2345.6, lengthMs: 1500 },
  { label: 'Fast movement', startMs: 2900, lengthMs: 700 },
  { label: 'Impact', startMs: 8000, lengthMs: 2000 },
]
/** Where in a sound its click lies. */
const CLICK_MS = 100
const sounds = wanted.map((sound, index) => {
  const path = join(folder, `${index}.wav`)
  const click = `aevalsrc=exprs='if(gte(t,0.1),0.9*exp(-(t-0.1)*300),0)':s=44100:d=${sound.lengthMs / 1000}`
  ffmpeg('-f', 'lavfi', '-i', click, path)
  return { ...sound, path, fadeInMs: 0, fadeOutMs: 50, gainDb: -3 }
})
const written = await exportPicture(
  {
    kind: 'edit-list',
    folder: out,
    clip: {
      path: clip,
      fileName: 'Hallway.mov',
      codec: 'avc',
      durationMs: 12_000,
      framesPerSecond,
      size: { width: 640, height: 360 },
    },
    sounds,
  },
  {
    // The lists ask for sounds to be laid out, and for nothing else.
    run: ((_job: string, order: Parameters<typeof layOut>[0]) =>
      layOut(order, new AbortController().signal)) as unknown as RunMedia,
    newId: () => 'check',
    now: () => 0,
  },
)
assert.deepEqual(written, { ok: true, value: wanted.length + 3 })

/** In milliseconds of a file, the first sample that is loud. */
function clickMs(path: string): number {
  const raw = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-ac', '1', '-ar', '48000', '-f', 'f32le', '-'],
    {
      maxBuffer: 64 << 20,
    },
  )
  for (let at = 0; at < raw.length / 4; at++) if (Math.abs(raw.readFloatLE(at * 4)) > 0.3) return at / 48
  throw new Error(`${path} has no click`)
}

interface Opened {
  readonly asked: readonly string[]
  readonly clips: readonly {
    readonly file: string
    readonly layer: number
    readonly positionS: number
    readonly startS: number
    readonly endS: number
  }[]
}
const lists = readdirSync(out)
  .filter((name) => /\.(xml|edl)$/.test(name))
  .map((name) => join(out, name))
const told = execFileSync(
  'xvfb-run',
  [
    ...[
      '-a',
      '-s',
      '-screen 0 1600x1000x24',
      '/usr/bin/python3',
      join(import.meta.dirname, 'import-lists.py'),
    ],
    ...[`${RATE.numerator}/${RATE.denominator}`, join(folder, 'openshot.png'), ...lists],
  ],
  { env: { ...process.env, HOME: home }, timeout: 60_000, stdio: ['ignore', 'pipe', 'ignore'] },
).toString()
// Printed by the script beside this one, after whatever OpenShot prints of itself.
const opened = JSON.parse(told.slice(told.lastIndexOf('\n{') + 1)) as Record<string, Opened>
for (const [name, { asked, clips }] of Object.entries(opened)) {
  console.log(`${name}: ${clips.length} clips on ${new Set(clips.map(({ layer }) => layer)).size} tracks`)
  for (const question of asked) console.log(`  asked for a folder: ${question}`)
  for (const { file, positionS, startS, endS } of clips) {
    const offMs = positionS * 1000 + (soundOf(file) === null ? 0 : clickMs(join(out, file)) - clickOf(file))
    console.log(
      `  ${file} at ${positionS.toFixed(3)} s, ${(endS - startS).toFixed(3)} s of it: ${offMs.toFixed(2)} ms off`,
    )
    // OpenShot knows a single audio channel of an EDL: what lies on others it puts to the beginning, with no length.
    if (name.endsWith('.xml') || endS > startS) assert.ok(Math.abs(offMs) < 0.1, `${file} lies elsewhere`)
  }
  if (name.endsWith('.xml')) assert.equal(clips.length, wanted.length + 1)
}

function soundOf(file: string): (typeof wanted)[number] | null {
  const number = /_(\d\d)_/.exec(file)?.[1]
  return number === undefined ? null : wanted[Number(number) - 1]!
}

/** Where on the clip its click belongs. */
function clickOf(file: string): number {
  return (soundOf(file)?.startMs ?? 0) + CLICK_MS
}
