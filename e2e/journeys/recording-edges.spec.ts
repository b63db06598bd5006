/** What goes otherwise while something is recorded: it takes too long, a device is pulled out, somebody leaves (Q9, Q10). */
import type { Page } from '@playwright/test'
import type { ReceivedFile, RequestSlot } from '@sampan/contract/routes/request-grid'
import { findChromium } from '../chromium.ts'
import { makeFiles } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { sendCard } from '../send-card.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const chromium = await findChromium()
const fakes = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({ launchOptions: { ...chromium, args: [...chromium.args, ...fakes] } })

const t = words('en')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: t('recording.video') })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const player = (page: Page) => page.getByRole('region', { name: /^Voice memo .+\.webm$/ })

/** Every stream that the page is given, so that a test can look at it and pull its plug. */
async function watchStreams(page: Page) {
  await page.addInitScript(() => {
    const streams: MediaStream[] = []
    Object.assign(window, { streams })
    for (const name of ['getUserMedia', 'getDisplayMedia'] as const) {
      const ask = navigator.mediaDevices[name].bind(navigator.mediaDevices)
      navigator.mediaDevices[name] = async (wanted) => {
        const stream = await ask(wanted)
        streams.push(stream)
        return stream
      }
    }
  })
  const tracks = () =>
    page.evaluate(() =>
      (window as unknown as { streams: MediaStream[] }).streams.flatMap((each) => each.getTracks().map((one) => one.readyState)),
    )
  const unplug = () =>
    page.evaluate(() => {
      for (const track of (window as unknown as { streams: MediaStream[] }).streams.flatMap((each) => each.getTracks())) {
        track.stop()
        track.dispatchEvent(new Event('ended'))
      }
    })
  return { tracks, unplug }
}

async function openCard(page: Page) {
  await page.goto('/dash/send')
  await expect(page.locator('section[aria-labelledby=send-card]')).toBeVisible()
}

async function recordVideo(page: Page, name: string) {
  await press(page, t('send.recordVideo'))
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: t('recording.start'), exact: true }).click()
  await expect(dialog.getByRole('timer')).toContainText('0:01')
  await dialog.getByRole('button', { name: t('recording.stop'), exact: true }).click()
  await dialog.getByLabel(t('recording.name')).fill(name)
  await dialog.getByRole('button', { name: t('recording.use'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test('Q9 a memo ends by itself at the longest length and when the microphone is gone, and is there', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server)
  const { tracks, unplug } = await watchStreams(page)
  await page.clock.install()
  const card = sendCard(page, server)
  await openCard(page)
  await card.fileInput.setInputFiles((await makeFiles({ 'note.txt': 20 })).at('note.txt'))
  await card.sendAs('byLink').check({ force: true })
  await press(page, t('send.recordVoice'))
  await expect(page.getByRole('timer')).toContainText('0:01')
  // What is still being said goes along: nothing is sent before it has ended.
  await expect(card.why).toHaveText(t('send.endRecording'))
  await expect(card.send).toBeDisabled()
  await expect(page.getByRole('button', { name: t('recording.stop'), exact: true })).toBeFocused()
  await page.clock.fastForward('15:00')
  await expect(player(page)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '3 minutes' })).toBeVisible()
  await expect(card.send).toBeEnabled()
  expect(await tracks()).toEqual(['ended'])

  await press(page, t('recording.again'))
  await expect(page.getByRole('timer')).toContainText('0:01')
  await unplug()
  await expect(player(page)).toBeVisible()
  await expect(card.files.getByText(/^Voice memo /)).toHaveCount(1)
  await expect(card.files).toContainText(/· 0:0\d/)
  await press(page, t('recording.remove'))
  await expect(card.files.getByText(/^Voice memo /)).toHaveCount(0)
})

for (const [name, fault] of [
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'busy'],
] as const)
  test(`Q9 Q10 ${name} is said in a person’s words`, async ({ page, context, server }) => {
    await signIn(context, server)
    await page.addInitScript((error) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', error))
    }, name)
    await openCard(page)
    await press(page, t('send.recordVoice'))
    await expect(page.getByRole('alert').filter({ hasText: t(`recording.voice_${fault}`) })).toBeVisible()
    await press(page, t('send.recordVideo'))
    await expect(dialogOf(page).getByRole('alert')).toContainText(t(`recording.camera_${fault}`))
    await expect(dialogOf(page).getByRole('button', { name: t('recording.start'), exact: true })).toBeDisabled()
  })

