/** The upload that begins at the drop: what flows before Send, what is taken out, what waits, and what Send still has to do (Q21, D8). */
import { languageCookie } from '../../packages/contract/src/cookies.ts'
import { badLine, changeOnce, onThePhone } from '../bad-line.ts'
import { dropFiles, makeFiles } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { holdParts } from '../hold-parts.ts'
import { expect, inGate, linkIn, someone, test } from '../journey.ts'
import { receivedHashes } from '../measure/received.ts'
import { enterCode, type SendCard, sendCard } from '../send-card.ts'
import type { Server } from '../server.ts'
import { signIn } from '../signed-in.ts'
import { watchWakeLock } from '../wake-lock.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

/** The newest upload as the server has it. */
async function newest(server: Server) {
  const [row] = await server.sql(
    `select id, slug, received_bytes::int as received,
       (select array_agg(path order by path) from files where upload_id = uploads.id and not is_removed) as paths,
       (select count(*)::int from blobs where upload_id = uploads.id) as blobs,
       (select state from transfers where upload_id = uploads.id) as transfer
     from uploads order by created_at desc limit 1`,
  )
  return row as
    | { id: string; slug: string; received: number; paths: string[]; blobs: number; transfer: string | null }
    | undefined
}
/** The newest of those begun from now on: other tests share the server. */
async function newestFromNow(server: Server): Promise<() => ReturnType<typeof newest>> {
  const before = (await newest(server))?.id
  return async () => {
    const found = await newest(server)
    return found?.id === before ? undefined : found
  }
}
const early = (card: SendCard) => card.card.locator('[data-early]')

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })

    test(
      `Q21 bytes flow while the form is filled and the address verified; Send only publishes (${language})`,
      inGate(locale === 'en-US' && viewport.width > 1000),
      async ({ page, server, mailTo }) => {
        const made = await makeFiles({ 'one.bin': 10_000_000, 'two.bin': 10_000_000, 'three.txt': 5000 })
        const [sender, reader] = [someone('sender'), someone('ana')]
        const card = sendCard(page, server, language)
        const { letGo } = await holdParts(page, 5)
        await card.open()
        const newestNow = await newestFromNow(server)
        await dropFiles(page, [made.at('one.bin'), made.at('two.bin')])
        await expect.poll(async () => (await newestNow())?.received ?? 0).toBeGreaterThan(3_000_000)
        await expect(early(card)).toContainText('20 MB')
        await expectGood(page, `early upload, ${language}`)
        await page.screenshot({ path: test.info().outputPath('early.png') })

        await card.button(card.t('send.remove', { name: 'two.bin' })).click()
        await card.fileInput.setInputFiles(made.at('three.txt'))
        await expect.poll(async () => (await newestNow())?.paths).toEqual(['one.bin', 'three.txt'])
        expect((await newestNow())?.blobs).toBe(2)
        await expect(early(card)).toContainText('10 MB')

        await card.addPeople(reader)
        await card.sender.fill(sender)
        expect((await newestNow())?.transfer).toBeNull()
        await card.send.click()
        await enterCode(card, sender)
        await expect.poll(async () => (await newestNow())?.transfer).toBe('uploading')
        await expect.poll(async () => Number(await card.progress.getAttribute('aria-valuenow'))).toBeGreaterThan(20)
        expect(await server.mailsTo(reader)).toEqual([])
        letGo()
        await expect(card.heading).toHaveText(card.t('send.doneTitle'))
        expect(linkIn(await mailTo(reader))).toContain((await newestNow())!.slug)
      },
    )

    test(`Q14 D8 Q13 a link is there at once, works, and is nobody's any more once it is cancelled (${language})`, async ({
      page,
      context,
      server,
      complaints,
    }) => {
      complaints.expectFailed(/\/blobs\//)
      await signIn(context, server)
      const made = await makeFiles({ 'one.bin': 10_000_000 })
      const card = sendCard(page, server, language)
      const { letGo } = await holdParts(page, 4)
      await context.addCookies([{ name: languageCookie.name, value: language, url: server.url }])
      await page.goto('/dash/send')
      await expect(card.send).toBeVisible()
      const newestNow = await newestFromNow(server)
      await card.fileInput.setInputFiles(made.at('one.bin'))
      await card.sendAs('byLink').check()
      await expect.poll(async () => (await newestNow())?.received ?? 0).toBeGreaterThan(2_000_000)
      await card.send.click()
      const link = card.card.getByLabel(card.t('send.link'), { exact: true })
      await expect(link).toHaveValue(/\/w\/[0-9A-Za-z]{7}$/)
      await expect(card.card).toContainText(card.t('send.linkAlready'))
      await expectGood(page, `link while sending, ${language}`)
      await page.screenshot({ path: test.info().outputPath('link.png') })
      const url = await link.inputValue()
      expect((await fetch(url)).status).toBe(200)

      await card.button(card.t('send.cancel')).click()
      await card.button(card.t('send.yes')).click()
      await expect.poll(async () => (await fetch(url)).status).toBe(404)
      await expect(early(card)).toContainText(card.t('send.earlyPaused'))
      letGo()
      await card.send.click()
      await expect(card.heading).toHaveText(card.t('send.linkTitle'))
      expect((await fetch(url)).status).toBe(200)
    })
  })
}

