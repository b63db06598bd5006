/** Unfinished uploads where storage is told: the list, deleting one, and going on with one that was begun elsewhere (U5, Q23). */
import { readFile } from 'node:fs/promises'
import { accountBillingPath, dashPath, dashSendPath } from '@sampan/contract/paths'
import { blobsOf } from '../../apps/server/test/support/sender.ts'
import { makeFiles } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { expect, inGate, someone, test } from '../journey.ts'
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
  })
