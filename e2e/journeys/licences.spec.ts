/** Licence codes from the operator's command to the plan that they give, in either language. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { account, password, signUp } from '../account.ts'
import { expectGood } from '../good-page.ts'
import { expect, someone, test } from '../journey.ts'
import type { Server } from '../server.ts'
import { signIn } from '../signed-in.ts'
import type { Language } from '../words.ts'

const sampan = path.resolve(import.meta.dirname, '../../sampan')
let batches = 0

/** As an operator makes them, beside the running server. */
const makeCodes = ({ dataDir }: Server, count: number): string[] =>
  execFileSync(sampan, ['codes', 'make', String(count), '--batch', `journey-${++batches}`], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .trim()
    .split('\n')

function licences(page: Page, language: Language) {
  const at = account(page, language)
  const { t } = at
  const card = page.getByRole('region', { name: t('licences.cardTitle'), exact: true })
  return {
    ...at,
    card,
    address: at.path('appsumoforever'),
    input: (number: number) => card.getByLabel(t('licences.code', { number }), { exact: true }),
    locked: (number: number) => card.getByLabel(t('licences.codeActivated', { number }), { exact: true }),
    goOn: card.getByRole('button', { name: t('licences.goOn'), exact: true }),
    count: (number: number) => card.getByText(t('licences.activated', { number, max: 8 }), { exact: true }),
    /** Several at once, as they are copied from a mail. */
    paste: (number: number, text: string) =>
      card.getByLabel(t('licences.code', { number }), { exact: true }).evaluate((input, copied) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', copied)
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text),
  }
}

for (const [language, width] of [
  ['en', 1440],
  ['zh', 390],
] as const) {
  test.describe(() => {
    test.use({ locale: language === 'zh' ? 'zh-CN' : 'en-US', viewport: { width, height: 900 } })

    test(`P6 A1 ${language} a new person types codes, signs up over the page, and stacks them up to the eighth`, async ({
      page,
      server,
      complaints,
    }) => {
      // Two screens are judged in both themes, and a whole account is made.
      complaints.expectFailed(/upgradeAppSumo/)
      const codes = makeCodes(server, 8)
      const [first, second] = codes as [string, string]
      const at = licences(page, language)
      await at.open(at.address)
      await expect(at.count(0)).toBeVisible()
      await expect(at.goOn).toBeDisabled()
      await at.input(1).fill(first.toLowerCase())
      await at.input(3).fill(second.replaceAll('-', ''))
      await expect(at.input(3)).toHaveValue(second)
      if (language === 'en') await at.goOn.click()
      else {
        // By the log-in, where it turns out that there is no account yet.
        await at.card.getByRole('link', { name: at.t('account.logIn'), exact: true }).click()
        await page.getByRole('link', { name: at.t('account.createOne'), exact: true }).click()
      }
      // The log-in has fields of the same names.
      await expect(at.window).toBeVisible()
      await signUp(at, server, someone('lifetime'))
      await expect(at.window).toBeHidden()
      await expect(page).toHaveURL(at.address)
      await expect(at.input(1)).toHaveValue(first)
      await at.goOn.click()
      await expect(at.count(2)).toBeVisible()
      await expect(at.card).toContainText(at.t('licences.done', { role: at.t('roles.pro') }))
      for (const [number, code] of [
        [1, first],
        [2, second],
      ] as const) {
        await expect(at.locked(number)).toHaveValue(`•••••-•••••-•••••-•${code.slice(-4)}`)
        await expect(at.locked(number)).not.toBeEditable()
      }

      // What is not right stays where it is; nothing of the call is activated.
      await at.input(3).fill(codes[2]!)
      await at.input(4).fill('00000-00000-00000-00000')
      await at.goOn.click()
      const refusal =
        language === 'en' ? 'Code(s) are invalid! Reach out to support@sampan.test' : '授权码无效！请联系 support@sampan.test'
      await expect(at.card).toContainText(refusal)
      await expect(at.count(2)).toBeVisible()
      await expect(at.input(3)).toHaveValue(codes[2]!)
      await at.input(4).fill(codes[2]!)
      await at.goOn.click()
      await expect(at.input(4)).toBeFocused()
      await expectGood(page, 'refused')

      await page.reload()
      await expect(at.count(2)).toBeVisible()
      await expect(at.input(3)).toHaveValue(codes[2]!)
      await at.input(4).fill('')
      await at.paste(4, `Your codes:\n${codes.slice(3).join('\n')}`)
      await expect(at.input(8)).toHaveValue(codes[7]!)
      await expect(at.card).toContainText(at.t('licences.willGive', { role: at.t('roles.teamelite') }))
      await at.goOn.click()
      await expect(at.count(8)).toBeVisible()
      await expect(at.card).toContainText(at.t('licences.maximum', { max: 8 }))
      await expect(at.goOn).toHaveCount(0)
      await expectGood(page, 'maximum')
    })
  })
}

test('P6 A2 who has an account logs in instead and finds what was typed; a code of somebody else is refused', async ({
  page,
  server,
  guest,
  complaints,
}) => {
  complaints.expectFailed(/upgradeAppSumo|combinedAuth/)
  const [code, other] = makeCodes(server, 2) as [string, string]
  const owner = await signIn((await guest()).context(), server)
  await owner.browser.withAccess('POST', '/api/appSumo/upgradeAppSumo', { codes: [other] })
  const email = someone('back')
  await owner.browser.signUp(email, password)
  const at = licences(page, 'en')
  await at.open(at.address)
  await at.input(1).fill(code)
  await at.goOn.click()
  await at.window.getByRole('link', { name: at.t('account.logIn'), exact: true }).click()
  await expect(page).toHaveURL(/\/login\?next=/)
  await at.email.fill(email)
  await at.password.fill(password)
  await at.submit.click()
  await expect(page).toHaveURL('/appsumoforever')
  await expect(at.card).toContainText(at.t('licences.forAccount', { email }))
  await at.input(2).fill(other)
  await at.goOn.click()
  await expect(at.card).toContainText('Code(s) are invalid!')
  await at.input(2).fill('')
  await at.goOn.click()
  await expect(at.locked(1)).toBeVisible()
  await at.card.getByRole('link', { name: at.t('licences.toDash') }).click()
  await expect(page).toHaveURL('/dash')
})
