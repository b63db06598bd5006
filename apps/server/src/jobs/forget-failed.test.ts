import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/support/test-server.ts'
import type { Connection } from '../db/connect.ts'
import { forgetFailedDaily } from './forget-failed.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('R45 jobs that were given up, or that lost their key under way and failed, go after a week; those that still wait, are new or can be taken up again stay', async () => {
  const { db } = server.services
  const pool = (db as unknown as { $client: Connection['pool'] }).$client
  const add = async (key: string, days: number, set = 'attempts = max_attempts', name = 'nobody-does-this') => {
    await pool.query(`select graphile_worker.add_job($1, '{}'::json, job_key := $2)`, [name, key])
    await pool.query(
      `update graphile_worker._private_jobs set ${set}, updated_at = now() - make_interval(days => $2) where key = $1`,
      [key, days],
    )
  }
  await add('old', 8)
  await add('new', 6)
  await add('waiting', 8, 'attempts = max_attempts - 1')
  await add('running', 8, "attempts = max_attempts, locked_at = now(), locked_by = 'somebody'")
  await add('by command', 8, undefined, 'somebody-may-do-this')
  // Its key is taken while it runs; the queue leaves it behind without one when it fails then.
  await add('taken', 0, "locked_at = now(), locked_by = 'somebody'")
  await add('taken', 6)
  const { rowCount } = await pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null, updated_at = now() - interval '8 days' where key is null and attempts >= max_attempts`,
  )
  expect(rowCount).toBe(1)
  await forgetFailedDaily(db, ['another', 'somebody-may-do-this']).run({}, { attempt: 1, maxAttempts: 1 })
  const { rows } = await pool.query(
    "select key from graphile_worker.jobs where task_identifier in ('nobody-does-this', 'somebody-may-do-this') order by 1",
  )
  expect(rows.map(({ key }) => key)).toEqual(['by command', 'new', 'running', 'taken', 'waiting'])
})
