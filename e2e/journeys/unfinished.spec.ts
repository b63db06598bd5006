/** Unfinished uploads where storage is told: the list, deleting one, and going on with one that was begun elsewhere (U5, Q23). */
import { readFile } from 'node:fs/promises'
import { accountBillingPath, dashPath, dashSendPath, dashTransferPath, dashTransfersPath } from '@sampan/contract/paths'
import { blobsOf } from '../../apps/server/test/support/sender.ts'
import { makeFiles } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { expect, inGate, someone, test } from '../journey.ts'
import { receivedHashes } from '../measure/received.ts'
import { sendCard } from '../send-card.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'

for (const language of ['en', 'zh'] as const)
  test.describe(`U5 ${language}`, () => {
    test.use({
      locale: language === 'zh' ? 'zh-CN' : 'en-US',
      viewport: language === 'zh' ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      colorScheme: language === 'zh' ? 'dark' : 'light',
    })

    test(
      `U5 Q23 what was begun and not sent is listed beside the storage; one is deleted, the other goes on and arrives: ${language}`,
      inGate(language === 'en'),
      async ({ page, context, server, mailTo }) => {
        const t = words(language)
        const made = await makeFiles({ '合同 🌊.bin': 9_000_000 })
        const account = await signIn(context, server)
        const { browser } = account
        await browser.takeUserTicket()
        const bytes = await readFile(made.at('合同 🌊.bin'))
        const files = [
          { path: 'note.txt', bytes: Buffer.from('hello') },
          { path: '合同 🌊.bin', bytes },
        ]
        const { json: kept } = await browser.create(files)
        for (const { blobId, bytes: all } of blobsOf(kept, files))
          await browser.putPart(kept.uploadId, blobId, 0, all.subarray(0, 4_000_000))
        await browser.create([{ path: 'old.bin', bytes: Buffer.alloc(5_000_000) }])

        await page.goto(dashPath)
        if (language === 'en') await page.getByRole('link', { name: t('dash.storage') }).click()
        else await page.goto(accountBillingPath)
        const list = page.getByRole('region', { name: t('billing.unfinished') })
        await expect(list.getByRole('listitem')).toHaveCount(2)
        await expect(list).toContainText(t('billing.unfinishedFiles', { count: 1 }))
        await expectGood(page, 'unfinished uploads')
        await page.screenshot({ path: test.info().outputPath('list.png'), fullPage: true })
        await list.getByRole('button', { name: t('billing.unfinishedDeleteName', { name: 'old.bin' }) }).click()
        await list.getByRole('button', { name: t('billing.unfinishedSure') }).click()
        await expect(list.getByRole('listitem')).toHaveCount(1)
        expect((await browser.withAccess('POST', '/folderSize', {})).json.folderSize).toBe(9_000_005)

        await list.getByRole('link', { name: t('billing.unfinishedResumeName', { name: 'note.txt' }) }).click()
        await page.waitForURL(`**${dashSendPath}`)
        const card = sendCard(page, server, language)
        const panel = card.card.getByRole('region', { name: t('send.interruptedTitle') })
        await expect(panel).toContainText('合同 🌊.bin')
        await expectGood(page, 'one of them goes on')
        await page.screenshot({ path: test.info().outputPath('resumed.png'), fullPage: true })
        await card.fileInput.setInputFiles(made.at('合同 🌊.bin'))
        await expect(panel).toBeHidden()
        const reader = someone('reader')
        await card.addPeople(reader)
        await card.send.click()
        await mailTo(reader)
        const { json } = await browser.withAccess('GET', '/api/account/uploads')
        expect(json.count).toBe(0)
        const sent = await browser.withAccess('GET', `/api/transfers/${kept.slug}/detail`)
        expect(sent.json.files.map(({ path }: { path: string }) => path).sort()).toEqual(['note.txt', '合同 🌊.bin'])
      },
    )

    test(`Q23 T2 T5 D8 what was sent by a browser that is gone says so to its sender and its recipients, and goes on in another one: ${language}`, async ({
      page,
      context,
      server,
      browser: chromium,
    }) => {
      const t = words(language)
      const made = await makeFiles({ '合同 🌊.bin': 9_000_000 })
      const { browser, email } = await signIn(context, server)
      await browser.takeUserTicket()
      const files = [
        { path: 'note.txt', bytes: Buffer.from('hello') },
        { path: '合同 🌊.bin', bytes: await readFile(made.at('合同 🌊.bin')) },
      ]
      const { json: plan } = await browser.create(files)
      const body = { slug: plan.slug, senderEmail: email, sendAs: 'link', emailTo: [], message: 'By Friday' }
      expect((await browser.withAccess('POST', '/quicksend2', body)).json.state).toBe('uploading')
      for (const { blobId, bytes } of blobsOf(plan, files))
        await browser.putPart(plan.uploadId, blobId, 0, bytes.subarray(0, 4_000_000))
      const look = () => server.sql(`select graphile_worker.add_job('transfers:stalled')`)
      await look()
      const looked = "select 1 from installation where name = 'transfers:stalled-until'"
      await expect.poll(async () => (await server.sql(looked)).length).toBe(1)
      const stalls = "update uploads set expires_at = now() + interval '7 days' - interval '180 seconds' where id = $1"
      await server.sql(stalls, [plan.uploadId])
      await look()

      await page.goto(dashPath)
      const bell = page.getByRole('button', { name: t('notifications.openUnread', { count: 1, number: '1' }) })
      await bell.click()
      const notice = t('notifications.stalled', { what: t('notifications.andMore', { name: 'note.txt', count: 1, number: '1' }) })
      await expect(page.getByText(notice).first()).toBeVisible()
      await page.screenshot({ path: test.info().outputPath('bell.png') })
      await page.goto(dashTransfersPath)
      const resume = page.getByRole('link', { name: t('dash.resumeHereName', { name: 'note.txt' }) })
      await expect(resume).toBeVisible()
      await expectGood(page, 'a row of what has stalled')
      await page.screenshot({ path: test.info().outputPath('row.png'), fullPage: true })

      const recipient = await (await chromium.newContext()).newPage()
      await recipient.goto(`${server.url}/w/${plan.slug}`)
      await expect(recipient.getByText(/was interrupted at|中断/).first()).toBeVisible()
      await recipient.screenshot({ path: test.info().outputPath('recipient.png'), fullPage: true })
      await page.goto(dashTransferPath(plan.slug))
      await expect(page.getByRole('complementary').getByText(t('dash.resumeHere'))).toBeVisible()
      await page.screenshot({ path: test.info().outputPath('detail.png'), fullPage: true })
      await page.getByRole('complementary').getByText(t('dash.resumeHere')).click()
      await page.waitForURL(`**${dashSendPath}`)
      const card = sendCard(page, server, language)
      const panel = card.card.getByRole('region', { name: t('send.interruptedTitle') })
      await expect(panel).toContainText('By Friday')
      await expectGood(page, 'what was sent goes on')
      await page.screenshot({ path: test.info().outputPath('resumed.png'), fullPage: true })
      await card.fileInput.setInputFiles(made.at('合同 🌊.bin'))
      await expect(panel).toBeHidden()
      await expect(card.heading).toHaveText(t('send.linkTitle'))
      expect((await receivedHashes(`${server.url}/w/${plan.slug}`)).get('合同 🌊.bin')).toBe(made.hashes['合同 🌊.bin'])
    })
  })
