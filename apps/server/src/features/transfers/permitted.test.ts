import { randomUUID } from 'node:crypto'
import { type Action, type Asker, can } from '@sampan/contract/permissions'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sent } from '../../../test/support/account-sends.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { isPermitted } from '../../db/permitted.ts'
import { recipients, transfers } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const actions: Action[] = ['read', 'change', 'delete', 'forward', 'share', 'open']

test('R25 M2 a question to the database finds what the rule allows, for each actor and action', async () => {
  const { db } = server.services
  const [mine, theirs] = [await sent(server, {}), await sent(server, {})]
  const own = { userId: mine.account.userId, ownerId: mine.account.ownerId }
  const [row] = await db.select().from(transfers).where(eq(transfers.slug, mine.slug))
  const people = await db.select().from(recipients).where(eq(recipients.transferId, row!.id))
  const recipientIds = people.map(({ id }) => id)
  const askers: Asker[] = [
    own,
    { ownerId: own.ownerId },
    { ...own, isMember: true },
    { userId: theirs.account.userId, ownerId: own.ownerId, isMember: true },
    { userId: theirs.account.userId, ownerId: theirs.account.ownerId },
    { userId: own.userId, ownerId: theirs.account.ownerId, isMember: true },
    { recipientId: recipientIds[0]! },
    { recipientId: randomUUID() },
    { userId: null, ownerId: null },
    {},
  ]
  expect(recipientIds).toHaveLength(1)
  const ruled: boolean[] = []
  for (const asker of askers)
    for (const action of actions) {
      const found = await db.$count(transfers, sql`${transfers.id} = ${row!.id} and ${isPermitted(asker, action)}`)
      ruled.push(can(asker, action, { ...row!, recipientIds }))
      expect(found === 1, `${action} by ${JSON.stringify(asker)}`).toBe(ruled.at(-1))
    }
  expect(new Set(ruled)).toEqual(new Set([true, false]))
})
