// axe over every view, empty and full, in both themes.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './launch.ts'
import { generate, omnibar, table, useBuiltInEngine } from './the-app.ts'

async function findings(page: Page): Promise<readonly string[]> {
  // The legacy mode needs no second page, which this app refuses to open.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => `${impact} ${id}: ${html.slice(0, 160)}`),
  )
}
const openView = (page: Page, view: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: view }).click()

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
  test(`axe finds nothing in any view, ${theme.toLowerCase()}`, async ({ page }) => {
    test.setTimeout(120_000)
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
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await findings(page), 'palette').toEqual([])
  })
}
