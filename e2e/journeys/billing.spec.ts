/** From the prices to a trial, past its end to a paid plan, past a payment that fails back to the free plan; on the sandbox's cards and clock. */
import type { Page } from '@playwright/test'
import type { BillingView } from '../../packages/contract/src/routes/billing.ts'
import { formatDate, formatPrice } from '../../packages/texts/src/format.ts'
import { account, greetLater, signUp } from '../account.ts'
import { dashboard } from '../dashboard.ts'
import { expectGood } from '../good-page.ts'
import { expect, inGate, someone, test } from '../journey.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 }, price: '$29', reminder: /trial ends/ },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 }, price: 'US$29', reminder: /试用将于.*结束/ },
] as const

const declined = '4000 0000 0000 0002'
const good = '4242 4242 4242 4242'
const asks = '4000 0025 0000 3155'
const failsLater = '4000 0000 0000 0341'

function billingScreens(page: Page, t: ReturnType<typeof words>) {
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true })
  return {
    button,
    heading: (key: string, slots = {}) => page.getByRole('heading', { name: t(key, slots), exact: true }),
    use: (number: string) => page.getByRole('button', { name: `${t('billing.testUse')}: ${number}` }).click(),
    /** Until the clock says that it has moved anew. */
    passTime: async (key: string) => {
      const moved = page.waitForResponse((reply) => reply.url().endsWith('/api/sandbox/clock') && reply.ok())
      await button(key).click()
      await moved
    },
    main: page.locator('main'),
  }
}

