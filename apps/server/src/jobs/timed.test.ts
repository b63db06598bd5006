import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, waitFor } from '../../test/support/test-server.ts'
import type { Connection } from '../db/connect.ts'
import { joinReplicas } from '../db/replicas.ts'
import { makeClockWatch } from './clock-watch.ts'
import { watchLostWorkers } from './lost-workers.ts'
import { addJob, jobName } from './queue.ts'
import { addDue, bringBackLate, registerTimed, secondsSinceLast } from './timed.ts'
import { startWorker } from './worker.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const pool = () => (server.services.db as unknown as { $client: Connection['pool'] }).$client
const rowsOf = async (sql: string, values: unknown[] = []) => (await pool().query(sql, values)).rows
const work = (name: string) => [{ name, everyMinutes: 5, run: async () => {} }]
const waiting = async (name: string) =>
  (await rowsOf('select 1 from graphile_worker.jobs where key = $1', [`timed:${name}`])).length
const setLast = (name: string, ago: string) =>
  rowsOf("update installation set value = convert_to((now() - $2::interval)::text, 'UTF8') where name = $1", [
    `timed:${name}`,
    ago,
  ])
const removeJob = (name: string) => rowsOf('select graphile_worker.remove_job($1)', [`timed:${name}`])

test('R55 timed work is due after its interval, once however many processes look, and once after a long silence', async () => {
  await Promise.all([registerTimed(pool(), work('a')), registerTimed(pool(), work('a'))])
  await addDue(pool(), work('a'))
  expect(await waiting('a')).toBe(0)
  for (const ago of ['6 minutes', '3 days']) {
    await setLast('a', ago)
    await Promise.all(Array.from({ length: 8 }, () => addDue(pool(), work('a'))))
    expect(await waiting('a'), ago).toBe(1)
    await removeJob('a')
    await addDue(pool(), work('a'))
    expect(await waiting('a'), `${ago}, again`).toBe(0)
  }
  // A second start does not begin anew.
  await setLast('a', '6 minutes')
  await registerTimed(pool(), work('a'))
  await addDue(pool(), work('a'))
  expect(await waiting('a')).toBe(1)
})

test('R55 timed work that takes longer than its interval comes up again when it is over, and not beside itself', async () => {
  await registerTimed(pool(), work('long'))
  const isRunning = (is: boolean) =>
    rowsOf(`update graphile_worker._private_jobs set locked_at = ${is ? 'now()' : 'null'} where key = 'timed:long'`)
  const ids = () => rowsOf("select id from graphile_worker.jobs where task_identifier = 'long'")
  await setLast('long', '6 minutes')
  await addDue(pool(), work('long'))
  const first = await ids()
  await isRunning(true)
  await setLast('long', '6 minutes')
  await addDue(pool(), work('long'))
  expect(await ids()).toEqual(first)
  await removeJob('long')
  await rowsOf("delete from graphile_worker._private_jobs where key = 'timed:long'")
  await addDue(pool(), work('long'))
  expect(await waiting('long')).toBe(1)
})

test('R55 a clock that was ahead and is put back silences no timed work', async () => {
  await registerTimed(pool(), work('b'))
  await setLast('b', '-1 day')
  await addDue(pool(), work('b'))
  expect(await waiting('b')).toBe(1)
})

test('R55 jobs that were added while the clock was ahead keep their waits and not that day', async () => {
  const add = (runIn: string, key: string) =>
    rowsOf("select graphile_worker.add_job('nobody-does-this', '{}'::json, run_at := now() + $1::interval, job_key := $2)", [
      runIn,
      key,
    ])
  const secondsTo = async (key: string) =>
    Number((await rowsOf('select extract(epoch from run_at - now()) as s from graphile_worker.jobs where key = $1', [key]))[0].s)
  for (const [runIn, key] of [
    ['1 day', 'now'],
    ['1 day 10 minutes', 'in 10 minutes'],
  ] as const)
    await add(runIn, key)
  await rowsOf(
    "update graphile_worker._private_jobs set updated_at = now() + interval '1 day' where key in ('now', 'in 10 minutes')",
  )
  await add('10 days', 'later')
  await bringBackLate(pool())
  expect(await secondsTo('now')).toBeLessThanOrEqual(1)
  expect(await secondsTo('in 10 minutes')).toBeCloseTo(600, -2)
  expect(await secondsTo('later')).toBeGreaterThan(800_000)
})

test('R55 a clock put forward is not believed until it is put back, or for 65 minutes', () => {
  let [wall, steady] = [1_000_000_000, 0]
  const steps: number[] = []
  const isBelieved = makeClockWatch((seconds) => steps.push(seconds), { wall: () => wall, steady: () => steady })
  const pass = (minutes: number, set = 0) => {
    wall += (minutes + set) * 60_000
    steady += minutes * 60_000
    return isBelieved()
  }
  expect([pass(1), pass(1, -60), pass(1, 60)], 'back an hour, and on again').toEqual([true, true, true])
  expect(pass(66)).toBe(true)
  expect([pass(1, 24 * 60), pass(30), pass(1, -24 * 60)], 'ahead a day and back').toEqual([false, false, true])
  expect([pass(1, 24 * 60), pass(64), pass(1.5)], 'ahead a day for good').toEqual([false, false, true])
  expect(
    Array.from({ length: 300 }, () => pass(0.25, 0.01)),
    'a clock that is nudged',
  ).not.toContain(false)
  expect(steps).toEqual([-3600, 3600, 86_400, -86_400, 86_400])
})

