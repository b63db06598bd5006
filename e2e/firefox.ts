/** Firefox as Debian has it (`firefox-esr`), driven over WebDriver BiDi, which needs no driver beside it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import puppeteer, { type Page } from 'puppeteer-core'
import type { Language } from './words.ts'

const locales: Record<Language, string> = { en: 'en-US, en', zh: 'zh-CN, zh' }

type Firefox = { page: Page; downloads: string; close: () => Promise<void> }

/** A window of its own profile; errors of the console and of the page, broken policies among them, go to `heard`. */
export async function openFirefox(language: Language, heard: string[]): Promise<Firefox> {
  const downloads = await mkdtemp(path.join(tmpdir(), 'sampan-firefox-'))
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: {
      'intl.accept_languages': locales[language],
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
    },
  })
  const page = await browser.newPage()
  page.on('console', (message) => void (message.type() === 'error' && heard.push(message.text())))
  page.on('pageerror', (error) => void heard.push(String(error)))
  return {
    page,
    downloads,
    close: async () => {
      await browser.close()
      await rm(downloads, { recursive: true, force: true })
    },
  }
}
