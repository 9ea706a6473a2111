// Notes played for a while as a person plays them: no sound is left over, nothing piles up. FOLEYROOM_PLAYBACK_MINUTES=60 makes it an hour; without it this file is left out.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import toneMidi from '@tonejs/midi'
import { expect as plainExpect, test } from './launch.ts'
import { levelDb, soundRows, useBuiltInEngine } from './the-app.ts'

/** The package is CommonJS: its class is a property of the default export. */
const { Midi } = toneMidi
const SOUND_FONT = '/usr/share/sounds/sf2/TimGM6mb.sf2'
/** What plays in real time leaves a busy machine little for the window. */
const PATIENCE_MS = 120_000
const expect = plainExpect.configure({ timeout: PATIENCE_MS })
const MINUTES = Number(process.env.FOLEYROOM_PLAYBACK_MINUTES ?? 0)
/** Rounds before the first measure: caches fill, voices are made. */
const WARM_UP_ROUNDS = 1
/** What the heap may have gained by the end: a leak of one voice a round is more in an hour. */
const MOST_HEAP_GROWTH_MB = 12
const INSTRUMENTS = ['acoustic_piano', 'electric_bass', 'violin', 'flutes', 'drums']

/** Four parts and a kit, ten seconds at 120 a minute, played by fluidsynth. */
function recordBand(folder: string): string {
  const midi = new Midi()
  midi.header.setTempo(120)
  const part = (channel: number, program: number) => {
    const track = midi.addTrack()
    track.channel = channel
    track.instrument.number = program
    return track
  }
  const [piano, bass, violin, flute, kit] = [part(0, 0), part(1, 33), part(2, 40), part(3, 73), part(9, 0)]
  const scale = [60, 62, 64, 65, 67, 69, 71, 72]
  for (let at = 0; at < 20; at++) {
    const time = at / 2
    const pitch = scale[at % 8] ?? 60
    for (const third of [0, 4, 7])
      piano.addNote({ midi: pitch + third - 12, time, duration: 0.4, velocity: 0.6 })
    bass.addNote({ midi: 36 + (at % 5), time, duration: 0.45, velocity: 0.9 })
    if (at % 2 === 0) violin.addNote({ midi: pitch + 12, time, duration: 0.9, velocity: 0.7 })
    flute.addNote({ midi: pitch + 19, time: time + 0.25, duration: 0.2, velocity: 0.7 })
    kit.addNote({ midi: at % 2 === 0 ? 36 : 38, time, duration: 0.1, velocity: 0.9 })
    kit.addNote({ midi: 42, time: time + 0.25, duration: 0.1, velocity: 0.6 })
  }
  const score = join(folder, 'band.mid')
  writeFileSync(score, midi.toArray())
  const recording = join(folder, 'Band.wav')
  execFileSync('fluidsynth', ['-ni', '-r', '44100', '-F', recording, SOUND_FONT, score], { stdio: 'ignore' })
  return recording
}

/** What the page holds once its garbage is collected, in MiB. The WebAudio domain would count nodes, but with it a page that plays crashes. */
async function watchHeap(session: CDPSession): Promise<() => Promise<number>> {
  await session.send('HeapProfiler.enable')
  await session.send('Performance.enable')
  return async () => {
    for (let pass = 0; pass < 3; pass++) await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 2 ** 20
  }
}

/** Has the recording transcribed into the five parts, drums too: what the view asks for where a person ticks them. */
async function transcribe(page: Page): Promise<void> {
  await page.evaluate(async (instruments) => {
    const listed = await window.foleyroom.connections.list()
    const found = await window.foleyroom.library.matches({
      text: 'Band',
      limit: 1,
      sort: { column: 'createdAtMs', descending: true },
    })
    const connectionId = listed.ok ? listed.value[0]?.id : undefined
    const soundId = found.ok ? found.value.rows[0]?.id : undefined
    if (connectionId === undefined || soundId === undefined) throw new Error('no recording to transcribe')
    const started = await window.foleyroom.transcriptions.start({
      connectionId,
      soundId,
      options: { instruments },
      generationId: crypto.randomUUID(),
      quotedCredits: null,
    })
    if (!started.ok) throw new Error(started.error.message)
  }, INSTRUMENTS)
}

