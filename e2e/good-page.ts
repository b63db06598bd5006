/**
 * What every page has to be: no wider than the screen, and in the long suite in either theme without an axe violation, whose search
 * takes seconds.
 */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** All that a theme can change. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** Where the page happens to stand, what is pinned to the screen's edge covers a part of something that a scroll brings out. */
const isHalfUnderABar = (summary = '') => /partially obscured/.test(summary)

/** What a page has not drawn yet because it is far below has the colours of before until it comes into sight; axe asks for them earlier. */
function showAll(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets = [sheet]
}

/** The page stays as it is meanwhile. */
export async function expectGood(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const colorScheme of test.info().config.metadata.isThorough ? (['light', 'dark'] as const) : []) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForFunction(
      (scheme) =>
        document.documentElement.dataset.theme === scheme &&
        document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
      colorScheme,
      // By the clock: a page that rests without a screen may draw no frame until something asks for one.
      { polling: 50 },
    )
    await page.evaluate(showAll)
    const axe = new AxeBuilder({ page })
    const { violations } = await (colorScheme === 'light' ? axe.withTags(standards) : axe.withRules(rulesOfColour)).analyze()
    const found = violations
      .map(({ id, nodes }) => ({
        id,
        nodes: nodes.filter((node) => !(id === 'target-size' && isHalfUnderABar(node.failureSummary))),
      }))
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`)
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([])
  }
  await expectToFit(page, what)
}

/** Nothing of it is to be scrolled to sideways. */
export async function expectToFit(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect.soft(overflow, `${what}: wider than the screen by`).toBeLessThanOrEqual(0)
}
