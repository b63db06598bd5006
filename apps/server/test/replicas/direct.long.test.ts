/** O3: what goes straight into the store belongs to all replicas: whichever gave the place, any other is told, and each reads it. */
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildServer } from '../faults/server-process.ts'
import { openDirect, type Target } from '../support/direct-upload.ts'
import { mib, received } from '../support/open-upload.ts'
import { get } from '../support/reader.ts'
import { startS3Double } from '../support/s3/s3-double.ts'
import { linkIn } from '../support/sender.ts'
import { startReplicas } from './replicas.ts'

vi.setConfig({ testTimeout: 300_000 })
beforeAll(buildServer, 180_000)

const partBytes = 5 * mib
const partCount = 8

async function startTwo() {
  const double = await startS3Double()
  onTestFinished(async () => void (await double.stop()))
  const two = await startReplicas({ count: 2, s3: double.settings, env: { STORE_SEALED: 'no', STORE_DIRECT: 'yes' } })
  const at = <T>(which: number, work: () => Promise<T>): Promise<T> => {
    two.proxy.only = two.replicas[which % 2]!.port
    return work().finally(() => {
      two.proxy.only = undefined
    })
  }
  return { ...two, at }
}

type Two = Awaited<ReturnType<typeof startTwo>>
type Open = Awaited<ReturnType<typeof openDirect>>

/** Published, and read whole at each of them. */
async function expectWhole({ server, proxy, replicas, at }: Two, { browser, plan, blob }: Open): Promise<void> {
  await browser.verify('anna@example.com')
  const sent = await browser.publish(plan.slug)
  expect([sent.status, sent.json.state]).toEqual([200, 'active'])
  const user = linkIn(await server.mailTo('li@example.cn')).split('/')[3]!
  const address = `${proxy.url}/api/transfers/${plan.slug}`
  const view = await (await fetch(`${address}?user=${user}`)).json()
  const url = `${address}/files/${view.files[0].fileId}?${new URLSearchParams({ user, dl: view.dl })}`
  for (const which of replicas.keys()) {
    const read = await at(which, () => get(url))
    expect([read.status, read.bytes.equals(blob.bytes)]).toEqual([200, true])
  }
}

test('O3 U6 places that one replica gives are confirmed at the other, and parts through the servers lie between them', async () => {
  const two = await startTwo()
  const { at, ask: sql } = two
  const open = await openDirect(two.server, partCount * partBytes)
  const { browser, plan, blob, ask, put, confirm } = open
  expect(plan.blobs.map(({ via }: { via: string }) => via)).toEqual(['store'])
  // Of four parts the first goes straight, given by one and told to the other, the third the other way round; the others go through each.
  for (let index = 0; index < partCount; index++) {
    const from = index * partBytes
    const bytes = blob.bytes.subarray(from, from + partBytes)
    if (index % 2 === 1) {
      const through = await at(index >> 1, () => browser.putPart(plan.uploadId, blob.blobId, from, bytes))
      expect(through.status).toBe(204)
      continue
    }
    const target: Target = (await at(index >> 1, () => ask(from, bytes))).json.targets[0]
    expect(await put(target, bytes)).toBe(200)
    const other = (index >> 1) + 1
    expect((await at(other, () => confirm(target, bytes))).status).toBe(204)
    // Told once more, to either, it counts once.
    for (const which of [0, 1]) expect((await at(which, () => confirm(target, bytes))).status).toBe(204)
  }
  const [sums] = await sql(
    'select count(*)::int as parts, sum(length)::int as bytes, count(distinct container)::int as containers from attempts',
  )
  expect(sums).toEqual({ parts: partCount, bytes: partCount * partBytes, containers: 2 })
  await expectWhole(two, open)
})

test('O3 R01 a replica that is killed between the store and its confirmation: the other is told, and takes what is left', async () => {
  const two = await startTwo()
  const { at, replicas, start, ask: sql } = two
  const open = await openDirect(two.server, 4 * partBytes)
  const { browser, plan, blob, ask, put, confirm } = open
  const part = (index: number) => blob.bytes.subarray(index * partBytes, (index + 1) * partBytes)
  const given: Target[] = []
  for (const index of [0, 1]) given.push((await at(0, () => ask(index * partBytes, part(index)))).json.targets[0])
  expect(await put(given[0]!, part(0))).toBe(200)
  await replicas[0]!.kill('group')
  // What was given before goes on without whoever gave it.
  expect((await at(1, () => confirm(given[0]!, part(0)))).status).toBe(204)
  expect(await put(given[1]!, part(1))).toBe(200)
  expect(await received(browser, plan)).toEqual([[0, partBytes]])
  await start(replicas[0]!)
  expect((await at(0, () => confirm(given[1]!, part(1)))).status).toBe(204)
  // Somebody who has lost the answer sends the part again, and what lies there twice counts once.
  const again: Target = (await at(0, () => ask(partBytes, part(1)))).json.targets[0]
  expect(await put(again, part(1))).toBe(200)
  expect((await at(1, () => confirm(again, part(1)))).status).toBe(204)
  for (const index of [2, 3])
    expect((await at(index, () => browser.putPart(plan.uploadId, blob.blobId, index * partBytes, part(index)))).status).toBe(204)
  expect((await sql('select sum(length)::int as bytes from attempts'))[0]!.bytes).toBe(4 * partBytes)
  await expectWhole(two, open)
})
