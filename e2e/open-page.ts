import type { Page, Response } from '@playwright/test'
import { expect } from './journey.ts'

/** The page is hydrated once the theme choice shows which one is in force: until then the server's own text stands there. */
export async function openPage(page: Page, address: string): Promise<Response | null> {
  const reply = await page.goto(address)
  await expect(page.locator('input[name=theme]:checked')).toHaveCount(1)
  return reply
}
