// axe over every view, empty and full, in both themes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { trioMidi } from '../unit/media/midi-fixture.ts'
import { expect, test } from './launch.ts'
import { dropFile, generate, omnibar, openView, table, useBuiltInEngine } from './the-app.ts'

async function findings(page: Page): Promise<readonly string[]> {
  // The legacy mode needs no second page, which this app refuses to open.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => `${impact} ${id}: ${html.slice(0, 160)}`),
  )
}

async function useTheme(page: Page, theme: 'Dark' | 'Light'): Promise<void> {
  await openView(page, 'Settings')
  await page.getByRole('tab', { name: 'Appearance' }).click()
  await page
    .getByRole('radiogroup', { name: 'Theme' })
    .or(page.getByRole('group', { name: 'Theme' }))
    .getByText(theme, { exact: true })
    .click()
}

test('axe finds nothing in the first run', async ({ page }) => {
  await expect(page.getByRole('button', { name: 'Use the built-in engine' })).toBeVisible()
  expect(await findings(page)).toEqual([])
})

for (const theme of ['Dark', 'Light'] as const) {
  test(`axe finds nothing in any view, ${theme.toLowerCase()}`, async ({ page, home }) => {
    test.setTimeout(240_000)
    await useBuiltInEngine(page)
    await useTheme(page, theme)
    expect(await findings(page), 'settings').toEqual([])
    for (const view of ['Library', 'Activity']) {
      await openView(page, view)
      expect(await findings(page), `${view}, empty`).toEqual([])
    }
    await openView(page, 'Library')
    await generate(page, 'glass bottle breaks', 2)
    await table(page)
      .getByRole('row', { name: /take 1/ })
      .getByText(/Glass bottle/)
      .first()
      .click()
    expect(await findings(page), 'library, full').toEqual([])
    await omnibar(page).fill('glass')
    await expect(page.getByText('Generate “glass”')).toBeVisible()
    expect(await findings(page), 'omnibar').toEqual([])
    await omnibar(page).fill('')
    await openView(page, 'Activity')
    expect(await findings(page), 'activity, full').toEqual([])
    const midi = join(home.folder, 'Trio.mid')
    writeFileSync(midi, trioMidi())
    await dropFile(page, midi)
    const opened = page.getByRole('main', { name: 'Transcribe Trio' })
    await expect(opened.getByRole('button', { name: 'MIDI', exact: true })).toHaveCount(3)
    expect(await findings(page), 'a MIDI file').toEqual([])
    await opened.getByRole('button', { name: 'Replace' }).click()
    for (const view of ['Transcribe', 'Library']) {
      await openView(page, view)
      await expect(page.getByRole('region', { name: 'MIDI files' })).toContainText('Trio')
      expect(await findings(page), `${view} with MIDI files`).toEqual([])
    }
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await findings(page), 'palette').toEqual([])
  })
}
