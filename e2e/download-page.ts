/** The download page as a recipient uses it, in either language. */
import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'
import { type Language, words } from './words.ts'

export function downloadPage(page: Page, language: Language = 'en') {
  const t = words(language)
  const article = page.getByRole('article')
  return {
    page,
    t,
    article,
    heading: page.getByRole('heading', { level: 1 }),
    files: page.getByLabel(t('download.files'), { exact: true }),
    /** Of the tree; of a long one only those in sight exist. */
    rows: article.getByRole('row'),
    row: (name: string): Locator => article.getByRole('row').filter({ hasText: name }),
    search: article.getByRole('searchbox'),
    /** The one whose name says how much it is. */
    primary: article.locator('a, button:not([aria-expanded])').filter({ hasText: / · / }),
    file: (name: string): Locator => article.getByRole('link', { name: t('download.downloadFile', { name }), exact: true }),
    folder: (name: string): Locator => article.getByRole('button', { name: t('download.downloadFolder', { name }), exact: true }),
    open: (name: string): Locator => article.getByRole('button', { name: t('download.showFolder', { name }), exact: true }),
    box: (name: string): Locator => article.getByRole('checkbox', { name: t('download.choose', { name }), exact: true }),
  }
}

/** What a click brings: the name that the browser saves it under, the bytes, and their address. */
export async function download(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer; url: string }> {
  const started = page.waitForEvent('download')
  await click()
  const saved: Download = await started
  expect(await saved.failure()).toBeNull()
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()), url: saved.url() }
}
