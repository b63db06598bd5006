/** Whatever happens between the counting, every view says what counting one by one says (T4). */
import { addDays, dayOf } from '@sampan/contract/rules/day-range'
import { deviceTypes, fileKinds } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { testClock } from '../../../test/support/clock.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { inTransaction } from '../../db/connect.ts'
import { countDownloads, forgetTransfer, moveOwner } from './count-downloads.ts'
import * as queries from './queries-count.ts'
import {
  insertDownloads,
  type MadeDownload,
  type MadeTransfer,
  makeTransfer,
  markHardDeleted,
  naive,
  shown,
} from './test-downloads.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const dayMs = 86_400_000
/** Long enough for whole spans of eight weeks, and for weeks and days beside them. */
const days = 120
const today = dayOf(testClock())
const ranges = [
  { from: addDays(today, -days), to: today },
  { from: addDays(today, -days), to: today, country: 'CN' },
  { from: addDays(today, -20), to: addDays(today, -3), country: 'ZZ' },
  ...[0, 1, 5, 6].map((shift) => ({ from: addDays(today, -16 - shift), to: addDays(today, -2) })),
  { from: addDays(today, -2), to: addDays(today, -2) },
]

/** The same at every run. */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return { next, one: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]! }
}

async function world() {
  const [account, other] = [await Account.create(server), await Account.create(server)]
  const transfers: MadeTransfer[] = []
  for (let n = 0; n < 9; n++)
    transfers.push(
      await makeTransfer(server, n < 7 ? account : other, `${n}.pdf`, new Date(server.services.clock().getTime() - days * dayMs)),
    )
  const all: MadeDownload[] = []
  const { next, one } = dice(7)
  const download = (of = one(transfers.filter(({ isHardDeleted }) => !isHardDeleted))): MadeDownload => ({
    of,
    email: one(['li@example.cn', 'bo@example.com', 'chen@example.cn', null]),
    country: one(['CN', 'CN', 'DE', 'US', null]),
    device: one(deviceTypes),
    kind: one(fileKinds),
    bytes: Math.floor(next() * 1000),
    // On midnight too.
    at:
      next() < 0.2
        ? new Date(`${addDays(today, -Math.floor(next() * days))}T00:00:00Z`)
        : new Date(server.services.clock().getTime() - next() * days * dayMs),
  })
  const add = async (made: MadeDownload[]) => {
    all.push(...made)
    await insertDownloads(server, made)
  }
  const check = async (when: string) => {
    for (const range of ranges)
      for (const who of [account, other])
        expect(await shown(who, range), `${when}: ${JSON.stringify(range)}`).toEqual(naive(all, who.ownerId, range))
  }
  const some = (count: number) => Array.from({ length: count }, () => download())
  return { account, other, transfers, all, download, add, check, some }
}

const hardDelete = async (transfer: MadeTransfer) => {
  await markHardDeleted(server, transfer)
  await inTransaction(server.services.db, (tx) => forgetTransfer(tx, transfer.id))
  transfer.isHardDeleted = true
}
const eventsOf = async ({ id }: MadeTransfer) =>
  (await server.services.db.execute(sql`select 1 from download_events where transfer_id = ${id}`)).rows.length

test('T4 every view is exact before, while and after downloads are counted, late ones too', async () => {
  const { add, check, some, account } = await world()
  await check('nothing yet')
  await add(some(150))
  await check('not counted')
  await countDownloads(server.services)
  await check('counted')
  await countDownloads(server.services)
  await check('counted again')
  await add(some(60))
  await check('some are counted')
  // Many at once, and what is counted half-way and broken off.
  const broken = inTransaction(server.services.db, async (tx) => {
    await queries.lockCounts(tx, [account.ownerId])
    expect((await queries.addToCounts(tx, account.ownerId, null, 20)).count).toBe(20)
    throw new Error('killed')
  })
  await expect(broken).rejects.toThrow('killed')
  await check('broken off')
  await Promise.all([add(some(40)), ...Array.from({ length: 4 }, () => countDownloads(server.services))])
  await check('counted by four at once')
  await countDownloads(server.services)
  await check('all counted')
})

test('T4 R45 deleting takes a transfer and its readers out of the lists, and keeps how much was downloaded', async () => {
  const { add, check, some, transfers, download } = await world()
  await add(some(120))
  await countDownloads(server.services)
  await add(some(60))
  await Promise.all([hardDelete(transfers[0]!), hardDelete(transfers[1]!), countDownloads(server.services)])
  await check('erased')
  // Its last reader came to the end a moment too late.
  await add([download(transfers[0]), download(transfers[0])])
  await check('a late download of what is erased')
  expect(await eventsOf(transfers[0]!)).toBe(2)
  await countDownloads(server.services)
  await check('counted')
  expect(await eventsOf(transfers[0]!)).toBe(0)
  await inTransaction(server.services.db, (tx) => forgetTransfer(tx, transfers[0]!.id))
  await check('erased again')
})

test('T4 A7 counts follow events that another account takes over', async () => {
  const { account, other, add, check, some, transfers } = await world()
  await add(some(80))
  await countDownloads(server.services)
  await add(some(30))
  await Promise.all([
    countDownloads(server.services),
    inTransaction(server.services.db, async (tx) => {
      await moveOwner(tx, other.ownerId, account.ownerId)
      const to = sql`owner_id = ${account.ownerId} where owner_id = ${other.ownerId}`
      await tx.execute(sql`update transfers set ${to}`)
      await tx.execute(sql`update download_events set ${to}`)
    }),
  ])
  for (const each of transfers) each.ownerId = account.ownerId
  await check('moved')
  await countDownloads(server.services)
  await check('moved and counted')
})
