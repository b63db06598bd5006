/** O3: several replicas behind a proxy without stickiness are one service, while they come and go. */
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openStream } from '../../src/features/live/test-stream.ts'
import { buildServer, type Installation, until } from '../faults/server-process.ts'
import { fileOf, lineTo, MiB, type Sender } from '../lines/test-line.ts'
import { get } from '../support/reader.ts'
import { startS3Double } from '../support/s3/s3-double.ts'
import { Browser, blobsOf, linkIn } from '../support/sender.ts'
import { unzip } from '../support/unzip.ts'
import { countOf, startReplicas } from './replicas.ts'

vi.setConfig({ testTimeout: 300_000 })
beforeAll(buildServer, 180_000)

const generous = {
  RATE_LIMITS: 'signUpNetwork=1000/3600,codeNetwork=1000/3600',
  PLAN_LIMITS: 'free.files=5000,free.transfersPerMonth=1000',
}
/** Uploads, and as many downloads, while replicas are killed. */
const killedLoad = Number(process.env.REPLICA_LOAD ?? 200)
const servedBy = ({ life }: Installation, route: string) => life!.output().includes(`"route":"${route}"`)

async function doubleOfS3() {
  const double = await startS3Double()
  onTestFinished(async () => void (await double.stop()))
  return double.settings
}

test.each(['disk', 's3'] as const)(
  'O3 T5 R15 on %s an upload goes through every replica in turn, is published, read and zipped at each, and told at the others',
  async (store) => {
    const { replicas, proxy, server, ask } = await startReplicas({
      ...(store === 's3' && { s3: await doubleOfS3() }),
      env: generous,
    })
    const browser = new Browser(server)
    await browser.signUp('anna@example.com')
    await browser.takeUserTicket()
    const files = [
      { path: 'a.bin', bytes: randomBytes(9 * 256 * 1024 + 11) },
      { path: 'folder/b.bin', bytes: randomBytes(70_000) },
    ]
    const { json: plan } = await browser.create(files)
    // Any order, each part at the next replica, all of them at once.
    const parts = blobsOf(plan, files).flatMap(({ blobId, bytes }) =>
      Array.from({ length: Math.ceil(bytes.length / 262_144) }, (_, i) => ({ blobId, bytes, at: i * 262_144 })),
    )
    const put = ({ blobId, bytes, at }: (typeof parts)[number]) =>
      browser.putPart(plan.uploadId, blobId, at, bytes.subarray(at, at + 262_144))
    const answers = await Promise.all(parts.reverse().map(put))
    expect(answers.map(({ status }) => status)).toEqual(parts.map(() => 204))
    for (const replica of replicas) expect(servedBy(replica, '/api/uploads/:uploadId/blobs/:blobId')).toBe(true)

    const streams = await Promise.all(replicas.map(({ url }) => openStream(url, browser.accessToken)))
    for (const stream of streams) await stream.next('all')
    proxy.only = replicas[2]!.port
    const emailTo = [{ email: 'li@example.cn' }]
    const sent = await browser.withAccess('POST', '/quicksend2', { slug: plan.slug, senderEmail: 'anna@example.com', emailTo })
    expect([sent.status, sent.json.state]).toEqual([200, 'active'])
    proxy.only = undefined
    for (const stream of streams) await stream.next('transfer', plan.slug)

    const user = linkIn(await server.mailTo('li@example.cn')).split('/')[3]!
    const address = `${proxy.url}/api/transfers/${plan.slug}`
    const view = await (await fetch(`${address}?user=${user}`)).json()
    const query = new URLSearchParams({ user, dl: view.dl })
    for (const { port } of replicas) {
      proxy.only = port
      for (const { path, bytes } of files) {
        const { fileId } = view.files.find((each: { path: string }) => each.path === path)
        const whole = await get(`${address}/files/${fileId}?${query}`)
        expect([whole.status, whole.bytes.equals(bytes)]).toEqual([200, true])
      }
      const zip = await get(`${address}/zip?${query}`)
      expect(zip.status).toBe(200)
      const entries = unzip(zip.bytes)
      for (const { path, bytes } of files) expect(entries[path]?.equals(bytes), path).toBe(true)
    }
    proxy.only = undefined
    for (const stream of streams) {
      await stream.next('notifications')
      stream.stop()
    }
    // A reader who comes again and again, at whichever replica, is one reader.
    const [row] = await ask(`select download_count from transfers where slug = '${plan.slug}'`)
    expect(row!.download_count).toBeGreaterThan(0)

    for (let i = 0; i < 6; i++) {
      const renewed = await browser.refresh()
      expect(renewed.status).toBe(200)
      browser.accessToken = renewed.json.accessToken
      expect((await browser.withAccess('POST', '/notifications', {})).status).toBe(200)
    }
  },
)