test('R55 a clock that was ahead before the start is not believed until it is put back, or for 65 minutes', () => {
  let [wall, steady] = [1_000_000_000, 5_000]
  const clocks = { wall: () => wall, steady: () => steady }
  const watched = (aheadHours: number) => makeClockWatch(() => {}, clocks, aheadHours * 3_600_000)
  const [ahead, putBack, right] = [watched(26), watched(26), watched(0)]
  const pass = (minutes: number) => {
    wall += minutes * 60_000
    steady += minutes * 60_000
  }
  pass(1)
  expect([ahead(), putBack(), right()]).toEqual([false, false, true])
  wall -= 26 * 3_600_000
  expect(putBack()).toBe(true)
  wall += 26 * 3_600_000
  pass(63)
  expect(ahead()).toBe(false)
  pass(1.5)
  expect(ahead()).toBe(true)
})

test('R55 a start after a long silence cleans up nothing yet and says why; an ordinary one does not wait', async () => {
  await registerTimed(pool(), work('c'))
  // The server of this test has work of its own, which would tell that somebody is there.
  await rowsOf("delete from installation where name like 'timed:%' and name <> 'timed:c'")
  const silence = (ago: string) =>
    rowsOf("update installation set value = convert_to((now() - $1::interval)::text, 'UTF8') where name like 'timed:%'", [ago])
  const warnings: string[] = []
  const log = { error: () => {}, debug: () => {}, warn: (_: object, text: string) => void warnings.push(text) }
  const begin = () => startWorker({ pool: pool(), jobs: [], timed: work('c'), log, metrics: { countBy: () => {} } })
  const words = 'nothing ran for long, or the clock is ahead; cleaning up rests for 65 minutes'
  const lastOf = async () =>
    (await rowsOf("select convert_from(value, 'UTF8') as at from installation where name = 'timed:c'"))[0].at

  await silence('27 hours')
  expect(await secondsSinceLast(pool())).toBeGreaterThan(26 * 3600)
  const before = await lastOf()
  const resting = await begin()
  await resting.stop()
  expect([warnings, await lastOf()]).toEqual([[words], before])

  await silence('6 minutes')
  const begun = await begin()
  await waitFor(async () => (await lastOf()) > before && (await secondsSinceLast(pool())) < 60)
  await begun.stop()
  expect(warnings).toEqual([words])
  // A process whose own clock is ahead of the database's.
  expect(await secondsSinceLast(pool(), new Date(server.services.clock().getTime() + 86_400_000))).toBeGreaterThan(86_000)
})

test('R51 jobs of a process are unlocked when its lock is free for three looks, and never while it lives', async () => {
  const lost: string[] = []
  const [one, other] = [
    watchLostWorkers(pool(), 'pool-one', () => {}),
    watchLostWorkers(pool(), 'pool-other', (id) => lost.push(id)),
  ]
  await one.look()
  for (const id of ['pool-one', 'pool-dead']) {
    await rowsOf("select graphile_worker.add_job('nobody-does-this', '{}'::json, job_key := $1)", [id])
    await rowsOf('update graphile_worker._private_jobs set locked_by = $1, locked_at = now() where key = $1', [id])
  }
  const locked = async () =>
    (await rowsOf('select key from graphile_worker.jobs where locked_by is not null order by 1')).map((row) => row.key)
  await other.look()
  await other.look()
  expect(await locked()).toEqual(['pool-dead', 'pool-one'])
  for (let i = 0; i < 4; i++) await other.look()
  expect([await locked(), lost]).toEqual([['pool-one'], ['pool-dead']])
  one.close()
  // The database notices the end of a session a moment later.
  while ((await locked()).length > 0) await other.look()
  expect(lost).toEqual(['pool-dead', 'pool-one'])
  other.close()
})

test.each(['pg_try_advisory_lock(', joinReplicas])(
  'R51 a process that stops in the middle of taking its lock (%s) keeps no session',
  async (words) => {
    let isHeld = false
    const watch = watchLostWorkers(
      {
        connect: async () => {
          const client = await pool().connect()
          isHeld = true
          return {
            query: async (text: string, values?: unknown[]) => {
              const answer = await client.query(text, values)
              if (text.includes(words)) watch.close()
              return answer
            },
            release: (isOver?: boolean) => {
              isHeld = false
              client.release(isOver)
            },
            once: client.once.bind(client),
          }
        },
        query: async () => ({ rows: [] }),
      } as unknown as Connection['pool'],
      'pool-brief',
      () => {},
    )
    await watch.look()
    expect(isHeld).toBe(false)
  },
)

test('R55 a job that is to wait does so by the clock of the database, whatever that of this process says', async () => {
  const { db } = server.services
  const wait = async (key: string) =>
    Number((await rowsOf('select extract(epoch from run_at - now()) as s from graphile_worker.jobs where key = $1', [key]))[0].s)
  await addJob(db, jobName('nobody-does-this'), {}, { key: 'afterwards', afterSeconds: 3600 })
  await addJob(db, jobName('nobody-does-this'), {}, { key: 'at-once' })
  expect(Math.round((await wait('afterwards')) / 600)).toBe(6)
  expect(await wait('at-once')).toBeLessThanOrEqual(0)
})
