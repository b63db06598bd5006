/** From an address book to a group that is sent to: contacts as a person keeps them. */
import { dashContactsPath } from '../../packages/contract/src/paths.ts'
import { expectGood } from '../good-page.ts'
import { expect, someone, test } from '../journey.ts'
import { sendAs, signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const canary = '<img src=x onerror="document.title=`broken`">'
const csv = (...lines: string[]) => Buffer.from(`\uFEFF${lines.join('\r\n')}`)

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

for (const { language, locale, viewport } of screens) {
  const t = words(language)
  const name = `${language}, ${viewport.width}`
  test.describe(name, () => {
    test.use({ locale, viewport })

    test(`T6 R32 contacts come by sending and from a file, are grouped and merged (${name})`, async ({ page, server }) => {
      const account = await signIn(page.context(), server)
      const reader = someone('reader')
      await page.goto(dashContactsPath)
      await expect(page.getByRole('heading', { name: t('contacts.emptyTitle') })).toBeVisible()
      await expectGood(page, 'no contacts')
      await sendAs(account, { emailTo: [{ email: reader, name: 'Li Wei' }] }, [{ path: 'Plan.txt', bytes: Buffer.from('a') }])

      const list = page.getByRole('list', { name: t('contacts.list'), exact: true })
      const window = page.getByRole('dialog')
      await test.step('an import shows who comes in, and names what does not', async () => {
        await page
          .getByRole('button', { name: t('contacts.import'), exact: true })
          .first()
          .click()
        const choose = window.locator('input[type=file]')
        const gbk = Buffer.concat([Buffer.from('d0d5c3fb2cd3cacfe40d0ac0eeceb0', 'hex'), Buffer.from(',li@example.cn')])
        await choose.setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: gbk })
        await expect(window.getByText('李伟')).toBeVisible()
        const encoding = window.getByRole('combobox', { name: t('contacts.importEncoding') })
        await encoding.selectOption('windows-1252')
        await expect(window.getByText('ÀîÎ°')).toBeVisible()
        const workbook = { name: 'people.xlsx', mimeType: 'text/csv', buffer: Buffer.from('PK\x03\x04\x14\0') }
        await choose.setInputFiles(workbook)
        await expect(
          window.getByRole('alert').filter({ hasText: t('contacts.importNoContacts', { name: 'people.xlsx' }) }),
        ).toBeVisible()
        const leftOut = (place: string, line: number, reason: string, text: string) =>
          expect(
            window
              .getByRole('listitem')
              .filter({ hasText: `${t(`contacts.${place}`, { line })}: ${t(`contacts.${reason}`)}` })
              .getByText(text, { exact: true }),
          ).toBeVisible()
        const old = ['BEGIN:VCARD', 'VERSION:2.1', 'FN:Old Card', 'END:VCARD'].join('\r\n')
        await choose.setInputFiles({ name: 'old.vcf', mimeType: 'text/vcard', buffer: Buffer.from(old) })
        await leftOut('importCard', 1, 'importOldVersion', 'Old Card')
        const lines = [
          '公司;邮箱;姓名;电话',
          'Berg AB;anna@example.com;Anna Berg;40 1',
          ';nowhere;Bo',
          `;${reader.toUpperCase()};`,
          `;canary@example.com;${canary.replaceAll('"', '')}`,
        ]
        const wrong = Array.from({ length: 21 }, (_, i) => `;nowhere${i};`)
        const book = csv(...lines, ';anna@example.com;', ...wrong)
        await choose.setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: book })
        await expect(window.getByText(t('contacts.importNew', { count: 2, number: 2 }))).toBeVisible()
        await expect(window.getByText(t('contacts.importKnown', { count: 1, number: 1 }))).toBeVisible()
        const namesThem = async () => {
          // All of them can be seen, however many they are.
          const all = window.getByRole('region', { name: t('contacts.importInvalid', { count: 22, number: 22 }) })
          await all.press('Home')
          await leftOut('importLine', 3, 'importInvalidEmail', 'nowhere Bo')
          await all.press('End')
          await leftOut('importLine', 27, 'importInvalidEmail', 'nowhere20')
        }
        await namesThem()
        await expect(window.getByText(t('contacts.importIgnored', { columns: '电话' }))).toBeVisible()
        await expectGood(page, 'import')
        await test.step('columns are read as was last said, whichever answer comes first', async () => {
          const add = window.getByRole('button', { name: t('contacts.importBoth', { added: 2, known: 1 }) })
          const column = (number: number, sample: string) =>
            window.getByRole('combobox', { name: t('contacts.importColumn', { number, sample }) })
          const [first, third] = [column(1, '公司'), column(3, '姓名')]
          let letGo = () => {}
          const isFree = new Promise<void>((resolve) => {
            letGo = resolve
          })
          await page.route('**/api/contacts/known', (route) => isFree.then(() => route.continue()), { times: 1 })
          const held = page.waitForRequest('**/api/contacts/known')
          await first.selectOption('note')
          await expect(add).toBeDisabled()
          await third.selectOption('')
          await expect(add).toBeEnabled()
          letGo()
          await (await (await held).response())!.finished()
          await expect(first).toHaveValue('note')
          await expect(third).toHaveValue('')
          await third.selectOption('name')
          await first.selectOption('company')
        })
        await window.getByRole('button', { name: t('contacts.importBoth', { added: 2, known: 1 }) }).click()
        await expect(window.getByText(t('contacts.imported', { count: 2, number: 2 }))).toBeVisible()
        await expect(window.getByText(t('contacts.importFilled', { count: 1, number: 1 }))).toBeVisible()
        await namesThem()
        await window.getByRole('button', { name: t('contacts.close'), exact: true }).click()
      })

      await test.step('names are text, whatever is in them', async () => {
        await expect(list.getByRole('listitem')).toHaveCount(3)
        await expect(list.getByText('<img src=x onerror=')).toBeVisible()
        await expect(page).not.toHaveTitle('broken')
        await list.getByRole('button', { name: 'Li Wei' }).click()
        await expect(window.getByRole('link', { name: 'Plan.txt' })).toBeVisible()
        await page.keyboard.press('Escape')
      })

      await test.step('chosen ones go into a group', async () => {
        for (const name of ['Anna Berg', 'Li Wei'])
          await page.getByRole('checkbox', { name: t('contacts.select', { name }) }).check()
        await page.getByRole('button', { name: t('contacts.addToGroup'), exact: true }).click()
        await window.getByRole('textbox', { name: t('contacts.groupName') }).fill('Canton Fair')
        await window.getByRole('button', { name: t('contacts.groupAdd') }).click()
        await page.getByRole('button', { name: /^Canton Fair\s*2$/ }).click()
        await expect(list.getByRole('listitem')).toHaveCount(2)
        await expectGood(page, 'the list of a group')
        await page.getByRole('button', { name: t('contacts.everybody'), exact: true }).click()
      })

      await test.step('two are one', async () => {
        await page.getByRole('checkbox', { name: /img src/ }).check()
        await page.getByRole('checkbox', { name: t('contacts.select', { name: 'Anna Berg' }) }).check()
        await page.getByRole('button', { name: t('contacts.merge'), exact: true }).click()
        await window.getByRole('radio', { name: /Anna Berg/ }).check()
        await window.getByRole('button', { name: t('contacts.mergeNow') }).click()
        await expect(list.getByRole('listitem')).toHaveCount(2)
      })

      await test.step('chosen ones are sent to', async () => {
        for (const name of ['Anna Berg', 'Li Wei'])
          await page.getByRole('checkbox', { name: t('contacts.select', { name }) }).check()
        await expectGood(page, 'chosen contacts')
        const card = page.getByRole('region', { name: t('contacts.list'), exact: true })
        await card.getByRole('link', { name: t('contacts.send'), exact: true }).click()
        await expect(page.getByRole('list', { name: t('send.recipients') }).getByRole('listitem')).toHaveText([
          'anna@example.com',
          reader,
        ])
      })
    })

    test(`Q19 what is typed among recipients finds people and groups, by the keys alone (${name})`, async ({ page, server }) => {
      const { browser } = await signIn(page.context(), server)
      const { json } = await browser.withAccess('POST', '/api/contact-groups', { name: 'Canton Fair' })
      const anna: Record<string, object> = { 'anna@example.com': { name: 'Anna Berg', company: 'Gulf Trading' } }
      for (const email of ['anna@example.com', 'bo@example.com'])
        await browser.withAccess('POST', '/api/contacts', { email, groupIds: [json.group._id], ...anna[email] })
      await page.goto('/dash/send')
      const to = page.getByRole('combobox', { name: t('send.emailTo'), exact: true })
      const chips = page.getByRole('list', { name: t('send.recipients') }).getByRole('listitem')
      await to.fill('ann')
      const option = page.getByRole('option', { name: /Anna Berg · Gulf Trading.*anna@example\.com/ })
      await expect(option.getByText('AB', { exact: true }), 'the letters that the list of contacts shows').toBeVisible()
      await to.press('Escape')
      await expect(page.getByRole('listbox')).toHaveCount(0)
      await to.fill('canton')
      await expect(page.getByRole('option', { name: /Canton Fair/ })).toBeVisible()
      await expectGood(page, 'suggestions')
      await to.press('ArrowDown')
      await to.press('Enter')
      await expect(chips).toHaveCount(2)
      await expect(to).toHaveValue('')
    })
  })
}