test('Q21 Q13 U5 while the form is filled the line swallows all, the sender pauses, the server is killed: the card says so, and the bytes go on', async ({
  page,
  server,
  complaints,
  mailTo,
}) => {
  complaints.expectFailed(/\/(?:api\/uploads|stsAuth)/)
  const line = await badLine(server, { delayMs: 20, bytesPerSecond: { up: 1_000_000 } })
  const isAwake = await watchWakeLock(page)
  await onThePhone(page)
  const made = await makeFiles({ 'one.bin': 8_000_000 })
  const [sender, reader] = [someone('sender'), someone('ana')]
  const card = sendCard(page, server)
  await card.open(line.url)
  const newestNow = await newestFromNow(server)
  const received = async () => (await newestNow())?.received ?? 0
  await card.addPeople(reader)
  await card.fileInput.setInputFiles(made.at('one.bin'))
  await changeOnce(line, async () => (await received()) > 1_000_000, { hold: { up: true } })
  line.act({ all: 'halfOpen' })
  line.set({ hold: { up: false } })
  await expect.poll(isAwake).toBe(true)
  const warned = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await warned).dismiss()
  await expect(card.card).toContainText(/\d+ seconds since the last byte/)
  await expect(card.button(card.t('send.reconnectNow'))).toBeVisible()
  const before = await received()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  // Without being told, it would wait for the dead line for 90 s.
  await changeOnce(line, async () => (await received()) > before, { hold: { up: true } })

  await card.button(card.t('send.pause')).click()
  await expect(early(card)).toContainText(card.t('send.earlyPaused'))
  await expect.poll(isAwake).toBe(false)
  await page.screenshot({ path: test.info().outputPath('paused.png') })
  await card.button(card.t('send.resume')).click()
  await expect(early(card)).not.toContainText(card.t('send.earlyPaused'))
  await server.kill()
  line.set({ hold: { up: false }, bytesPerSecond: 0 })
  await expect(early(card)).toContainText(card.t('send.earlyOffline'))
  await card.sender.fill(sender)
  await card.button(card.t('send.reconnectNow')).click()
  await page.screenshot({ path: test.info().outputPath('waiting.png') })
  await server.restart()
  await expect(early(card)).toContainText(card.t('send.earlyReady', { total: '8 MB' }))
  await card.send.click()
  await enterCode(card, sender)
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
  expect(await receivedHashes(linkIn(await mailTo(reader)))).toEqual(new Map(Object.entries(made.hashes)))
  await line.stop()
})

test('Q21 where bytes cost money the upload waits for Send, and the card says so', async ({ page, server }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true, effectiveType: '4g' }) })
  })
  const begun: string[] = []
  page.on('request', (request) => void (request.url().includes('/api/uploads') && begun.push(request.url())))
  const made = await makeFiles({ 'one.bin': 300_000 })
  const sender = someone('sender')
  const card = sendCard(page, server)
  await card.open()
  await card.fileInput.setInputFiles(made.at('one.bin'))
  await expect(early(card)).toContainText(card.t('send.earlyWaits'))
  await card.addPeople(someone('ana'))
  await card.sender.fill(sender)
  await card.send.click()
  await expect(card.code).toBeVisible()
  expect(begun).toEqual([])
  await enterCode(card, sender)
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
})

test('Q21 U8 more than an unknown sender may have under way waits for the address to be verified, and says so', async ({
  page,
  server,
  complaints,
}) => {
  complaints.expectFailed(/\/api\/uploads$/)
  const made = await makeFiles({ 'one.bin': 300_000 })
  const sender = someone('sender')
  const card = sendCard(page, server)
  await card.open()
  const { SecurityToken } = await (await page.request.post('/stsAuth', { data: { id: 'home', type: 'anonUpload' } })).json()
  for (const size of [3_000_000_000, 1_999_900_000]) {
    const filled = await page.request.post('/api/uploads', {
      headers: { authorization: `Bearer ${SecurityToken}` },
      data: { files: [{ path: 'other.bin', size }] },
    })
    expect(filled.status()).toBe(201)
  }
  await card.fileInput.setInputFiles(made.at('one.bin'))
  await expect(early(card)).toContainText(card.t('send.earlyUnverified', { size: '5 GB' }))
  await card.addPeople(someone('ana'))
  await card.sender.fill(sender)
  await card.send.click()
  await enterCode(card, sender)
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
})

test('Q21 an emptied card has nothing on the server any more; a sign-in in the middle takes the upload along', async ({
  page,
  server,
  guest,
}) => {
  const made = await makeFiles({ 'one.bin': 300_000, 'two.bin': 200_000 })
  const card = sendCard(page, server)
  await card.open()
  const newestNow = await newestFromNow(server)
  await card.fileInput.setInputFiles(made.at('one.bin'))
  await expect.poll(async () => (await newestNow())?.received).toBe(300_000)
  const { id } = (await newestNow())!
  await card.button(card.t('send.remove', { name: 'one.bin' })).click()
  await expect.poll(async () => (await server.sql('select state from uploads where id = $1', [id]))[0]?.state).toBe('discarded')

  await card.fileInput.setInputFiles(made.at('two.bin'))
  await expect.poll(async () => (await newestNow())?.received).toBe(200_000)
  const guests = (await newestNow())!
  expect(guests.id).not.toBe(id)
  // In another tab of this browser.
  const { userId, email } = await signIn((await guest()).context(), server)
  const loggedIn = await page.request.post('/combinedAuth', { data: { email, password: 'a sampan at dusk' } })
  expect(loggedIn.status()).toBe(200)
  await page.evaluate(() => localStorage.setItem('ssid', '1'))
  await card.addPeople(someone('ana'))
  await card.sender.fill(someone('sender'))
  await card.send.click()
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
  expect((await newestNow())?.id).toBe(guests.id)
  const [transfer] = await server.sql('select author_id from transfers where slug = $1', [guests.slug])
  expect(transfer?.author_id).toBe(userId)
})
