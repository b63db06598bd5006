/** R55: the system's clock is put back an hour, ahead a day and right again, while uploads and downloads run. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { sqlOf } from '../../test/faults/database.ts'
import { buildServer, type Installation, installForTest, until } from '../../test/faults/server-process.ts'
import { asTestServer } from '../../test/support/installed.ts'
import { sendTo } from '../../test/support/reader.ts'
import { Browser } from '../../test/support/sender.ts'

vi.setConfig({ testTimeout: 300_000 })
beforeAll(buildServer, 180_000)

/** What faketime would load into a program; none where it is not installed. */
function preload(): string | undefined {
  try {
    return execFileSync('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}
const library = preload()

const partBytes = 64 * 1024

/** One upload after the other, in small parts; a ticket that ran out is renewed, as every client does. */
async function uploadOne(here: Installation, wrong: string[]): Promise<void> {
  const browser = new Browser(asTestServer(here))
  await browser.takeTicket()
  const bytes = randomBytes(partBytes * 6)
  const { status: created, json: plan } = await browser.create([{ path: 'a.bin', bytes }])
  if (created !== 201) return void (created === 401 || wrong.push(`create ${created} ${JSON.stringify(plan)}`))
  for (let at = 0; at < bytes.length; ) {
    const { status } = await browser.putPart(plan.uploadId, plan.blobs[0].blobId, at, bytes.subarray(at, at + partBytes))
    if (status === 204) at += partBytes
    else if (status === 401) await browser.takeTicket()
    else if (status !== 503) return void wrong.push(`part ${status}`)
  }
  const ask = () => browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)
  let list = await ask()
  if (list.status === 401) {
    await browser.takeTicket()
    list = await ask()
  }
  const { json } = list
  if (JSON.stringify(json.received?.[0]?.ranges) !== `[[0,${bytes.length}]]`) wrong.push(`list ${JSON.stringify(json)}`)
  // Those of one network that nobody has sent are counted. A ticket that ran out meanwhile leaves it there.
  await browser.withTicket('DELETE', `/api/uploads/${plan.uploadId}`)
}

test.skipIf(!library)(
  'R55 (needs faketime) a clock that is put back and ahead deletes nothing early and starts no storm',
  async () => {
    const here = await installForTest({ WORKERS: '2', LOG_LEVEL: 'warn' })
    const clockFile = join(here.dataDir, 'clock')
    const setClock = (offset: string) => writeFileSync(clockFile, `${offset}\n`)
    setClock('+0')
    const fake = { FAKETIME_TIMESTAMP_FILE: clockFile, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
    await here.start({ env: { LD_PRELOAD: library!, ...fake } })
    const sql = sqlOf(here)
    const { url, view } = await sendTo(asTestServer(here), [{ path: 'sent.bin', bytes: randomBytes(200_000) }])
    // Nobody goes on with this one: an hour later it would be discarded.
    const idle = new Browser(asTestServer(here))
    await idle.takeTicket()
    const { json: idlePlan } = await idle.create([{ path: 'idle.bin', bytes: Buffer.alloc(1000) }])

    const wrong: string[] = []
    let [isOver, rounds] = [false, 0]
    const load = (async () => {
      while (!isOver) {
        await uploadOne(here, wrong)
        const { status } = await fetch(url(`files/${view.files[0].fileId}`))
        // The link of a page that was opened an hour from now, or a day ago, is renewed by opening it again.
        if (![200, 401, 403, 410].includes(status)) wrong.push(`download ${status}`)
        rounds++
      }
    })()
    const timesSet = () => here.life!.output().split('"msg":"the clock was set').length - 1
    const put = async (offset: string) => {
      const before = timesSet()
      setClock(offset)
      await until(() => timesSet() > before, 100)
      const from = rounds
      await until(() => rounds > from + 1, 100)
    }
    const collector = async (): Promise<Date> => {
      const [row] = await sql("select convert_from(value, 'UTF8') as at from installation where name = 'timed:uploads:collect'")
      return new Date(row!.at)
    }
    await put('-3600')
    await put('+86400')
    // The collector is due, and would find every upload a day old.
    await sql(
      "update installation set value = convert_to((now() - interval '1 day')::text, 'UTF8') where name = 'timed:uploads:collect'",
    )
    const due = await collector()
    await put('+93600')
    expect(await collector()).toEqual(due)
    await put('+0')
    await until(async () => (await collector()) > due, 100)
    await until(
      async () => (await sql("select 1 from graphile_worker.jobs where key = 'timed:uploads:collect'")).length === 0,
      100,
    )
    isOver = true
    await load
    expect(wrong).toEqual([])
    await idle.takeTicket()
    expect((await idle.withTicket('GET', `/api/uploads/${idlePlan.uploadId}`)).status).toBe(200)
    expect((await fetch(url(`files/${view.files[0].fileId}`))).status).toBe(200)
    expect(await sql("select 1 from graphile_worker.jobs where key like 'timed:%'")).toEqual([])
  },
)
