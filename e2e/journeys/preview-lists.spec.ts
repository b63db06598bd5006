/** What was recorded is played on the download page (D1), and what came in is looked at where it came in. */
import { opusWebm } from '../../apps/server/test/support/media-samples.ts'
import { Supplier } from '../../apps/server/test/support/supplier.ts'
import type { TestServer } from '../../apps/server/test/support/test-server.ts'
import { download, downloadPage } from '../download-page.ts'
import { expectGood } from '../good-page.ts'
import { expect, someone, test } from '../journey.ts'
import { openPage } from '../open-page.ts'
import { previewFiles } from '../preview-files.ts'
import { previewer } from '../previewer.ts'
import { recordVideo } from '../recorded-video.ts'
import { sendAs, signIn } from '../signed-in.ts'
import { words } from '../words.ts'

test('D1 D4 T2 a voice memo and a video message are played before the files, and the sender is told once', async ({
  page,
  guest,
  server,
}) => {
  const owner = await guest()
  const account = await signIn(owner.context(), server)
  await page.goto('/')
  const files = [
    { path: 'VoiceMemo-1.webm', bytes: opusWebm },
    { path: 'RecordedVideo-1.webm', bytes: await recordVideo(page) },
    { path: 'note.txt', bytes: Buffer.from('hello') },
  ]
  const item = (itemPath: string) => [{ fileName: itemPath, itemPath }]
  const slug = await sendAs(
    account,
    { sendAs: 'link', emailTo: [], voiceMemo: item('VoiceMemo-1.webm'), recordedVideos: item('RecordedVideo-1.webm') },
    files,
  )
  const t = words('en')
  await openPage(page, `/d/${slug}`)
  const messages = page.getByRole('region', { name: t('preview.messages') })
  await expectGood(page, 'recorded messages')
  // Each is there once, by what it is to people; the download of everything brings it along.
  const shown = downloadPage(page)
  await expect(messages.getByRole('heading', { name: /^Voice memo, 0:\d\d$/ })).toBeVisible()
  await expect(shown.row('note.txt')).toBeVisible()
  await expect(shown.row('webm')).toHaveCount(0)
  await expect(shown.heading).toContainText('3 files')
  const memo = await download(page, () => messages.getByRole('link', { name: /^Download Voice memo/ }).click())
  expect([memo.name, memo.bytes.equals(opusWebm)]).toEqual(['VoiceMemo-1.webm', true])
  const heard = page.waitForRequest((request) => request.method() === 'HEAD' && /seen=1/.test(request.url()))
  await messages.getByRole('button', { name: t('player.play') }).click()
  expect((await (await heard).response())?.status()).toBe(200)
  const video = messages.locator('video')
  await expect(video).toHaveJSProperty('videoWidth', 320)
  const seen = page.waitForRequest((request) => request.method() === 'HEAD' && /seen=1/.test(request.url()))
  await video.evaluate((element: HTMLVideoElement) => element.play())
  expect((await (await seen).response())?.status()).toBe(200)
  const timeline = async () => {
    const { json } = await account.browser.withAccess('GET', `/api/transfers/${slug}/timeline`)
    const events = json.events as { kind: string; detail: { path: string } }[]
    return events.filter(({ kind }) => kind === 'previewed').map(({ detail }) => detail.path)
  }
  await expect.poll(async () => (await timeline()).sort()).toEqual(['RecordedVideo-1.webm', 'VoiceMemo-1.webm'])
})

test('D1 D4 D10 pictures stand side by side, are gone through by keys, and stay a list for whoever wants one', async ({
  page,
  guest,
  server,
}) => {
  const account = await signIn((await guest()).context(), server)
  const { bytes } = previewFiles.find(({ path }) => path.endsWith('.png'))!
  const names = Array.from({ length: 49 }, (_, n) => `photo ${n + 1}.png`)
  const slug = await sendAs(account, { sendAs: 'link', emailTo: [] }, [
    ...names.map((path) => ({ path, bytes })),
    { path: 'read me.txt', bytes: Buffer.from('hello') },
  ])
  await page.goto(`/d/${slug}`)
  const shown = downloadPage(page)
  const viewer = previewer(page)
  const tile = (name: string) => page.getByRole('gridcell').filter({ has: viewer.opener(name) })
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '17')
  await expect(viewer.opener('photo 1.png')).toBeVisible()
  expect(await page.getByRole('gridcell').count()).toBeLessThan(40)
  await expectGood(page, 'pictures side by side')
  await tile('photo 1.png').focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await expect(shown.box('photo 5.png')).toBeChecked()
  await expect(shown.primary).toContainText('Download 1 file')
  await page.keyboard.press('Enter')
  await viewer.shows('photo 5.png')
  await page.keyboard.press('Escape')
  await expect(tile('photo 5.png')).toBeFocused()
  // Back is how people close what lies over a page; it stays where it was.
  await page.keyboard.press('Enter')
  await viewer.shows('photo 5.png')
  await page.goBack()
  await expect(viewer.dialog).toHaveCount(0)
  await expect(shown.box('photo 5.png')).toBeChecked()
  await page.goForward()
  await viewer.shows('photo 5.png')
  await page.reload()
  await viewer.shows('photo 5.png')
  await viewer.close.click()
  await expect(viewer.dialog).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/d/${slug}$`))
  await tile('photo 1.png').focus()
  await page.keyboard.press('End')
  await expect(tile('read me.txt')).toBeFocused()
  await shown.search.fill('photo 4')
  await expect(page.getByRole('gridcell')).toHaveCount(11)
  await page.getByRole('button', { name: shown.t('download.asList') }).click()
  await expect(shown.row('photo 49.png')).toBeVisible()
  await page.reload()
  await expect(shown.row('photo 1.png')).toBeVisible()
  await page.getByRole('button', { name: shown.t('download.asTiles') }).click()
  await expect(page.getByRole('grid')).toBeVisible()
})

test('D4 R3 what came in for a request is looked at in its window, which stays', async ({ page, server }) => {
  const account = await signIn(page.context(), server)
  const body = { title: 'Order 66', documents: [{ name: 'Offer' }], sendAs: 'email', emailTo: [{ email: someone('li') }] }
  const { json: detail } = await account.browser.withAccess('POST', '/api/requests', body)
  const supplier = new Supplier({ url: server.url } as TestServer, new URL(detail.suppliers[0].linkUrl).pathname)
  const { documents } = (await supplier.look()).json
  const [picture, offer] = previewFiles
  await supplier.sendFiles([picture!, offer!], { [picture!.path]: documents[0]._id, [offer!.path]: documents[0]._id })
  const [{ _id }] = detail.suppliers
  await page.goto(`/dash/requests/${detail.request.slug}?supplier=${_id}&document=${documents[0]._id}`)
  const viewer = previewer(page)
  const window = page.getByRole('dialog', { name: 'Offer' })
  await viewer.opener(offer!.path).click()
  const looked = page.locator('dialog[open]')
  await expect(looked.frameLocator('iframe').getByText('First page')).toBeVisible()
  const saved = await download(page, () =>
    looked.getByRole('button', { name: viewer.t('preview.download', { name: offer!.path }) }).click(),
  )
  expect([saved.name, saved.bytes.equals(offer!.bytes)]).toEqual([offer!.path, true])
  await page.keyboard.press('Escape')
  await expect(looked).toHaveCount(0)
  await expect(viewer.opener(offer!.path)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(window).toHaveCount(0)
})
