import type { Page, Response } from '@playwright/test'
import { expect } from './journey.ts'

/** A page of the site wakes when somebody is at it; until a page is awake, what the build or the server has written stands there. */
export async function wake(page: Page): Promise<void> {
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
  await expect(page.locator('html[data-awake]')).toHaveCount(1)
}

export async function openPage(page: Page, address: string): Promise<Response | null> {
  const reply = await page.goto(address)
  await wake(page)
  return reply
}
