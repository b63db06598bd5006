/** O3: files move from a disk to a real bucket and back while the service runs, and SIGKILL ends the command again and again. */
import { randomBytes } from 'node:crypto'
import type { S3 } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { asTestServer } from '../support/installed.ts'
import { get, type Sent, sendTo } from '../support/reader.ts'
import { makeBucket, type RealStore, startRealStore, whyNoRealStore } from '../support/s3/real-store.ts'
import { bucketSettings } from '../support/s3/settings.ts'
import { containersOf } from './recount.ts'
import { buildServer, type Installation, installForTest, startCommand, until } from './server-process.ts'

const reason = whyNoRealStore()
const mib = 1024 * 1024
const names = { s3: 'disk', disk: 's3' } as const
/** Four are moved at once: of more than that some are always under way. */
const lengths = [24 * mib, 9 * mib, 9 * mib, 9 * mib, mib, mib, 300_000, 300_000, 70_000, 5, 1]

describe.skipIf(reason !== null)(`on a real store${reason ? ` (${reason})` : ''}`, () => {
  let store: RealStore
  let stop: () => Promise<unknown>
  beforeAll(async () => {
    buildServer()
    ;({ store, stop } = await startRealStore())
  }, 300_000)
  afterAll(() => stop?.())

  test.each(['yes', 'no'])(
    'O3 INV1 INV2 from a disk to a bucket and back, killed again and again, every file is whole and nothing is left behind (sealed: %s)',
    async (STORE_SEALED) => {
      const { settings, s3, remove } = await makeBucket(store)
      onTestFinished(remove)
      const here = await installForTest({
        ...bucketSettings(settings),
        STORE_SEALED,
        RATE_LIMITS: 'signUpNetwork=1000/3600,codeNetwork=1000/3600',
      })
      await here.start({ env: { STORE: 'disk' } })
      const server = asTestServer(here)
      const contents = lengths.map((length) => randomBytes(length))
      const sent: Sent[] = []
      for (const [i, bytes] of contents.entries())
        sent.push(
          await sendTo(server, [
            { path: `${i}.bin`, bytes },
            { path: 'note.txt', bytes: Buffer.from(`${i}`) },
          ]),
        )
      const expectWhole = async (when: string) => {
        for (const [i, bytes] of contents.entries()) expect(await isWhole(sent[i]!, bytes), `${when}: ${i}.bin`).toBe(true)
      }
      for (const to of ['s3', 'disk'] as const) {
        await here.stop()
        await here.start({ env: { STORE: to, STORE_FROM: names[to] } })
        const both = { STORE: to, STORE_FROM: names[to] }
        const amountThere = async () =>
          to === 's3' ? (await inBucket(s3, settings.bucket)).length : containersOf(here.dataDir).size
        let ends = 0
        for (;;) {
          const command = startCommand(here, ['move-store'], both)
          let isOver = false
          void command.ended.then(() => {
            isOver = true
          })
          const before = await amountThere()
          // At first in the middle of the first copies, later when one of those under way has moved.
          const isTime =
            ends === 0 ? async () => (await amountThere()) > before : () => /\d+ of \d+ containers/.test(command.output())
          await until(async () => isOver || (await isTime()))
          if (!isOver) process.kill(command.child.pid!, 'SIGKILL')
          const code = await command.ended
          await expectWhole(`to ${to}, end ${ends}`)
          if (code === 0) break
          expect(code, command.output()).toBe(null)
          ends++
        }
        expect(ends).toBeGreaterThanOrEqual(2)
        expect(to === 's3' ? [...containersOf(here.dataDir).keys()] : await inBucket(s3, settings.bucket)).toEqual([])
        await here.stop()
        await here.start({ env: { STORE: to } })
        await expectWhole(`with ${to} alone`)
        expect(await deepCheck(here, to)).toMatchObject({ code: 0 })
      }
    },
    900_000,
  )
})

const deepCheck = async (here: Installation, to: string) => {
  const command = startCommand(here, ['fsck', '--deep'], { STORE: to })
  return { code: await command.ended, output: command.output() }
}

const inBucket = async (s3: S3, Bucket: string): Promise<string[]> =>
  ((await s3.listObjectsV2({ Bucket, Prefix: 'blobs/' })).Contents ?? []).map(({ Key }) => Key!)

async function isWhole({ url, view }: Sent, bytes: Buffer): Promise<boolean> {
  const { fileId } = view.files.find(({ path }: { path: string }) => path.endsWith('.bin'))
  const read = await get(url(`files/${fileId}`))
  return read.status === 200 && read.bytes.equals(bytes)
}
