import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { inTransaction, sessionPoolOf } from '../../db/connect.ts'
import { liveChannel, notifyLast, notifyLive } from '../../db/live.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('T5 R25 news leave after the commit, and what comes within a moment together, the same thing once', async () => {
  const { db } = server.services
  const client = await sessionPoolOf(db).connect()
  const heard: string[] = []
  client.on('notification', ({ payload }) => void heard.push(JSON.parse(payload!).slug))
  await client.query(`listen ${liveChannel}`)
  const notify = (slug: string) => notifyLive(db, { ownerId: 'gathered', what: 'transfer', slug })
  try {
    await inTransaction(db, async (tx) => {
      await notifyLive(tx, { ownerId: 'gathered', what: 'transfer', slug: 'open' })
      // All that was committed until now has been told.
      await notifyLast(db)
      await client.query('select 1')
      expect(heard).toEqual([])
    })
    await notifyLast(db)
    await Promise.all([notify('a'), notify('a'), notify('b')])
    await waitFor(async () => heard.includes('b'))
    expect(heard).toEqual(['open', 'a', 'b'])
  } finally {
    client.release(true)
  }
})
