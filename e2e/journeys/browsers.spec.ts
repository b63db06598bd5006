/** The page of a link in another browser than the journeys': opened, and a file of it downloaded. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { openFirefox } from '../firefox.ts'
import { expect, test } from '../journey.ts'
import { prepareTransfer } from '../prepared.ts'
import { png } from '../preview-files.ts'
import { words } from '../words.ts'

const files = [
  { path: 'harbour.png', bytes: png(64, 40) },
  { path: 'notes.txt', bytes: Buffer.from('Ahoy\n'.repeat(20_000)) },
]

for (const language of ['en', 'zh'] as const)
  test(`D4 in Firefox a link is opened and a file downloaded (${language})`, async ({ server, complaints }) => {
    const t = words(language)
    const { link } = await prepareTransfer(server, files)
    const firefox = await openFirefox(language, complaints.heard)
    try {
      const { page } = firefox
      await page.goto(new URL(link, server.url).href)
      const file = t('download.downloadFile', { name: 'notes.txt' })
      await page.locator(`a[aria-label="${file}"]`).click()
      const saved = () => readFile(path.join(firefox.downloads, 'notes.txt'), 'utf8').catch(() => '')
      await expect.poll(async () => (await saved()) === files[1]!.bytes.toString()).toBe(true)
    } finally {
      await firefox.close()
    }
  })
