// What the specs do again and again in the window, in a person's words.
import { type ElectronApplication, expect, type Page } from '@playwright/test'

/** Past the first run, with the built-in engine answering. */
export async function useBuiltInEngine(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use the built-in engine' }).click()
  await expect(omnibar(page)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Account' }).getByText('not metered')).toBeVisible()
}

/** By its name in the sidebar. */
export const openView = (page: Page, view: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: view }).click()
export const omnibar = (page: Page) => page.getByRole('combobox', { name: 'Describe a sound, or search' })
export const table = (page: Page) => page.getByRole('grid', { name: 'Sounds' })
export const soundRows = (page: Page, name: RegExp) => table(page).getByRole('row', { name })

/** The row of a job, which is there once the app has stored what it sends. */
export const jobRow = (page: Page, name: string) => soundRows(page, new RegExp(`${name}.*quoted`, 'i'))

/** Types a prompt, waits for the quote, generates and waits until every take is a row. */
export async function generate(page: Page, prompt: string, takes: number): Promise<void> {
  await omnibar(page).fill(prompt)
  await page
    .getByRole('group', { name: 'Takes' })
    .or(page.getByRole('radiogroup', { name: 'Takes' }))
    .getByText(String(takes), { exact: true })
    .click()
  await expect(page.getByRole('button', { name: /^Generate/ })).toBeEnabled()
  await omnibar(page).press('Control+Enter')
  await omnibar(page).fill('')
  await expect(soundRows(page, new RegExp(prompt, 'i'))).toHaveCount(takes)
}

/** Drops a file of the disk onto the view that stands. */
export async function dropFile(page: Page, path: string): Promise<void> {
  const input = await page.evaluateHandle(() => {
    const made = document.createElement('input')
    made.type = 'file'
    return made
  })
  await input.setInputFiles(path)
  const dataTransfer = await page.evaluateHandle((chosen) => {
    const transfer = new DataTransfer()
    const [file] = chosen.files ?? []
    if (file !== undefined) transfer.items.add(file)
    return transfer
  }, input)
  const view = page.getByRole('main')
  await view.dispatchEvent('dragover', { dataTransfer })
  await view.dispatchEvent('drop', { dataTransfer })
}

/** The player's measured level in dBFS, from its AnalyserNode. */
export async function levelDb(page: Page): Promise<number> {
  const text = await page.getByRole('region', { name: 'Player' }).getAttribute('data-level-db')
  return text === null || text === '' ? Number.NEGATIVE_INFINITY : Number(text)
}

/** Where a window stands, in pixels of the screen. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const placeWindow = (app: ElectronApplication, place: Place): Promise<void> =>
  app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), place)
