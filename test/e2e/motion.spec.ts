// Less motion, wished for by the system or in Settings: nothing in the window moves by itself.
import type { Page } from '@playwright/test'
import { expect, test } from './launch.ts'
import { generate, omnibar, useBuiltInEngine } from './the-app.ts'

/** What has an animation or a transition of any length, or runs one now. */
const moving = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isLong = (times: string): boolean => times.split(',').some((time) => Number.parseFloat(time) > 0)
    const styled = [...document.querySelectorAll('*')].flatMap((element) =>
      [null, '::before', '::after'].flatMap((pseudo) => {
        const { animationName, animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(
          element,
          pseudo,
        )
        const isAnimated = animationName !== 'none' && isLong(animationDuration)
        return isAnimated || isLong(transitionDuration) || scrollBehavior === 'smooth'
          ? [`${element.tagName} ${element.className} ${pseudo ?? ''}`]
          : []
      }),
    )
    return [...styled, ...document.getAnimations().map((animation) => `runs: ${animation.id}`)]
  })

/** Every view, a menu, a dialog and a notice. */
async function walk(page: Page, look: (where: string) => Promise<void>): Promise<void> {
  await generate(page, 'church bell', 1)
  await look('library')
  await omnibar(page).fill('church')
  await look('omnibar')
  await omnibar(page).fill('')
  const views = await page.getByRole('navigation', { name: 'Views' }).locator('li').count()
  for (let index = 1; index <= views; index++) {
    await page.keyboard.press(`Control+${index}`)
    await look(`view ${index}`)
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('palette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'Diagnostics' }).click()
  await page.getByRole('button', { name: 'Copy diagnostics' }).click()
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('copied')
  await look('notice')
}

test('nothing moves where the system asks for less motion', async ({ page }) => {
  test.setTimeout(120_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await useBuiltInEngine(page)
  await walk(page, async (where) => expect(await moving(page), where).toEqual([]))
})

test('nothing moves where Settings say so, and what moves otherwise is found by this test', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await useBuiltInEngine(page)
  expect(await moving(page)).not.toEqual([])
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'Appearance' }).click()
  await page.getByRole('radiogroup', { name: 'Motion' }).getByText('None').click()
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'reduced')
  await page.keyboard.press('Control+1')
  await walk(page, async (where) => expect(await moving(page), where).toEqual([]))
})
