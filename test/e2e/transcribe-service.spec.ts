// Transcribing at a service that is not ours: what is dropped opens, an answer that never came is told, notes come in while the job runs.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from './launch.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { dropFile, omnibar, openView } from './the-app.ts'

let sandbox: Sandbox
test.beforeAll(async () => {
  sandbox = await startSandbox()
})
test.afterAll(() => sandbox.stop())

/** Three plucked tones of half a second. */
function recordTones(folder: string, name: string): string {
  const path = join(folder, `${name}.wav`)
  const notes = ['C4', 'E4', 'G4'].map((note) => ['synth', '0.5', 'pluck', note])
  const one = (index: number): string => join(folder, `${name}-${index}.wav`)
  for (const [index, note] of notes.entries()) {
    execFileSync('sox', ['-n', '-r', '44100', '-c', '1', '-b', '16', one(index), ...note])
  }
  execFileSync('sox', [...notes.map((_, index) => one(index)), path])
  return path
}

test('a dropped recording opens, an answer that never came is told, notes come in while the job runs', async ({
  page,
  home,
}) => {
  test.setTimeout(180_000)
  const form = page.getByRole('form', { name: 'Connect to a service' })
  await form.getByLabel('Address').fill(sandbox.baseUrl)
  await form.getByLabel('Key').fill(sandbox.apiKey)
  await form.getByRole('button', { name: /Connect/ }).click()
  await expect(omnibar(page)).toBeVisible()
  await openView(page, 'Transcribe')
  await expect(page.getByRole('heading', { name: 'Choose a recording to transcribe' })).toBeVisible()

  await test.step('a file that is dropped is imported and opens by itself', async () => {
    await dropFile(page, recordTones(home.folder, 'Plucked'))
    await expect(page.getByRole('main', { name: 'Transcribe Plucked' })).toBeVisible()
  })
  await test.step('the next one takes its place', async () => {
    await dropFile(page, recordTones(home.folder, 'Second'))
    await expect(page.getByRole('main', { name: 'Transcribe Second' })).toBeVisible()
  })
  const view = page.getByRole('main')
  const transcribe = view.getByRole('button', { name: /^(Transcribe|Again)/ })

  await test.step('a listen is stopped by Cancel, and what another heard is there after the window is loaded anew', async () => {
    const listen = view.getByRole('button', { name: 'Listen for instruments' })
    const told = view.getByText('No instrument was told apart. The notes are found all the same.')
    await sandbox.call('POST', 'jobs', { hold: true })
    await listen.click()
    await expect(view.getByText('Listening for instruments…')).toBeVisible()
    // What is underway goes on while another view is looked at.
    await openView(page, 'Library')
    await openView(page, 'Transcribe')
    await view.getByRole('button', { name: 'Cancel' }).click()
    await expect(listen).toBeVisible()
    await expect(view.getByRole('alert')).toHaveCount(0)
    await sandbox.call('POST', 'jobs', { hold: false })
    await listen.click()
    await expect(told).toBeVisible({ timeout: 60_000 })
    await expect(view.getByText(/^free detections left: 9$/)).toBeVisible()
    await page.reload()
    await openView(page, 'Transcribe')
    await page.getByRole('combobox', { name: 'Recordings' }).fill('second')
    await page.getByRole('option', { name: /^Second/ }).click()
    await expect(told).toBeVisible()
  })

  await test.step('notes fill the roll while the job is held', async () => {
    await sandbox.call('POST', 'jobs', { hold: true })
    await expect(transcribe).toBeEnabled()
    await expect(view.getByText(/^\d+ credits$/)).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(view.getByRole('region', { name: /^Piano roll, \d+ notes?/ })).toBeVisible({
      timeout: 30_000,
    })
    await expect(view.getByRole('button', { name: 'Stop waiting' })).toBeVisible()
    await sandbox.call('POST', 'jobs', { hold: false })
    await expect(view.getByRole('button', { name: 'Drag MIDI' })).toBeVisible({ timeout: 30_000 })
    await expect(view.getByText('Charged')).toBeVisible()
  })

  await test.step('sent, fate unknown, and where to decide', async () => {
    await sandbox.call('POST', 'faults', {
      match: { method: 'POST', path: '/v2/audio-to-midi/v1.0/jobs' },
      fault: { kind: 'reset_after' },
    })
    await page.keyboard.press('Control+Enter')
    await expect(view.getByText(/Sent, fate unknown\./)).toBeVisible({ timeout: 60_000 })
    await view.getByRole('button', { name: 'Decide in Activity' }).click()
    await expect(page.getByRole('main', { name: 'Activity' })).toContainText('Second')
  })
})
