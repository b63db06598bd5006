/** A voice memo and a video message, recorded in the page, sent, and what they are on the other side (Q9, Q10). */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { findChromium } from '../chromium.ts'
import { makeFiles } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { expect, inGate, test } from '../journey.ts'
import { sendCard } from '../send-card.ts'
import type { Server } from '../server.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const chromium = await findChromium()
const fakes = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({ launchOptions: { ...chromium, args: [...chromium.args, ...fakes] } })

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const dialogOf = (page: Page, t: ReturnType<typeof words>) => page.getByRole('dialog', { name: t('recording.video') })

/** Whoever is signed in sends from the dashboard. */
async function openCard(page: Page): Promise<void> {
  await page.goto('/dash/send')
  await expect(page.locator('section[aria-labelledby=send-card]')).toBeVisible()
}

/** Somebody speaks for a moment. */
async function speak(page: Page, t: ReturnType<typeof words>): Promise<void> {
  await expect(page.getByRole('timer')).toContainText('0:01')
  await page.getByRole('button', { name: t('recording.stop'), exact: true }).click()
}

/** What Debian's own tool says of a file; null where it is not installed. */
function probe(bytes: Buffer): { format: string; seconds: number } | null {
  const folder = mkdtempSync(join(tmpdir(), 'sampan-probe-'))
  const file = join(folder, 'recording')
  writeFileSync(file, bytes)
  try {
    const asked = ['-v', 'error', '-show_entries', 'format=format_name,duration', '-of', 'json', file]
    const { format } = JSON.parse(execFileSync('ffprobe', asked, { encoding: 'utf8' }))
    return { format: format.format_name, seconds: Number(format.duration) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function lengthOf(bytes: Buffer): Promise<{ type: string; seconds: number }> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  return { type: await input.getMimeType(), seconds: await input.computeDuration() }
}

async function viewOf(server: Server, slug: string) {
  const view = await (await fetch(`${server.url}/api/transfers/${slug}`)).json()
  const bytesOf = async (fileId: string, more = ''): Promise<Buffer> => {
    const address = `${server.url}/api/transfers/${slug}/files/${fileId}/preview?dl=${view.dl}${more}`
    return Buffer.from(await (await fetch(address)).arrayBuffer())
  }
  return { files: view.files as PublicFile[], bytesOf }
}

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })
    const t = words(language)
    const memo = new RegExp(`^${t('recording.memoName', { time: '.+' })}\\.webm$`)

    test(
      `Q9 Q10 a voice memo and a video are recorded, heard and seen, and sent with a file (${language})`,
      inGate(language === 'en'),
      async ({ page, context, guest, server }) => {
        const account = await signIn(context, server)
        const card = sendCard(page, server, language)
        await openCard(page)
        await card.button(t('send.recordVoice')).click()
        await speak(page, t)
        await expect(page.getByRole('region', { name: memo })).toBeVisible()
        if (test.info().config.metadata.isThorough) {
          await card.button(t('recording.again')).click()
          await speak(page, t)
          await expect(card.files.getByText(memo)).toHaveCount(1)
        }
        await expectGood(page, 'a voice memo')
        await page.screenshot({ path: test.info().outputPath('voice.png'), fullPage: true })

        await card.button(t('send.recordVideo')).click()
        const dialog = dialogOf(page, t)
        await dialog.getByRole('button', { name: t('recording.start'), exact: true }).click()
        await expect(dialog.getByRole('timer')).toContainText('0:01')
        await page.screenshot({ path: test.info().outputPath('recording.png') })
        await dialog.getByRole('button', { name: t('recording.stop'), exact: true }).click()
        await dialog.getByLabel(t('recording.name')).fill('Hello 你好')
        await expectGood(page, 'a video message')
        await page.screenshot({ path: test.info().outputPath('review.png') })
        await dialog.getByRole('button', { name: t('recording.use'), exact: true }).click()
        await expect(dialog).toHaveCount(0)
        await expect(card.files.getByText('Hello 你好.webm')).toBeVisible()

        await card.fileInput.setInputFiles((await makeFiles({ 'note.txt': 20 })).at('note.txt'))
        await card.sendAs('byLink').check({ force: true })
        await card.send.click()
        await expect(card.heading).toHaveText(t('send.linkTitle'))

        const list = (await account.browser.withAccess('GET', '/getQs')).json
        const { slug } = list.allDocs[0]
        // Both are made after it was sent.
        await expect
          .poll(async () => (await viewOf(server, slug)).files.filter((file) => file.hasAudio || file.thumbnail).length)
          .toBe(2)
        const { files, bytesOf } = await viewOf(server, slug)
        const voice = files.find(({ media }) => media === 'voice')!
        const video = files.find(({ media }) => media === 'video')!
        expect(video).toMatchObject({ path: 'Hello 你好.webm', thumbnail: expect.any(String) })
        const heard = [await bytesOf(voice.fileId), await bytesOf(voice.fileId, '&as=audio'), await bytesOf(video.fileId)]
        const lengths = await Promise.all(heard.map(lengthOf))
        expect(lengths.map(({ type }) => type.split(';')[0])).toEqual(['audio/webm', 'audio/mp4', 'video/webm'])
        for (const { seconds } of lengths) expect(seconds).toBeGreaterThan(0.5)
        const probed = heard.map(probe)
        if (probed[0]) {
          expect(probed.map((each) => each?.format)).toEqual(['matroska,webm', 'mov,mp4,m4a,3gp,3g2,mj2', 'matroska,webm'])
          for (const each of probed) expect(each?.seconds).toBeGreaterThan(0.5)
        }

        // On the other side they are heard and seen, and the sender is told.
        const reader = await guest({ locale, viewport })
        await reader.goto(`/d/${slug}`)
        await reader.getByRole('button', { name: t('player.play'), exact: true }).click()
        await expect
          .poll(() => reader.locator('audio').evaluate(({ currentTime }: HTMLAudioElement) => currentTime))
          .toBeGreaterThan(0.3)
        await reader.locator('video').evaluate((video: HTMLVideoElement) => video.play())
        await expect
          .poll(() => reader.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
          .toBeGreaterThan(0.3)
        await reader.screenshot({ path: test.info().outputPath('heard.png'), fullPage: true })
        const looked = async () => {
          const { events } = (await account.browser.withAccess('GET', `/api/transfers/${slug}/timeline`)).json
          return events.filter(({ kind }: { kind: string }) => kind === 'previewed').length
        }
        await expect.poll(looked).toBe(2)
      },
    )
  })
}

