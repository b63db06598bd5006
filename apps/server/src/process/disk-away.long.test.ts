/** The disk of the stored files drops out: what then lies at its place is its mount point, and nothing may go there or be read from it. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildServer, installForTest, runCommand, until } from '../../test/faults/server-process.ts'
import { asTestServer } from '../../test/support/installed.ts'
import { mib, openUpload, received, small } from '../../test/support/open-upload.ts'

vi.setConfig({ testTimeout: 180_000 })
beforeAll(buildServer, 180_000)

async function begin() {
  const here = await installForTest({ WORKERS: '2', LOG_LEVEL: 'info' })
  await here.start()
  const blobs = join(here.dataDir, 'blobs')
  const bringBack = async () => {
    await rm(blobs, { recursive: true, force: true })
    await rename(`${blobs}.away`, blobs)
  }
  return { here, blobs, takeAway: () => rename(blobs, `${blobs}.away`), bringBack }
}

/** As a start before the disk was mounted, or a command while it was away, has left it in earlier versions. */
async function leaveFolders(blobs: string): Promise<void> {
  for (let i = 0; i < 256; i++) await mkdir(join(blobs, 'blobs', i.toString(16).padStart(2, '0')), { recursive: true })
}

test('O4 R52 INV1 while the disk is away no process and no command takes its mount point for it, even with its folders', async () => {
  const { here, blobs, takeAway, bringBack } = await begin()
  const { browser, plan, put } = await openUpload(asTestServer(here), [small('a.bin', 3 * mib)])
  expect((await put(0, mib)).status).toBe(204)
  const { put: putUntouched } = await openUpload(asTestServer(here), [small('b.bin', 2 * mib)])
  await takeAway()
  await mkdir(blobs)
  const refused = { code: 2, output: expect.stringContaining('holds none of them') }
  for (const words of [['fsck'], ['backup', join(here.dataDir, 'copy')]])
    expect(await runCommand(here, ...words)).toEqual(refused)
  expect(await readdir(blobs)).toEqual([])
  await leaveFolders(blobs)
  const there = await readdir(blobs, { recursive: true })
  process.kill(here.workers()[0]!, 'SIGKILL')
  await until(() => here.life!.output().includes('is its disk mounted?'))
  expect((await putUntouched(0, mib)).status).toBe(503)
  expect(await runCommand(here, 'fsck', '--repair')).toEqual(refused)
  expect(await readdir(blobs, { recursive: true })).toEqual(there)
  await bringBack()
  await until(() => here.life!.output().includes('worker serves again'))
  expect((await putUntouched(0, mib)).status).toBe(204)
  expect(await received(browser, plan)).toEqual([[0, mib]])
})

test('R56 a start without the disk is refused and makes nothing, until the operator says that its files are lost', async () => {
  const { here, blobs, takeAway } = await begin()
  const { browser, plan, put } = await openUpload(asTestServer(here), [small('a.bin', 3 * mib)])
  expect((await put(0, mib)).status).toBe(204)
  await here.stop()
  await takeAway()
  await mkdir(blobs)
  await expect(here.start()).rejects.toThrow('is their disk mounted at its folder blobs?')
  expect(await readdir(blobs)).toEqual([])
  await rm(blobs, { recursive: true })
  expect((await runCommand(here, 'fsck', '--repair', '--force')).code).toBe(1)
  await here.start()
  await expect.poll(() => received(browser, plan).catch(() => 'not yet'), { timeout: 60_000 }).toEqual([])
  expect((await put(0, mib)).status).toBe(204)
})
