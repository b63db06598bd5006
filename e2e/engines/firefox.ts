/** Firefox as Debian has it (`firefox-esr`), driven over WebDriver BiDi, which needs no driver beside it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import puppeteer, { type ElementHandle } from 'puppeteer-core'
import type { OpenEngine } from './engine.ts'

const locales = { en: 'en-US, en', zh: 'zh-CN, zh' }

/** A window of its own profile, with a microphone that hums. */
export const openFirefox: OpenEngine = async (language, heard) => {
  const downloads = await mkdtemp(path.join(tmpdir(), 'sampan-firefox-'))
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: {
      'intl.accept_languages': locales[language],
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      'media.autoplay.default': 0,
    },
  })
  const page = await browser.newPage()
  page.on('console', (message) => void (message.type() === 'error' && heard.push(message.text())))
  page.on('pageerror', (error) => void heard.push(String(error)))
  page.on('dialog', (dialog) => void dialog.accept())
  // A broken policy is no message of the page's console in Firefox.
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy ${event.effectiveDirective}: ${event.blockedURI}`),
    )
  })
  const find = async (place: string): Promise<ElementHandle<HTMLElement>> => {
    const found = await page.$(`::-p-xpath(${place})`)
    if (!found) throw new Error(`nothing at ${place}`)
    return found as ElementHandle<HTMLElement>
  }
  return {
    downloads,
    goTo: async (address) => void (await page.goto(address)),
    run: (what, ...given) => page.evaluate(what as never, ...given) as never,
    click: async (place) => (await find(place)).click(),
    type: async (place, text) => (await find(place)).type(text),
    chooseFiles: async (place, paths) => ((await find(place)) as unknown as ElementHandle<HTMLInputElement>).uploadFile(...paths),
    close: async () => {
      await browser.close()
      await rm(downloads, { recursive: true, force: true })
    },
  }
}