test('Q10 two videos of one name stay two, a long name fits, and closing puts the camera’s light out', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server)
  const { tracks, unplug } = await watchStreams(page)
  const card = sendCard(page, server)
  await openCard(page)
  await recordVideo(page, 'Hello')
  await recordVideo(page, 'Hello')
  await recordVideo(page, '长'.repeat(120))
  await expect(card.files.getByText('Hello.webm', { exact: true })).toBeVisible()
  await expect(card.files.getByText('Hello (2).webm', { exact: true })).toBeVisible()
  await expect(card.files.getByText(/^长{79}\.webm$/)).toBeVisible()
  await expect(card.files.locator('img')).toHaveCount(3)
  expect(await tracks()).toEqual(Array.from({ length: 6 }, () => 'ended'))

  await press(page, t('send.recordVideo'))
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('button', { name: t('recording.start'), exact: true })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await tracks()).toEqual(Array.from({ length: 8 }, () => 'ended'))

  // A camera that is pulled out: what there is stays; before the start it is said.
  await press(page, t('send.recordVideo'))
  await dialog.getByRole('button', { name: t('recording.start'), exact: true }).click()
  await expect(dialog.getByRole('timer')).toContainText('0:01')
  await unplug()
  await expect(dialog.getByRole('button', { name: t('recording.use'), exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: t('recording.again'), exact: true }).click()
  await expect(dialog.getByRole('button', { name: t('recording.start'), exact: true })).toBeEnabled()
  await unplug()
  await expect(dialog.getByRole('alert')).toContainText(t('recording.camera_missing'))
})

test('Q10 the screen is recorded', async ({ page, context, server }) => {
  await signIn(context, server)
  await watchStreams(page)
  const card = sendCard(page, server)
  await openCard(page)
  await press(page, t('send.recordVideo'))
  const dialog = dialogOf(page)
  // By its words, which are pressed once the window has come to rest.
  await dialog.getByText(t('recording.screen'), { exact: true }).click()
  await expect(dialog.getByRole('radio', { name: t('recording.screen'), exact: true })).toBeChecked()
  await dialog.getByRole('button', { name: t('recording.start'), exact: true }).click()
  await expect(dialog.getByRole('timer')).toContainText('0:01')
  await dialog.getByRole('button', { name: t('recording.stop'), exact: true }).click()
  await expect.poll(() => dialog.locator('video').evaluate(({ duration }: HTMLVideoElement) => duration)).toBeGreaterThan(0.5)
  await dialog.getByRole('button', { name: t('recording.use'), exact: true }).click()
  await expect(card.files.getByText(/^RecordedVideo-\d+\.webm$/)).toBeVisible()
})

test.describe('at 360', () => {
  test.use({ viewport: { width: 360, height: 740 }, locale: 'en-US' })
  test('Q9 Q10 on the page of a request a memo and a video are recorded and sent', async ({ page, guest, server }) => {
    const owner = await guest()
    const account = await signIn(owner.context(), server)
    const request = async (more: object) =>
      (await account.browser.withAccess('POST', '/api/requests', { title: 'Tell us', documents: [], ...more })).json
    const detail = await request({})
    await page.goto(new URL(detail.request.linkUrl).pathname)
    await press(page, t('send.recordVoice'))
    await expect(page.getByRole('timer')).toContainText('0:01')
    await page.screenshot({ path: test.info().outputPath('speaking.png'), fullPage: true })
    await press(page, t('recording.stop'))
    await expect(player(page)).toBeVisible()
    await recordVideo(page, 'Hello')
    await expect(page.getByRole('listitem').filter({ hasText: 'Hello.webm' }).locator('img')).toBeVisible()
    await expectGood(page, 'recordings on the page of a request')
    await page.screenshot({ path: test.info().outputPath('recorded.png'), fullPage: true })
    await page.getByLabel(t('request.email'), { exact: true }).fill('li@example.com')
    await press(page, t('request.sendFiles', { count: 2, number: 2 }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('request.doneTitle'))
    const received = async (): Promise<ReceivedFile[]> => {
      const { json } = await account.browser.withAccess('GET', `/api/requests/${detail.request.slug}`)
      return json.suppliers.flatMap(({ slots }: { slots: RequestSlot[] }) => slots.flatMap((one) => one.files))
    }
    expect((await received()).map(({ media }) => media).sort()).toEqual(['video', 'voice'])
    // What a stranger sent as its picture is drawn anew before anybody sees it.
    await expect
      .poll(async () => (await received()).find(({ media }) => media === 'video'))
      .toMatchObject({ path: 'Hello.webm', thumbnail: expect.any(String) })

    // A request for pictures takes neither.
    const pictures = await request({ accept: ['image'] })
    await page.goto(new URL(pictures.request.linkUrl).pathname)
    await expect(page.getByRole('button', { name: t('request.send'), exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: t('send.recordVideo'), exact: true })).toHaveCount(0)
  })
})
