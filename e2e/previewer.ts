/** The viewer as somebody uses it, in either language. */
import type { FrameLocator, Page } from '@playwright/test'
import { expect } from './journey.ts'
import { type Language, words } from './words.ts'

export function previewer(page: Page, language: Language = 'en') {
  const t = words(language)
  const dialog = page.getByRole('dialog')
  const button = (key: string) => dialog.getByRole('button', { name: t(`preview.${key}`), exact: true })
  const frame: FrameLocator = dialog.frameLocator('iframe')
  return {
    t,
    dialog,
    frame,
    next: button('next'),
    previous: button('previous'),
    close: button('close'),
    larger: button('zoomIn'),
    smaller: button('zoomOut'),
    picture: dialog.locator('img').last(),
    /** Somewhere in a list of files. */
    opener: (name: string) => page.getByRole('button', { name: t('download.preview', { name }), exact: true }),
    /** Which file is in sight, and that it has been drawn. */
    shows: async (name: string) => {
      await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(name)
      await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
      await expect(dialog.getByRole('alert')).toHaveCount(0)
    },
  }
}