// A trace of an hour is an hour of pictures, and grows the page that is measured.
test.use({ trace: 'off' })

test('notes play on and on, muted, sought and compared, and nothing is left over', async ({
  app,
  page,
  home,
}) => {
  test.setTimeout(MINUTES * 60_000 + 10 * PATIENCE_MS)
  page.setDefaultTimeout(PATIENCE_MS)
  await useBuiltInEngine(page)
  const session = await page.context().newCDPSession(page)
  const heapMb = await watchHeap(session)
  const recording = recordBand(home.folder)
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, recording)
  await page.keyboard.press('Control+o')
  await soundRows(page, /Band/).getByText('Band').first().click()
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('Band')
  await page.keyboard.press('Control+Shift+T')
  const view = page.getByRole('main', { name: 'Transcribe Band' })
  await expect(view.getByRole('heading', { name: 'No notes yet' })).toBeVisible()
  await transcribe(page)
  await expect(view.getByRole('button', { name: 'Drag MIDI' })).toBeVisible()
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player).toHaveAttribute('data-status', 'paused')

  const pressAll = async (keys: readonly string[], gapMs: number): Promise<void> => {
    for (const key of keys) {
      await page.keyboard.press(key)
      // Long enough for notes to begin and end in between, as a person would let them.
      await page.waitForTimeout(gapMs)
    }
  }
  const chooseTempo = async (percent: string): Promise<void> => {
    await view.getByRole('button', { name: /Tempo of playing/ }).click()
    await page.getByRole('option', { name: percent, exact: true }).click()
    // Away from the control, which takes the space bar for itself.
    await view.getByRole('heading', { level: 1 }).click()
  }
  /** About twenty-five seconds: all that can be done to playing, and back. At its end it stands still. */
  const playRound = async (round: number): Promise<void> => {
    await page.keyboard.press('Space')
    await expect(player).toHaveAttribute('data-status', 'playing')
    await expect.poll(() => levelDb(page), { intervals: [100], timeout: PATIENCE_MS }).toBeGreaterThan(-50)
    // The clock that a person plays notes by is the audio's own: a round takes as long as it sounds.
    await page.waitForTimeout(8_000)
    await pressAll(['a', 'a', 'a', 'a', 'Shift+C'], 300)
    await pressAll([']', 'm', ']', 'm', ']', 's', 's', '[', 'm', '[', 'm'], 200)
    await pressAll(['Home', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home'], 250)
    if (round % 2 === 0) await chooseTempo('150 %')
    await page.waitForTimeout(2_000)
    if (round % 2 === 0) await chooseTempo('100 %')
    await pressAll(['Space', 'Space', 'Space', 'Space', 'Shift+C'], 150)
    await page.waitForTimeout(2_000)
    await page.keyboard.press('Space')
    await expect(player).toHaveAttribute('data-status', 'paused')
    await expect.poll(() => levelDb(page), { intervals: [50], timeout: PATIENCE_MS }).toBeLessThan(-80)
  }

  await page.keyboard.press('l')
  const untilMs = Date.now() + MINUTES * 60_000
  let round = 0
  while (round < WARM_UP_ROUNDS) await playRound(round++)
  const before = await heapMb()
  console.log(`after ${round} rounds: ${before.toFixed(1)} MB`)
  do {
    await playRound(round++)
    if (round % 10 === 0) console.log(`after ${round} rounds: ${(await heapMb()).toFixed(1)} MB`)
  } while (Date.now() < untilMs)
  const after = await heapMb()
  console.log(`after ${round} rounds: ${after.toFixed(1)} MB`)
  expect(after - before).toBeLessThan(MOST_HEAP_GROWTH_MB)
})
