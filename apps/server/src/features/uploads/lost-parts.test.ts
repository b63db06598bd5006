/** Parts that no longer count: their container failed to flush, or the machine lost its power. */
import { open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { mib, openUpload, received, small } from '../../../test/support/open-upload.ts'
import { type Browser, linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { attempts, lostContainers, uploads } from '../../db/tables.ts'
import { loseContainers } from './lose-containers.ts'
import { noticePowerLoss, verifyUpload } from './suspect-uploads.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
afterEach(() => void vi.restoreAllMocks())

const rowOf = async (uploadId: string) => (await server.services.db.select().from(uploads).where(eq(uploads.id, uploadId)))[0]!

let people = 0
/** An upload whose sender is verified, ready to be published to a recipient of its own. */
async function begun(files = [small('film.bin', 9 * mib)]) {
  const opened = await openUpload(server, files)
  const [senderEmail, to] = [`lost${++people}@example.com`, `reader${people}@example.cn`]
  await opened.browser.verify(senderEmail)
  const publish = () => opened.browser.publish(opened.plan.slug, { senderEmail, emailTo: [{ email: to }] })
  return { ...opened, to, publish }
}

async function expectArrived({ to, browser, plan }: { to: string; browser: Browser; plan: any }, bytes: Buffer) {
  const [, , slug, user] = linkIn(await server.mailTo(to)).split('/')
  const view = await (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).json()
  const reply = await fetch(`${server.url}/api/transfers/${slug}/files/${view.files[0].fileId}?user=${user}&dl=${view.dl}`)
  expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true)
  expect((await browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)).json.state).toBe('complete')
}

describe('a flush that fails', () => {
  async function failNextFlush(code: string) {
    const file = await open(join(server.services.config.dataDir, 'any'), 'w')
    const prototype = Object.getPrototypeOf(file)
    await file.close()
    return vi.spyOn(prototype, 'datasync').mockRejectedValueOnce(Object.assign(new Error(code), { code, syscall: 'fdatasync' }))
  }

  test.each(['EIO', 'ENOSPC'])(
    'INV1 INV3 with %s: its parts are missing again, and sent again they complete the transfer',
    async (code) => {
      const upload = await begun()
      const { browser, plan, put, blob } = upload
      await put(0, 5 * mib)
      await put(5 * mib, blob.bytes.length)
      await failNextFlush(code)
      expect((await upload.publish()).json.state).toBe('uploading')
      expect(await received(browser, plan)).toEqual([])
      expect((await rowOf(plan.uploadId)).receivedBytes).toBe(0)
      expect(await server.mailsTo(upload.to)).toEqual([])
      await put(0, blob.bytes.length)
      await expectArrived(upload, blob.bytes)
    },
  )

  test('INV1 R01 what is lost again and again is never too much written: it may come again as often', async () => {
    const upload = await begun()
    const { plan, put, blob } = upload
    const all = () => server.services.db.select().from(attempts).where(eq(attempts.blobId, blob.blobId))
    for (let times = 0; times < 10; times++) {
      expect((await put(0, blob.bytes.length)).status).toBe(204)
      const [{ container } = { container: '' }] = await all()
      server.services.storage.abandon(container)
      await loseContainers(server.services, plan.uploadId, [{ blobId: blob.blobId, container }], new Error('EIO'))
    }
    const { writtenBytes, writtenParts, receivedBytes } = await rowOf(plan.uploadId)
    expect([writtenBytes, writtenParts, receivedBytes]).toEqual([0, 0, 0])
    await put(0, blob.bytes.length)
    await upload.publish()
    await expectArrived(upload, blob.bytes)
  })

  test('INV1 only what lies in that container is taken off', async () => {
    const upload = await begun()
    const { browser, plan, put, blob } = upload
    await put(0, 5 * mib)
    const [first] = await server.services.db.select().from(attempts).where(eq(attempts.blobId, blob.blobId))
    server.services.storage.abandon(first!.container)
    await put(5 * mib, blob.bytes.length)
    await failNextFlush('EIO')
    await upload.publish()
    const [range] = await received(browser, plan)
    expect([
      [0, 5 * mib],
      [5 * mib, blob.bytes.length],
    ]).toContainEqual(range)
    await (range[0] === 0 ? put(5 * mib, blob.bytes.length) : put(0, 5 * mib))
    await expectArrived(upload, blob.bytes)
  })

  test('INV1 a part that another process still wrote to a lost container is refused, and the next try has another', async () => {
    const { browser, plan, put, blob } = await begun()
    await put(0, mib)
    const [{ container } = { container: '' }] = await server.services.db
      .select()
      .from(attempts)
      .where(eq(attempts.blobId, blob.blobId))
    await server.services.db.insert(lostContainers).values({ container, blobId: blob.blobId })
    const refused = await put(mib, 2 * mib)
    expect([refused.status, refused.json.error.code]).toEqual([503, 'unavailable'])
    expect((await put(mib, 2 * mib)).status).toBe(204)
    expect(await received(browser, plan)).toEqual([[0, 2 * mib]])
  })
})

