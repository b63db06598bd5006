/** Whether the page holds the screen awake: a headless browser has no screen to hold. */
import type { Page } from '@playwright/test'

export async function watchWakeLock(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const request = async () => {
      Object.assign(window, { isAwake: true })
      return { released: false, release: async () => void Object.assign(window, { isAwake: false }) }
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
  })
  return () => page.evaluate(() => (window as unknown as { isAwake?: boolean }).isAwake ?? false)
}
