/** The send card in a browser without instruments: from chosen files to the moment when bytes flow. */
import { codeIn, expect, someone } from '../journey.ts'
import type { Server } from '../server.ts'
import type { PlainPage } from './plain-browser.ts'

/** Through the code; the answer is the sender's and the reader's address. */
export async function startPlainSend(page: PlainPage, server: Server): Promise<{ sender: string; reader: string }> {
  const [sender, reader] = [someone('sender'), someone('reader')]
  await page.type('input[name=recipients]', reader)
  await page.press('Enter')
  await page.type('input[name=email]', sender)
  await page.click('section[aria-labelledby=send-card] button[type=submit]')
  await page.waitFor(`document.querySelector('input[autocomplete=one-time-code]')`)
  await expect.poll(async () => (await server.mailsTo(sender)).length, 'the mail with the code').toBeGreaterThan(0)
  await page.type('input[autocomplete=one-time-code]', codeIn((await server.mailsTo(sender)).at(-1)!))
  await page.click('section[aria-labelledby=send-card] button[type=submit]')
  return { sender, reader }
}

/** A page of the site wakes when somebody is at it, and not at the empty one that a new tab has before it. */
export async function openHome(page: PlainPage): Promise<void> {
  await page.waitFor(`location.protocol !== 'about:' && document.readyState === 'complete'`)
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 2, y: 2 })
  await page.waitFor(`document.documentElement.dataset.awake === ''`)
}

export const heading = `document.querySelector('section[aria-labelledby=send-card] h2')?.textContent`