test('O3 R19 limits, tries of a code and space that is left are exact when 50 race over all replicas', async () => {
  const { replicas, server } = await startReplicas({ env: { RATE_LIMITS: 'loginNetwork=7/900' } })
  const fifty = <T>(ask: (i: number) => Promise<T>) => Promise.all(Array.from({ length: 50 }, (_, i) => ask(i)))
  const logIns = await fifty(() =>
    new Browser(server).call('POST', '/combinedAuth', { email: 'nobody@example.com', password: 'wrong' }),
  )
  expect(logIns.filter(({ status }) => status !== 429)).toHaveLength(7)

  const browser = new Browser(server)
  await browser.takeTicket()
  const files = [{ path: 'a.bin', size: 1_000_000_000 }]
  const created = await fifty(() => browser.withTicket('POST', '/api/uploads', { files }))
  expect(created.filter(({ status }) => status === 201)).toHaveLength(5)

  const email = 'anna@example.com'
  const code = (await browser.askCode('/verifyEmail', email))!
  const wrong = code === 'AAAAA' ? 'BBBBB' : 'AAAAA'
  const tried = await fifty(() => browser.call('POST', '/checkVerifyEmail', { email, verifyId: wrong }))
  expect(tried.filter(({ status }) => status === 200)).toEqual([])
  // Its five tries are used up, wherever they were made: the right one comes too late.
  expect((await browser.call('POST', '/checkVerifyEmail', { email, verifyId: code })).status).not.toBe(200)
  for (const replica of replicas)
    for (const route of ['/combinedAuth', '/api/uploads']) expect(servedBy(replica, route)).toBe(true)
})

