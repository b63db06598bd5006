/** Files that are asked for: the form, the grid with what comes in, and what is decided about it (R1, R3, R5). */
import type { Page } from '@playwright/test'
import { Supplier } from '../../apps/server/test/support/supplier.ts'
import type { TestServer } from '../../apps/server/test/support/test-server.ts'
import { dashNewRequestPath, dashRequestsPath, dashSendPath } from '../../packages/contract/src/paths.ts'
import { expectGood } from '../good-page.ts'
import { expect, inGate, someone, test } from '../journey.ts'
import { openPage } from '../open-page.ts'
import type { Server } from '../server.ts'
import { signIn } from '../signed-in.ts'
import { type Language, words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const file = (path: string, size = 40_000) => ({ path, bytes: Buffer.alloc(size, path) })
/** Of the mail: its links name another origin than the test's server. */
const supplierOf = (server: Server, text = ''): Supplier =>
  new Supplier({ url: server.url } as TestServer, new URL(/https?:\/\/[^\s"]+\/r\/[^\s"<]+/.exec(text)![0]).pathname)

function screen(page: Page, language: Language) {
  const t = words(language)
  const button = (key: string, slots: Record<string, string | number> = {}) =>
    page.getByRole('button', { name: t(key, slots), exact: true })
  return {
    t,
    button,
    window: page.getByRole('dialog'),
    cell: (who: string, document: string, state: string) =>
      page.getByRole('button', { name: new RegExp(`^${who}, ${document}: .*${t(`received.${state}`)}`) }),
    menu: async (title: string, key: string) => {
      await button('received.actionsFor', { name: title }).click()
      await page.getByRole('menuitem', { name: t(key), exact: true }).click()
    },
  }
}

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })

    test(
      `R1 R3 two documents of two people come in, one is accepted, one sent back with a reason (${language})`,
      inGate(language === 'en'),
      async ({ page, server, mailTo }) => {
        const { t, button, window, cell, menu } = screen(page, language)
        await signIn(page.context(), server, { fullName: 'Anna Berg' })
        const [li, raj] = [someone('li'), someone('raj')]
        await page.goto(dashRequestsPath)
        await page.getByRole('link', { name: t('requests.ask'), exact: true }).click()
        await test.step('what is needed, and of whom', async () => {
          await page.getByRole('textbox', { name: t('asking.title'), exact: true }).fill('Order 66')
          await button('asking.addDocument').click()
          const first = page.getByRole('textbox', { name: t('asking.documentName', { number: 1 }) })
          await expect(first).toBeFocused()
          await page.keyboard.type('Invoice')
          await page.keyboard.press('Enter')
          await page.keyboard.type('Packing list')
          await button('asking.ask').click()
          await expect(page.getByText(t('asking.nobody'))).toBeVisible()
          await page.reload()
          await expect(first).toHaveValue('Invoice')
          await page.getByRole('combobox', { name: t('send.emailAsked') }).fill(`${li}, ${raj},`)
          await button('asking.documentDetails', { name: 'Invoice' }).click()
          await expect(button('asking.addExampleTo', { name: 'Invoice' })).toBeVisible()
          const example = { name: 'How it looks.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(3000, 'x') }
          await page.locator('input[data-example="Invoice"]').setInputFiles(example)
          await expect(page.getByText(t('asking.exampleIs', { size: '3 KB' }))).toBeVisible()
          await page.screenshot({ path: test.info().outputPath('example.png'), fullPage: true })
          await expectGood(page, 'the form')
          await button('asking.askPeople', { count: 2 }).click()
          await expect(page.getByRole('heading', { name: t('asking.mailedTitle', { count: 2 }) })).toBeFocused()
        })
        await page.getByRole('link', { name: t('asking.seeRequest') }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Order 66' })).toBeVisible()
        await expect(cell(li, 'Invoice', 'stateWaiting')).toBeVisible()

        await test.step('both send', async () => {
          for (const email of [li, raj]) {
            const supplier = supplierOf(server, (await mailTo(email)).text)
            const { documents } = (await supplier.look()).json
            const sent = await supplier.sendFiles([file('invoice.pdf'), file('list.xlsx', 900)], {
              'invoice.pdf': documents[0]._id,
              'list.xlsx': documents[1]._id,
            })
            expect(sent.json).toMatchObject({ state: 'received', fileCount: 2 })
          }
          await expect(cell(raj, 'Packing list', 'stateReceived')).toBeVisible()
          await expect(page.getByText(t('requests.receivedOf', { received: 4, expected: 4 }))).toBeVisible()
        })
        await test.step('one is accepted, one sent back', async () => {
          await cell(li, 'Invoice', 'stateReceived').click()
          await window.getByRole('button', { name: t('received.acceptNamed', { name: 'invoice.pdf' }) }).click()
          await expect(window.getByText(t('received.stateAccepted')).first()).toBeVisible()
          await expectGood(page, 'received files')
          await page.keyboard.press('Escape')
          await expect(cell(li, 'Invoice', 'stateAccepted')).toBeFocused()
          await cell(raj, 'Invoice', 'stateReceived').click()
          await window.getByRole('button', { name: t('received.rejectNamed', { name: 'invoice.pdf' }) }).click()
          await page.keyboard.type('The second page is missing')
          await window
            .getByRole('button', { name: t('received.rejectSend'), exact: true })
            .last()
            .click()
          await expect(window.getByText(t('received.because', { reason: 'The second page is missing' }))).toBeVisible()
          await page.keyboard.press('Escape')
          await expect(cell(raj, 'Invoice', 'stateRejected')).toBeVisible()
          // What is sent back within a minute is one mail.
          await server.sql(
            `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'requests:mailSupplier'), run_at := now())`,
          )
          const mail = await mailTo(raj, /second page is missing/)
          const { json } = await supplierOf(server, mail.text).look()
          expect(json.documents[0]).toMatchObject({ state: 'rejected', reason: 'The second page is missing' })
        })
        await test.step('closed, and open again', async () => {
          await menu('Order 66', 'received.close')
          await expect(page.getByText(t('requests.statusClosed'), { exact: true })).toBeVisible()
          const closed = supplierOf(server, (await mailTo(li)).text)
          expect((await closed.look()).json.state).toBe('closed')
          const sentBack = supplierOf(server, (await mailTo(raj)).text)
          expect((await sentBack.look()).json.state).toBe('open')
          await button('received.reopen').click()
          await expect(page.getByText(t('requests.statusOpen'), { exact: true })).toBeVisible()
          expect((await closed.look()).json.state).toBe('open')
        })
      },
    )

    test(`R2 R3 files are reviewed one after the other at an address of their own, and one that was taken back is gone (${language})`, async ({
      page,
      server,
      complaints,
    }) => {
      const { t, button } = screen(page, language)
      const account = await signIn(page.context(), server)
      const ask = { title: 'Papers', sendAs: 'link', emailField: 'hidden', documents: [{ name: 'Invoice' }, { name: 'List' }] }
      const { json } = await account.browser.withAccess('POST', '/api/requests', ask)
      const { request, documents } = json
      const link = new URL(request.linkUrl).pathname
      const [invoice, list] = [documents[0]._id, documents[1]._id]
      const others = [1, 2].map(() => new Supplier({ url: server.url } as TestServer, link))
      for (const other of others)
        await other.sendFiles(
          [file('invoice.txt'), file('list.txt')],
          { 'invoice.txt': invoice, 'list.txt': list },
          { name: 'Li Wei' },
        )
      await page.goto(`${dashRequestsPath}/${request.slug}`)
      await button('received.reviewFiles', { count: 4 }).click()
      await expect(page.getByText(t('received.reviewPlace', { place: 1, count: 4 }))).toBeVisible()
      await expect(page.getByText(/invoice\.txt/).last()).toBeVisible()
      await expectGood(page, 'review')
      await page.keyboard.press('ArrowRight')
      await expect(page.getByText(t('received.reviewPlace', { place: 2, count: 4 }))).toBeVisible()
      await page.reload()
      await expect(page.getByText(t('received.reviewPlace', { place: 2, count: 4 }))).toBeVisible()
      await page.keyboard.press('a')
      await expect(page.getByText(t('received.reviewPlace', { place: 2, count: 3 }))).toBeVisible()
      // What was done is said where it covers no button of the next decision.
      const said = page.getByRole('status').getByText(t('received.acceptedUnmailed', { name: 'Li Wei' }))
      const [toast, accept] = [await said.boundingBox(), await button('received.accept').boundingBox()]
      if (viewport.width < 700) expect(toast!.y + toast!.height).toBeLessThan(accept!.y)
      await page.keyboard.press('r')
      await page.keyboard.type('a tear')
      await expect(page.getByRole('button', { name: t('received.rejectSend'), exact: true })).toBeInViewport({ ratio: 1 })
      await page.screenshot({ path: test.info().outputPath('rejecting.png') })
      await page.getByRole('button', { name: t('received.rejectSend'), exact: true }).click()
      await expect(page.getByText(t('received.reviewPlace', { place: 2, count: 2 }))).toBeVisible()
      await test.step('one is taken back', async () => {
        // Its preview may be on its way.
        complaints.expectFailed(/\/api\/previews\//)
        const [mine] = (await others[1]!.look()).json.documents[1].files
        await others[1]!.call('DELETE', others[1]!.address(`/files/${mine.fileId}`))
        await expect(page.getByText(t('received.reviewPlace', { place: 1, count: 1 }))).toBeVisible()
      })
      await button('received.accept').click()
      await expect(page.getByRole('heading', { name: t('received.allReviewed') })).toBeVisible()
      await expectGood(page, 'all reviewed')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('heading', { level: 1, name: 'Papers' })).toBeVisible()
      await expect(page.getByText(t('received.tookBack')).first()).toBeVisible()
    })

    test(`R1 R5 a link at one press, a template, more time, and the end of it (${language})`, async ({ page, server }) => {
      const { t, button, window, menu } = screen(page, language)
      const account = await signIn(page.context(), server)
      await page.goto(dashRequestsPath)
      await expect(page.getByRole('heading', { name: t('requests.emptyTitle') })).toBeVisible()
      await expectGood(page, 'no requests')
      await page.goto(dashNewRequestPath)
      await button('asking.instant').click()
      const link = page.getByRole('textbox', { name: t('send.link'), exact: true })
      await expect(link).toHaveValue(/\/r\/[0-9A-Za-z]{7,}$/)
      await expectGood(page, 'a link')
      const supplier = new Supplier({ url: server.url } as TestServer, new URL(await link.inputValue()).pathname)
      await page.getByRole('link', { name: t('asking.seeRequest') }).click()
      const email = someone('supplier')
      await supplier.sendFiles([file('a.txt'), file('b.txt')], {}, { email, name: 'Li Wei', message: 'Here they are' })

      await test.step('one sending of someone with the link: a talk, a download, and gone', async () => {
        await page
          .getByRole('button', { name: /^Li Wei/ })
          .first()
          .click()
        await expect(window.getByText('Here they are')).toBeVisible()
        await window.getByRole('textbox', { name: t('received.comment') }).fill('Thank you')
        await window.getByRole('button', { name: t('received.commentSend'), exact: true }).click()
        await expect(window.getByText('Thank you', { exact: true })).toBeVisible()
        const begun = page.waitForEvent('download')
        await window.getByRole('button', { name: t('received.downloadTheirs') }).click()
        expect((await begun).suggestedFilename()).toMatch(/\.zip$/)
        await expectGood(page, 'one of the people')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: new RegExp(`^Li Wei, ${t('received.otherFiles')}`) }).click()
        await window.getByRole('button', { name: t('received.actionsFor', { name: 'a.txt' }) }).click()
        await page.getByRole('menuitem', { name: t('received.deleteFile'), exact: true }).click()
        await expect(window.getByText('b.txt')).toBeVisible()
        await window.getByRole('button', { name: t('received.delete'), exact: true }).click()
        await expect(window.getByText(t('received.nothingYet'))).toBeVisible()
        await page.keyboard.press('Escape')
      })
      const untitled = t('requests.untitled')
      await test.step('it is edited, kept as a template, and begun from', async () => {
        await menu(untitled, 'received.edit')
        await page.getByRole('textbox', { name: t('asking.title'), exact: true }).fill('Papers')
        await button('asking.addDocument').click()
        await page.keyboard.type('Invoice')
        await expectGood(page, 'the form of a change')
        await button('asking.saveChanges').click()
        await expect(page.getByRole('heading', { level: 1, name: 'Papers' })).toBeVisible()
        await menu('Papers', 'received.template')
        await window.getByRole('button', { name: t('asking.save'), exact: true }).click()
        await expect(page.getByText(t('received.templateSaved', { name: 'Papers' }))).toBeVisible()
        await page.goto(dashNewRequestPath)
        await button('asking.templates').click()
        await window.getByRole('button', { name: /^Papers/ }).click()
        await expect(page.getByRole('textbox', { name: t('asking.documentName', { number: 1 }) })).toHaveValue('Invoice')
      })
      await test.step('found in the list, given more time, and deleted', async () => {
        await page.goto(dashRequestsPath)
        await page.getByRole('searchbox', { name: t('requests.search') }).fill('nowhere')
        await expect(page.getByRole('heading', { name: t('requests.nothingTitle') })).toBeVisible()
        await button('requests.showAll').click()
        await expectGood(page, 'requests')
        await page.getByRole('link', { name: 'Papers' }).click()
        await menu('Papers', 'received.extend')
        await window.getByLabel(t('received.due'), { exact: true }).fill('2090-01-31')
        await window.getByRole('button', { name: t('received.extendSave'), exact: true }).click()
        await expect(page.getByText(t('received.extended'))).toBeVisible()
        await menu('Papers', 'received.delete')
        await window.getByRole('button', { name: t('received.deleteRequestSure'), exact: true }).click()
        await expect(page.getByRole('heading', { name: t('requests.emptyTitle') })).toBeVisible()
        expect((await account.browser.withAccess('GET', '/requests')).json.matchCount).toBe(0)
      })
    })
  })
}