for (const { language, locale, viewport, price, reminder } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })

    test(`P1 P2 P4 P5 Q16 I1 a week for nothing, free, a declined card, a paid month, payments that fail, a paid one, and free again (${language})`, async ({
      page,
      server,
      complaints,
    }) => {
      // Weeks go by in steps of a day, each with all that the server does on one.
      complaints.expectFailed(/\/(?:addCard|create-subscription|newsignupverify|refreshToken|billing\/details)$/)
      const at = account(page, language)
      const { t } = at
      const screen = billingScreens(page, t)
      const pro = t('roles.pro')
      const email = someone('captain')
      await at.open(at.path('pricing'))
      await expect(page).toHaveTitle(t('plans.page'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('plans.visitor'))
      await expect(screen.main).toContainText(t('plans.quickly'))
      await expect(screen.main).toContainText(t('plans.testMode'))
      await expect(page.getByRole('radio', { name: t('plans.yearly') })).toBeChecked()
      await expectGood(page, 'prices')
      // The public page cuts off what is wider than itself.
      const compared = await page.getByRole('region', { name: t('plans.compare'), exact: true }).boundingBox()
      expect.soft(compared?.width, 'the comparison scrolls in its own box').toBeLessThanOrEqual(viewport.width)
      await page.getByRole('radio', { name: t('plans.monthly') }).check()
      await page.getByRole('button', { name: `${t('plans.try')}: ${pro}` }).click()

      await expect(at.window).toContainText(t('account.signUpPlan', { role: pro }))
      await signUp(at, server, email)
      await greetLater(page, t)
      await page.goto('/dash/account/billing')
      await expect(screen.heading('roles.pro')).toBeVisible()
      await expect(screen.main).toContainText(t('billing.trialLeft', { count: 7 }))
      await expect(screen.main).toContainText(t('plans.testMode'))
      await expectGood(page, 'billing, trial')
      await page.goto('/dash/plans')
      const ofPro = (key: string) => page.getByRole('button', { name: `${t(`plans.${key}`)}: ${pro}`, exact: true })
      await expect(ofPro('current')).toBeDisabled()
      await expect(page.getByRole('radio', { name: t('plans.monthly') })).toBeChecked()
      await expectGood(page, 'plans in the dashboard')
      await page.getByRole('radio', { name: t('plans.yearly') }).check()
      await expect(ofPro('switch')).toBeEnabled()
      await expect(screen.main.getByText(t('plans.own_monthly'))).toHaveCount(1)
      await page.goto('/dash/account/billing')

      await screen.passTime('billing.clockWeek')
      await screen.passTime('billing.clockDay')
      await expect(screen.heading('billing.owedTitle')).toBeVisible()
      await expect(screen.button('billing.addPayment').first()).toBeVisible()
      const subjects = async () => (await server.mailsTo(email)).map(({ subject }) => subject ?? '')
      await expect.poll(async () => (await subjects()).some((subject) => reminder.test(subject)), 'the mail of day 5').toBe(true)
      await page.goto('/dash/send')
      await expect(screen.main).toContainText(t('send.limitTrial'))
      await expect(screen.main).toContainText(t('send.limitTrialText'))
      await expectGood(page, 'limit, trial')
      const freed = page.waitForResponse('**/api/billing/free')
      await screen.button('send.continueFree').click()
      expect((await freed).status()).toBe(200)
      await expect(
        page
          .getByRole('heading', { name: t('send.card') })
          .or(page.getByText(t('send.drop')))
          .first(),
      ).toBeVisible()

      await page.goto('/dash/plans?role=pro&period=monthly')
      await expect(screen.main).toContainText(t('plans.testMode'))
      const pay = page.getByRole('button', { name: t('billing.pay', { price }), exact: true })
      await pay.click()
      await expect(screen.main).toContainText(t('billing.cardWrongNumber'))
      await screen.use(declined)
      await pay.click()
      await expect(page.getByRole('alert').filter({ hasText: language === 'en' ? 'declined' : '拒绝' })).toBeVisible()
      await expectGood(page, 'card, declined')
      await screen.use(good)
      await pay.click()
      await expect(page).toHaveURL('/thankyou')
      await expect(screen.main).toContainText(t('plans.testMode'))
      await page.goto('/dash/account/billing')
      await expect(screen.main).toContainText(t('billing.status_active'))
      await expect(screen.main).toContainText(t('billing.cardIs', { brand: 'Visa', last4: '4242' }))
      const pdf = page.waitForEvent('download')
      await page
        .getByRole('button', { name: t('billing.pdf'), exact: false })
        .first()
        .click()
      expect((await pdf).suggestedFilename()).toMatch(/\.pdf$/)

      const fields = (key: string) => page.getByLabel(t(`billing.${key}`), { exact: true })
      await expect(screen.main).toContainText(t('billing.onInvoicesNone'))
      await screen.button('billing.onInvoicesAdd').click()
      await fields('company').fill('Reed Boats GmbH')
      await fields('city').fill('Hamburg')
      await fields('taxNumber').fill('DE12')
      await screen.button('billing.onInvoicesSave').click()
      await expect(fields('country')).toBeFocused()
      await fields('country').selectOption('DE')
      await screen.button('billing.onInvoicesSave').click()
      await expect(fields('taxNumber')).toBeFocused()
      await expect(screen.main).toContainText(t('billing.taxNumberWrong'))
      await expectGood(page, 'on your invoices, refused')
      await fields('taxNumber').fill('DE 123 456 789')
      await screen.button('billing.onInvoicesSave').click()
      await expect(screen.main).toContainText(t('billing.onInvoicesSaved'))
      await expect(screen.main).toContainText(t('billing.taxNumberIs', { number: 'DE 123 456 789' }))

      await screen.button('billing.changeCard').click()
      await screen.use(failsLater)
      await screen.button('billing.saveCard').click()
      await expect(screen.main).toContainText(t('billing.cardIs', { brand: 'Visa', last4: '0341' }))
      await screen.passTime('billing.clockMonth')
      await expect(screen.heading('billing.owedTitlePaid')).toBeVisible()
      await expect(screen.main).toContainText(t('billing.owedRetried'))
      await expectGood(page, 'billing, payment missing')
      await page.goto('/dash/transfers')
      await expect(page.getByRole('link', { name: t('billing.payOwed', { price }), exact: true })).toBeVisible()
      await expectGood(page, 'a payment is missing, over every page')
      await page.goto('/dash/send')
      await expect(screen.main).toContainText(t('send.limitUnpaid'))
      await page.getByRole('link', { name: t('send.addPayment'), exact: true }).click()
      await screen.passTime('billing.clockWeek')
      await screen.passTime('billing.clockWeek')
      await expect(screen.main).toContainText(t('billing.owedGivenUp'))
      await screen.use(good)
      await page.getByRole('button', { name: t('billing.payOwed', { price }), exact: true }).click()
      await expect(screen.main).toContainText(t('billing.status_active'))
      await expect(screen.heading('billing.owedTitlePaid')).toHaveCount(0)

      await screen.button('billing.cancelPlan').click()
      await screen.button('billing.cancelYes').click()
      await expect(screen.main).toContainText(t('billing.statusEnding'))
      await screen.passTime('billing.clockMonth')
      await expect(screen.main).toContainText(t('billing.freePlan'))
    })
  })
}

