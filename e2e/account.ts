/** The screens of accounts as a person uses them, in either language. */
import type { Page } from '@playwright/test'
import { codeIn, expect } from './journey.ts'
import { openPage } from './open-page.ts'
import type { Server } from './server.ts'
import { type Language, type Words, words } from './words.ts'

export const password = 'over the 7 seas'

export function account(page: Page, language: Language) {
  const t = words(language)
  const window = page.getByRole('dialog')
  return {
    page,
    t,
    window,
    path: (name: string) => (language === 'zh' ? `/zh/${name}` : `/${name}`),
    home: language === 'zh' ? '/zh/' : '/',
    signUp: page.getByRole('banner').getByRole('link', { name: t('shell.signUp'), exact: true }),
    logIn: page.getByRole('banner').getByRole('link', { name: t('shell.logIn'), exact: true }),
    email: page.getByRole('textbox', { name: t('account.email'), exact: true }),
    password: page.getByLabel(t('account.password'), { exact: true }),
    code: window.getByLabel(t('account.code'), { exact: true }),
    button: (name: string) => window.getByRole('button', { name: t(`account.${name}`), exact: true }),
    submit: page.locator('form button[type=submit]'),
    open: (path: string) => openPage(page, path),
  }
}
export type Screens = ReturnType<typeof account>

export async function fillDetails(at: Screens, email: string, secret = password): Promise<void> {
  await at.email.fill(email)
  await at.password.fill(secret)
  await at.button('goOn').click()
}

/** Past the dialog that greets a new account; the call under way would end with the page. */
export async function greetLater(page: Page, t: Words): Promise<void> {
  const kept = page.waitForResponse(/\/updateProfile$/)
  await page.getByRole('button', { name: t('dash.later'), exact: true }).click()
  await kept
}

export async function signUp(at: Screens, server: Server, email: string): Promise<void> {
  await fillDetails(at, email)
  await expect(at.code).toBeFocused()
  await expect.poll(async () => (await server.mailsTo(email)).length, 'the mail with the code').toBeGreaterThan(0)
  await at.code.fill(codeIn((await server.mailsTo(email)).at(-1)!))
  await at.button('create').click()
}