test('R1 the send card leads to asking: whom and what was typed goes along, and is there on the way back', async ({
  page,
  server,
}) => {
  const { t } = screen(page, 'en')
  await signIn(page.context(), server)
  const email = someone('li')
  await page.goto(dashSendPath)
  const people = page.getByRole('combobox', { name: t('send.emailTo') })
  await people.fill(`${email},`)
  await page.getByRole('textbox', { name: t('send.message'), exact: true }).fill('By Friday, please')
  await page.getByRole('link', { name: t('send.modeAsk'), exact: true }).click()
  await expect(page.getByRole('textbox', { name: t('asking.message'), exact: true })).toHaveValue('By Friday, please')
  await expect(page.getByRole('button', { name: t('asking.askPeople', { count: 1 }), exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: t('send.remove', { name: email }) })).toBeVisible()
  await expect(page.getByRole('textbox', { name: t('send.message'), exact: true })).toHaveValue('By Friday, please')
})

test('R1 a guest is told what it takes to ask, and finds the draft again', async ({ page }) => {
  const { t, button } = screen(page, 'en')
  await openPage(page, '/')
  const message = page.getByRole('textbox', { name: t('send.message'), exact: true })
  await message.fill('By Friday, please')
  await button('send.modeAsk').click()
  await expect(page.getByRole('link', { name: t('send.askSignUp'), exact: true })).toBeVisible()
  await expectGood(page, 'asking as a guest')
  await button('send.modeSend').click()
  await expect(message).toHaveValue('By Friday, please')
})