describe('after a power loss', () => {
  let boots = 0
  /** The machine comes up again: what is in doubt is told apart before anybody is served. */
  const reboot = () => noticePowerLoss(server.services, `boot ${++boots}`)
  const containers = async (blobId: string) => {
    const root = join(server.services.config.dataDir, 'blobs')
    const paths = await readdir(root, { recursive: true })
    return paths.filter((path) => path.includes(`${blobId}.`)).map((path) => join(root, path))
  }

  test.each([
    ['cut', (path: string) => truncate(path, 3 * mib)],
    ['gone', (path: string) => rm(path)],
    [
      'changed in one bit',
      async (path: string) => {
        const bytes = await readFile(path)
        bytes[4 * mib]! ^= 1
        await writeFile(path, bytes)
      },
    ],
  ])('U5 INV1 only parts that still verify are listed where a container is %s; sent again they complete', async (how, damage) => {
    const upload = await begun()
    const { browser, plan, put, blob } = upload
    const size = blob.bytes.length
    await put(0, 2 * mib)
    await put(2 * mib, 5 * mib)
    for (const path of await containers(blob.blobId)) {
      await damage(path)
      // As the next life of the server knows nothing of it.
      server.services.storage.abandon(basename(path))
    }
    await server.services.storage.close()
    await reboot()
    await waitFor(async () => !(await rowOf(plan.uploadId)).isSuspect)
    const kept = how === 'gone' ? 0 : 2 * mib
    expect(await received(browser, plan)).toEqual(kept ? [[0, kept]] : [])
    expect((await rowOf(plan.uploadId)).receivedBytes).toBe(kept)
    await put(kept, size)
    expect((await upload.publish()).json.state).toBe('active')
    await expectArrived(upload, blob.bytes)
  })

  test('U5 until its parts are read, an upload in doubt lists nothing, takes nothing and does not complete', async () => {
    const upload = await begun()
    const { browser, plan, put, blob } = upload
    await put(0, 5 * mib)
    await server.services.db.update(uploads).set({ isSuspect: true }).where(eq(uploads.id, plan.uploadId))
    const replies = [await browser.withTicket('GET', `/api/uploads/${plan.uploadId}`), await put(5 * mib, blob.bytes.length)]
    for (const { status, json, headers } of replies) {
      expect([status, json.error.code]).toEqual([503, 'uploadChecking'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await server.services.db.update(uploads).set({ isSuspect: false }).where(eq(uploads.id, plan.uploadId))
    await put(5 * mib, blob.bytes.length)
    await server.services.db.update(uploads).set({ isSuspect: true }).where(eq(uploads.id, plan.uploadId))
    expect((await upload.publish()).json.state).toBe('uploading')
    await verifyUpload(server.services, plan.uploadId, { attempt: 1, maxAttempts: 12 })
    await expectArrived(upload, blob.bytes)
  })

  test('O3 machines that share a folder and start in turn are known by their boots, and an S3 store needs no reading', async () => {
    for (const machine of ['here', 'there']) await noticePowerLoss(server.services, machine)
    const { put, plan } = await begun()
    await put(0, mib)
    for (const machine of ['here', 'there', 'here']) await noticePowerLoss(server.services, machine)
    const onS3 = { ...server.services, config: { ...server.services.config, store: 's3' as const } }
    await noticePowerLoss(onS3, 'a third one')
    expect((await rowOf(plan.uploadId)).isSuspect).toBe(false)
    const doubt = vi.spyOn(server.services.log, 'warn')
    await noticePowerLoss(server.services, 'here, started anew')
    expect(doubt).toHaveBeenCalledTimes(1)
    doubt.mockRestore()
    await waitFor(async () => !(await rowOf(plan.uploadId)).isSuspect)
  })

  test('the same boot again puts nothing in doubt, and another one no upload without parts', async () => {
    const [withPart, without] = [await begun(), await begun()]
    await withPart.put(0, mib)
    const hadDoubt = vi.spyOn(server.services.log, 'warn')
    await noticePowerLoss(server.services, `boot ${boots}`)
    expect(hadDoubt).not.toHaveBeenCalled()
    await reboot()
    expect(hadDoubt).toHaveBeenCalledTimes(1)
    expect((await rowOf(without.plan.uploadId)).isSuspect).toBe(false)
    await waitFor(async () => !(await rowOf(withPart.plan.uploadId)).isSuspect)
    expect(await received(withPart.browser, withPart.plan)).toEqual([[0, mib]])
  })
})
