/** Files that another app shares with the installed one (I3): the system posts them as a form, which the worker takes. */
import { makeFiles } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { expect, linkIn, someone, test } from '../journey.ts'
import { receivedHashes } from '../measure/received.ts'
import { sendCard } from '../send-card.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'

test('I3 what another app shares lies on the send card and arrives byte for byte; without the worker the page says so', async ({
  page,
  context,
  server,
  mailTo,
}) => {
  await signIn(context, server)
  const t = words('en')
  const made = await makeFiles({ '照片 🌊.bin': 3_000_000, 'list.txt': 'hello' })
  // A page without scripts of its own stands for the system.
  const outside = `${server.url}/robots.txt`
  await page.goto(outside)
  /** As the system does: a form that leads to the address of the manifest. */
  const share = async () => {
    await page.evaluate(() => {
      document.body.innerHTML =
        '<form method="post" action="/share" enctype="multipart/form-data"><input type="file" name="files" multiple><button>share</button></form>'
    })
    await page.locator('input[name=files]').setInputFiles([made.at('照片 🌊.bin'), made.at('list.txt')])
    await page.getByRole('button', { name: 'share' }).click()
  }
  await share()
  await page.waitForURL('**/share')
  await expect(page.getByText(t('shell.shareLost'))).toBeVisible()
  await expectGood(page, 'nothing came along')

  await page.goto(outside)
  await page.evaluate(async () => {
    const { active, waiting, installing } = await navigator.serviceWorker.register('/share-worker.js', { scope: '/share' })
    const worker = active ?? waiting ?? installing
    await new Promise<void>((resolve) => {
      const look = () => worker?.state === 'activated' && resolve()
      worker?.addEventListener('statechange', look)
      look()
    })
  })
  await share()
  const card = sendCard(page, server, 'en')
  await expect(card.card).toContainText('照片 🌊.bin')
  const reader = someone('reader')
  await card.addPeople(reader)
  await card.send.click()
  expect(await receivedHashes(linkIn(await mailTo(reader)))).toEqual(new Map(Object.entries(made.hashes)))
})
