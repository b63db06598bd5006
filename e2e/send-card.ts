/** The send card as a person uses it, in either language. */
import type { Locator, Page } from '@playwright/test'
import { codeIn, expect } from './journey.ts'
import { openPage } from './open-page.ts'
import type { Server } from './server.ts'
import { type Language, words } from './words.ts'

export function sendCard(page: Page, server: Server, language: Language = 'en') {
  const t = words(language)
  const card = page.locator('section[aria-labelledby=send-card]')
  const button = (name: string): Locator => card.getByRole('button', { name, exact: true })
  const recipients = card.getByLabel(t('send.emailTo'), { exact: true })
  return {
    page,
    server,
    t,
    card,
    button,
    recipients,
    chips: card.getByRole('list', { name: t('send.recipients') }).getByRole('listitem'),
    sender: card.getByLabel(t('send.sender'), { exact: true }),
    message: card.getByLabel(t('send.message'), { exact: true }),
    /** The switch on top. */
    sendAs: (how: 'byEmail' | 'byLink') => card.getByRole('radio', { name: t(`send.${how}`), exact: true }),
    options: card.getByRole('button', { name: new RegExp(`^${t('send.options')}`) }),
    files: card.getByLabel(t('send.files'), { exact: true }),
    fileInput: card.locator('input[name=files]'),
    folderInput: card.locator('input[name=folder]'),
    send: card.locator('button[type=submit]'),
    why: card.locator('#why-not'),
    code: card.getByLabel(t('send.code'), { exact: true }),
    heading: card.getByRole('heading', { level: 2 }),
    progress: card.getByRole('progressbar'),
    open: (origin = '') => openPage(page, origin + (language === 'zh' ? '/zh/' : '/')),
    addPeople: async (...people: string[]) => {
      for (const email of people) {
        await recipients.fill(email)
        await recipients.press('Enter')
      }
    },
  }
}
export type SendCard = ReturnType<typeof sendCard>

/** From a filled form to the arrival. */
export async function sendWithCode(card: SendCard, sender: string): Promise<void> {
  await card.send.click()
  await enterCode(card, sender)
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
}

export async function enterCode(card: SendCard, sender: string): Promise<void> {
  await expect(card.code).toBeVisible()
  await expect.poll(async () => (await card.server.mailsTo(sender)).length, 'the mail with the code').toBeGreaterThan(0)
  const code = codeIn((await card.server.mailsTo(sender)).at(-1)!)
  await card.code.fill(code)
  await card.button(card.t('send.verify')).click()
}