test.describe('in one language', () => {
  test(
    'P1 P2 P3 from the free plan to a paid one that the bank asks about, on to another, cancelled and kept',
    inGate(),
    async ({ page, context, server }) => {
      const t = words('en')
      const screen = billingScreens(page, t)
      await signIn(context, server)
      await page.goto('/pricing?sender=Anna')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('plans.sender', { sender: 'Anna' }))
      await expect(screen.main).toContainText('You can too!')
      await page.goto('/dash/plans')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're on the Free plan")
      await expect(screen.main).toContainText('Upgrade your plan')
      await expectGood(page, 'plans in the dashboard')
      await page.getByRole('button', { name: 'Try for a week: Personal' }).click()
      await screen.button('billing.payNow').click()
      await screen.use(asks)
      await page.getByRole('button', { name: t('billing.pay', { price: '$108' }) }).click()
      await expect(screen.heading('billing.confirmTitle')).toBeFocused()
      await expectGood(page, 'the bank asks')
      await screen.button('billing.confirmYes').click()
      await expect(page).toHaveURL('/thankyou')
      await expect(screen.main).toContainText(t('billing.thanksPlan', { role: 'Personal' }))
      await expectGood(page, 'thanks')

      await page.goto('/pricing')
      await expect(page.getByRole('button', { name: 'Current plan: Personal' })).toBeDisabled()
      await expect(screen.main).toContainText('Upgrade to Business')
      await page.getByRole('button', { name: 'Switch: Business' }).click()
      await expect(screen.main).toContainText(t('billing.dueNow'))
      await expectGood(page, 'switch')
      await page.getByRole('button', { name: /^Switch for \$4\d\d/ }).click()
      await expect(page).toHaveURL('/dash/account/billing')
      await expect(screen.heading('roles.business')).toBeVisible()

      await screen.button('billing.cancelPlan').click()
      await screen.button('billing.cancelYes').click()
      await expect(screen.main).toContainText(t('billing.statusEnding'))
      await screen.button('billing.resume').click()
      await expect(screen.button('billing.cancelPlan')).toBeVisible()
    },
  )

  test('P3 A5 a discount, a credit and a plan that rests are told as they are: what is charged next, when, and that nothing is sold', async ({
    page,
    context,
    server,
  }) => {
    const t = words('en')
    const screen = billingScreens(page, t)
    const { browser } = await signIn(context, server)
    const session = await browser.withAccess('POST', '/api/stripe/createCheckoutSession', { price_id: 'sampan_pro_monthly' })
    const paid = { ...session.json, paymentMethodId: 'pm_card_visa', promotionCode: 'TEST20' }
    expect((await browser.withAccess('POST', '/api/sandbox/checkout', paid)).status).toBe(200)
    const billing: BillingView = (await browser.withAccess('GET', '/api/billing')).json
    const date = (time: number | null) => formatDate(new Date(time ?? 0), 'en')
    await page.goto('/dash/account/billing')
    const plan = page.getByRole('region', { name: 'Pro', exact: true })
    await expect(plan.locator('s')).toHaveText('$29')
    await expect(plan).toContainText('$23.20 a month')
    const until = date(billing.discount?.redeemBy ?? null)
    await expect(plan).toContainText(t('billing.discountUntil', { name: 'Test discount', date: until }))
    await expect(plan).toContainText(t('billing.renews', { date: date(billing.renewsAt), price: '$23.20' }))
    await expectGood(page, 'billing, discount')
    await page.goto('/dash/plans?role=business&period=monthly')
    await expect(page.locator('main header')).toContainText('$69 $55.20 a month')
    await expect(page.locator('main header s')).toHaveText('$69')

    const priceId = 'sampan_personal_monthly'
    const { prorationDate } = (await browser.withAccess('POST', '/api/billing/preview', { priceId })).json
    const switched = await browser.withAccess('POST', '/api/billing/switch', { priceId, prorationDate })
    const price = formatPrice(switched.json.billing.creditCents, 'en')
    await page.goto('/dash/account/billing')
    await expect(screen.main).toContainText(t('billing.creditLeft', { price }))
    await expect(screen.main).toContainText(t('billing.renews', { date: date(billing.renewsAt), price: '$0' }))
    await screen.button('billing.cancelPlan').click()
    await expect(page.getByRole('dialog')).toContainText('your account goes on as Free')
    await screen.button('billing.cancelYes').click()
    await expect(screen.main).toContainText('your account goes on as Free')
    await page.goto('/dash/plans?role=business&period=monthly')
    await expect(screen.main).toContainText(t('billing.switchEnding', { date: date(billing.renewsAt) }))

    expect((await browser.withAccess('POST', '/api/account/delete', { password: 'a sampan at dusk' })).status).toBe(200)
    await page.reload()
    await expect(screen.main).toContainText(t('plans.rests'))
    await expect(screen.main.getByRole('button')).toHaveText([t('profile.keepAccount')])
    await page.goto('/dash/plans')
    await expect(page.getByText(t('plans.rests'))).toHaveCount(3)
    await expect(page.getByText(t('plans.included'))).toHaveCount(0)
    await page.goto('/dash/account/billing')
    await expect(screen.main).toContainText(t('billing.restsPaid', { date: date(billing.renewsAt) }))
    for (const key of ['changeCard', 'resume', 'cancelPlan']) await expect(screen.button(`billing.${key}`)).toHaveCount(0)
    await expectGood(page, 'billing of an account that goes')
  })

  test('T8 who belongs to a team sees no billing', async ({ page, context, guest, server }) => {
    const t = words('en')
    const at = dashboard(page)
    const mei = await signIn(context, server, { fullName: 'Mei Lin' })
    const anna = await signIn((await guest()).context(), server, { fullName: 'Anna Berg' })
    await page.goto('/dash/account')
    const billingLink = page.getByRole('link', { name: t('dash.accountBilling'), exact: true })
    await at.openAccount('Mei Lin')
    await expect(billingLink).toHaveCount(2)
    const ofAnna = '(select owner_id from users where id = $1)'
    await server.sql(`update owners set role = 'business' where id = ${ofAnna}`, [anna.userId])
    const [row] = await server.sql(
      `insert into team_members (owner_id, user_id, role, joined_at) values (${ofAnna}, $2, 'member', now()) returning owner_id`,
      [anna.userId, mei.userId],
    )
    await page.evaluate((ownerId) => sessionStorage.setItem('sampan.team', ownerId), String(row!.owner_id))
    for (const path of ['/dash/account/billing', '/dash/plans?role=business&period=monthly', '/dash/plans']) {
      await page.goto(path)
      await expect(page).toHaveURL('/dash/account')
      await expect(page.getByRole('link', { name: t('dash.accountProfile'), exact: true }).first()).toBeVisible()
      await expect(billingLink).toHaveCount(0)
    }
    const menu = await at.openAccount('Mei Lin')
    await expect(menu.getByRole('link', { name: t('dash.accountProfile'), exact: true })).toBeVisible()
    await expect(billingLink).toHaveCount(0)
  })
})
