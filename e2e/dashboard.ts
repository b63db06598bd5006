/** The dashboard as a person uses it, in either language. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'
import { type Language, words } from './words.ts'

export function dashboard(page: Page, language: Language = 'en') {
  const t = words(language)
  const rows = page.getByRole('list', { name: t('dash.transfers'), exact: true }).getByRole('listitem')
  const menuOf = (name: string): Locator => page.getByRole('button', { name: t('dash.actions', { name }), exact: true })
  return {
    page,
    t,
    rows,
    row: (name: string): Locator => rows.filter({ hasText: name }),
    search: page.getByRole('searchbox'),
    filter: (key: string): Locator => page.getByRole('button', { name: new RegExp(`^${t(`dash.${key}`)}\\s*\\d`) }),
    undo: page.getByRole('button', { name: t('dash.undo'), exact: true }),
    message: (text: string): Locator => page.getByRole('status').getByText(text, { exact: true }),
    menuOf,
    openHome: async () => {
      await page.goto('/dash')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
    /** With everything that was sent. */
    open: async () => {
      await page.goto('/dash/transfers')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
    choose: async (name: string, action: string) => {
      await menuOf(name).click()
      await page.getByRole('menuitem', { name: t(`dash.${action}`), exact: true }).click()
    },
    openAccount: async (name: string) => {
      await page.getByRole('button', { name: t('dash.accountOf', { name }) }).click()
      return page.getByRole('region', { name: t('dash.account'), exact: true })
    },
  }
}
