/** What every page has to be, in either theme: without an axe violation, and no wider than the screen. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** All that a theme can change. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** The page stays as it is meanwhile. */
export async function expectGood(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForFunction(
      (scheme) =>
        document.documentElement.dataset.theme === scheme &&
        document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
      colorScheme,
      // By the clock: a page that rests without a screen may draw no frame until something asks for one.
      { polling: 50 },
    )
    const axe = new AxeBuilder({ page })
    const { violations } = await (colorScheme === 'light' ? axe.withTags(standards) : axe.withRules(rulesOfColour)).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`,
    )
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([])
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect.soft(overflow, `${what}: wider than the screen by`).toBeLessThanOrEqual(0)
}