test('O3 INV7 timed work that is due is done once by all replicas together', async () => {
  const { replicas, ask } = await startReplicas()
  const job = 'uploads:collect'
  const runs = async () => {
    const counts = await Promise.all(replicas.map((replica) => countOf(replica, `sampan_jobs_run_total{job="${job}"}`)))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const before = await runs()
  await ask(`update installation set value = convert_to((now() - interval '1 day')::text, 'UTF8') where name = 'timed:${job}'`)
  await until(async () => (await runs()) > before, 200)
  // Each of them has gone its round of fifteen seconds by then.
  await sleep(16_000)
  expect(await runs()).toBe(before + 1)
})

/** What a browser or a program does: goes on from where it broke. */
async function readWhole(url: string, size: number, notes: { repeated: number; wrong: string[] }): Promise<Buffer> {
  const pieces: Buffer[] = []
  let have = 0
  for (let tries = 0; have < size && tries < 200; tries++) {
    try {
      const reply = await fetch(url, { headers: have ? { range: `bytes=${have}-` } : {} })
      if (reply.status === 503) throw new Error('later')
      if (reply.status !== (have ? 206 : 200)) {
        notes.wrong.push(`download ${reply.status}`)
        break
      }
      for await (const piece of reply.body!) {
        pieces.push(Buffer.from(piece))
        have += piece.length
      }
    } catch {
      notes.repeated++
      await sleep(200)
    }
  }
  return Buffer.concat(pieces)
}

/** Uploads by the client that all programs share, and readers of something that was sent before, until all of them are through. */
async function startLoad(running: Awaited<ReturnType<typeof startReplicas>>, uploads: number, downloads: number) {
  const { server, proxy } = running
  const browser = new Browser(server)
  const user = await browser.signUp('load@example.com')
  const sender: Sender = { userId: user._id, cookie: browser.cookie, access: async () => browser.accessToken }
  const { start } = await lineTo(proxy.url, sender, {})
  const notes = { repeated: 0, wrong: [] as string[] }
  const call = async (path: string, init: RequestInit = {}): Promise<any> => {
    for (let tries = 0; ; tries++) {
      const reply = await fetch(proxy.url + path, init).catch(() => undefined)
      if (reply?.ok) return reply.json()
      if (reply && reply.status !== 503) throw new Error(`${path} ${reply.status} ${await reply.text()}`)
      if (tries > 100) throw new Error(`${path} is never answered`)
      notes.repeated++
      await sleep(200)
    }
  }
  const publish = async (slug: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${browser.accessToken}` }
    await call('/quicksend2', { method: 'POST', headers, body: JSON.stringify({ slug, sendAs: 'link' }) })
    const { dl, files } = await call(`/api/transfers/${slug}`)
    return (path: string) => {
      const { fileId } = files.find((each: { path: string }) => each.path === path)
      return `${proxy.url}/api/transfers/${slug}/files/${fileId}?dl=${encodeURIComponent(dl)}`
    }
  }
  const sizeOf = (i: number) => 2 * MiB + (i % 40) * 40_001
  const begin = async (i: number) => {
    const file = fileOf(`load ${i}.bin`, sizeOf(i))
    const { slug } = await start([file]).done
    const url = (await publish(slug))(file.path)
    return { url, file }
  }
  const expectSame = async ({ url, file }: Awaited<ReturnType<typeof begin>>) => {
    const bytes = await readWhole(url, file.size, notes)
    if (!bytes.equals(Buffer.from(await file.blob.arrayBuffer()))) notes.wrong.push(`other bytes of ${file.path}`)
  }
  /** A few at a time, each to its end. */
  const inLanes = async (count: number, work: (i: number) => Promise<unknown>) => {
    let next = 0
    const lane = async () => {
      while (next < count) await work(next++)
    }
    await Promise.all(Array.from({ length: 4 }, lane))
  }
  const first = await begin(1000)
  const sent: Awaited<ReturnType<typeof begin>>[] = []
  let isOver = false
  const done = Promise.all([
    inLanes(uploads, async (i) => void sent.push(await begin(i))),
    inLanes(downloads, () => expectSame(first)),
  ]).finally(() => {
    isOver = true
  })
  done.catch(() => {})
  const checkAll = async () => {
    await done
    for (const each of sent) await expectSame(each)
    expect(sent).toHaveLength(uploads)
    expect(notes.wrong).toEqual([])
  }
  return { isOver: () => isOver, checkAll, notes }
}

test('O3 each replica is stopped and started in turn during 40 uploads and 40 downloads, and nobody notices', async () => {
  const running = await startReplicas({ env: generous })
  const load = await startLoad(running, 40, 40)
  let rounds = 0
  for (; rounds < 3 || !load.isOver(); rounds++) {
    const replica = running.replicas[rounds % 3]!
    await replica.stop()
    expect(replica.life!.child.exitCode).toBe(0)
    await running.start(replica)
  }
  await load.checkAll()
  // What ends in order finishes what it has begun: at most a connection that was just made has to be made again.
  expect(load.notes.repeated).toBeLessThanOrEqual(rounds)
})

test(
  `O3 R02 a replica that is killed every ten seconds during ${killedLoad} uploads and ${killedLoad} downloads costs no byte and no upload`,
  async () => {
    const running = await startReplicas({ env: generous })
    const load = await startLoad(running, killedLoad, killedLoad)
    for (let round = 0; round < 3 || !load.isOver(); round++) {
      const replica = running.replicas[round % 3]!
      await sleep(10_000)
      await replica.kill('main')
      await running.start(replica)
    }
    await load.checkAll()
    const open = "select count(*)::int as count from uploads where state = 'open' and received_bytes > 0"
    expect((await running.ask(open))[0]!.count).toBe(0)
  },
  300_000 + killedLoad * 5_000,
)

test('O3 a replica with another app key, address, or folder of files than those that serve is refused, and alone it may change', async () => {
  const { replicas, start, proxy, shared, addOther } = await startReplicas({ count: 1 })
  const other = await addOther()
  const refusal = (env: Record<string, string>) =>
    other.start({ env: { PUBLIC_URL: proxy.url, ...env } }).catch((error: Error) => error.message)
  expect(await refusal({})).toMatch(/is not where it keeps the files: blobs\/installation-id is missing there/)
  expect(await refusal({ PUBLIC_URL: 'http://other.example.com' })).toMatch(/here differs: PUBLIC_URL\./)
  const keys = mkdtempSync(join(tmpdir(), 'sampan-other-keys-'))
  onTestFinished(() => rmSync(keys, { recursive: true, force: true }))
  expect(await refusal({ KEYS_DIR: keys })).toMatch(/No master key in .*, but data that needs one/)
  copyFileSync(join(shared, 'keys/master-1.key'), join(keys, 'master-1.key'))
  expect(await refusal({ KEYS_DIR: keys })).toMatch(/here differs: app\.key of KEYS_DIR\./)
  // What only should be the same is told.
  symlinkSync(join(shared, 'blobs'), join(other.dataDir, 'blobs'))
  await other.start({ env: { PUBLIC_URL: proxy.url, PLAN_LIMITS: 'free.files=7' } })
  expect(other.life!.output()).toMatch(/"names":\["PLAN_LIMITS"\].*settings differ from those of another replica/)
  await other.stop()
  await replicas[0]!.stop()
  await start(replicas[0]!, { PUBLIC_URL: 'http://moved.example.com' })
  expect((await fetch(`${replicas[0]!.url}/readyz`)).status).toBe(200)
})
