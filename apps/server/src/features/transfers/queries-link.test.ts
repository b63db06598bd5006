/** The one statement that every visitor of a link waits for. */
import { expect, onTestFinished, test } from 'vitest'
import { sendTo } from '../../../test/support/reader.ts'
import { startTestServer } from '../../../test/support/test-server.ts'
import { connect, sessionPoolOf } from '../../db/connect.ts'
import { tokenHash } from './link-token.ts'
import { linkRow } from './queries-link.ts'

test('D1 the question for links is planned a few times, then never again: planning takes many times as long as answering', async () => {
  const server = await startTestServer()
  const { slug, user } = await sendTo(server, [{ path: 'a.txt', bytes: Buffer.from('some bytes') }])
  const { options } = sessionPoolOf(server.services.db)
  // A password hides from being copied with the rest.
  const { db, pool, close } = connect({ ...options, password: options.password, max: 1 }, () => {})
  onTestFinished(async () => {
    await close()
    await server.close()
  })
  const long = new Date(0)
  const network = { networkKey: '::1', missedSince: long, visit: 'a visit', visitedSince: long }
  const ask = (name: string) => linkRow(db, { slug: name, tokenHash: tokenHash(user), recipientId: null, ...network })
  for (let i = 0; i < 10; i++) expect((await ask(slug))?.transfer.slug).toBe(slug)
  // As many as are ever asked for together, and some more.
  const found = await Promise.all(Array.from({ length: 100 }, (_, i) => ask(i === 77 ? slug : `none-${i}`)))
  expect(found.map((row) => row?.transfer.slug)).toEqual(Array.from({ length: 100 }, (_, i) => (i === 77 ? slug : undefined)))
  // Five times in any case, before Postgres compares.
  const { rows } = await pool.query(`select custom_plans::int as plans from pg_prepared_statements where name = 'links'`)
  expect(rows).toEqual([{ plans: 5 }])
})