test('Q9 Q10 without permission it is said what to do, and sending goes on', async ({ page, context, server }) => {
  await signIn(context, server)
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  const t = words('en')
  const card = sendCard(page, server)
  await openCard(page)
  await card.button(t('send.recordVoice')).click()
  await expect(page.getByRole('alert').filter({ hasText: t('recording.voice_denied') })).toBeVisible()
  await card.button(t('recording.without')).click()
  await card.button(t('send.recordVideo')).click()
  const dialog = dialogOf(page, t)
  await expect(dialog.getByRole('alert')).toContainText(t('recording.camera_denied'))
  await expectGood(page, 'no camera')
  await page.screenshot({ path: test.info().outputPath('denied.png') })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await card.fileInput.setInputFiles((await makeFiles({ 'note.txt': 20 })).at('note.txt'))
  await card.sendAs('byLink').check({ force: true })
  await card.send.click()
  await expect(card.heading).toHaveText(t('send.linkTitle'))
})

test('Q10 a take is paused, thrown away after a question, and the camera is let go', async ({ page, context, server }) => {
  await signIn(context, server)
  const t = words('en')
  const card = sendCard(page, server)
  await openCard(page)
  await card.button(t('send.recordVideo')).click()
  const dialog = dialogOf(page, t)
  await dialog.getByRole('button', { name: t('recording.start'), exact: true }).click()
  await dialog.getByRole('button', { name: t('recording.pause'), exact: true }).click()
  await dialog.getByRole('button', { name: t('recording.resume'), exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('alert')).toContainText(t('recording.leaveQuestion'))
  await dialog.getByRole('button', { name: t('recording.goOn'), exact: true }).click()
  await dialog.getByRole('button', { name: t('recording.stop'), exact: true }).click()
  await dialog.getByRole('button', { name: t('recording.again'), exact: true }).click()
  await expect(dialog.getByRole('button', { name: t('recording.start'), exact: true })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(card.files).toHaveCount(0)
})
