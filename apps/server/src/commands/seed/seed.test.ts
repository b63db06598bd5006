import { addDays, dayOf } from '@sampan/contract/rules/day-range'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { callCommand, poolOf } from '../test-store.ts'
import { seed } from './command.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const call = (email: string, values: Record<string, string | boolean>) =>
  callCommand(seed, server.services.config, poolOf(server).options, { values, operands: [email] })

test('O5 T4 an account is filled with as many transfers and downloads as were asked for, and never beside others unless told', async () => {
  const account = await Account.create(server)
  const amounts = { downloads: '300', transfers: '40', days: '30' }
  expect(await call(account.email, amounts)).toBe(0)
  const today = dayOf(server.services.clock())
  const query = `from=${addDays(today, -31)}&to=${today}`
  const { totals, countries, days } = (await account.call('GET', `/api/analytics?${query}`)).json
  expect(totals).toMatchObject({ downloads: 300, sent: 40 })
  expect(countries.length).toBeGreaterThan(5)
  expect(days.at(-1).usedBytes).toBe((await account.owner()).usedBytes)
  expect((await account.call('GET', '/getQs')).json.allCount).toBe(40)
  expect((await account.call('GET', `/api/analytics/recipients?${query}`)).json.matchCount).toBeGreaterThan(10)
  const { rows } = await server.services.db.execute<{ left: number }>(
    sql`select count(*)::int as left from download_events where not is_counted`,
  )
  expect(rows[0]!.left).toBe(0)
  // What is told in two places agrees: who downloaded, and where a city lies.
  const { rows: contrary } = await server.services.db.execute(sql`
    select 1 from download_events e left join recipients r on r.transfer_id = e.transfer_id and r.email = e.recipient_email
    where e.recipient_id is distinct from r.id or r.downloaded_at is null and r.id is not null or r.opened_at > r.downloaded_at or r.mailed_at > r.opened_at
    union all select 1 from transfers t left join download_places p on p.transfer_id = t.id
      group by t.id having t.download_count <> coalesce(sum(p.downloads), 0)
    union all select 1 from download_events group by visitor having count(*) > 1
    union all select 1 from download_events group by city having count(distinct country_code) > 1`)
  expect(contrary).toEqual([])

  const other = await Account.create(server)
  await expect(call(other.email, amounts)).rejects.toThrow('1 other accounts')
  await expect(call('nobody@example.com', amounts)).rejects.toThrow('There is no account')
  await expect(call(account.email, { downloads: 'many' })).rejects.toThrow('--downloads=many')
  expect(await call(other.email, { ...amounts, 'beside-others': true })).toBe(0)
})
