/** Mails that come back on the standard input of `sampan bounce`, as a mail server's alias hands them over (T10). */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildServer } from '../../test/faults/server-process.ts'
import { recordOf, sentBy } from '../../test/support/dashboard.ts'
import { startTestServer, type TestServer, waitFor } from '../../test/support/test-server.ts'
import { awayMail, reportMail } from '../adapters/bounces/test-reports.ts'
import { bounceAddressOf } from '../features/transfers/bounce-address.ts'

const program = join(fileURLToPath(new URL('../../../..', import.meta.url)), 'sampan')
const BOUNCE_ADDRESS = 'bounces@files.example.com'

let server: TestServer
beforeAll(async () => {
  buildServer()
  server = await startTestServer({ BOUNCE_ADDRESS })
})
afterAll(() => server?.close())

/** Beside the server, with its settings. */
async function bounce(address: string, mail: Buffer, more: Record<string, string> = { BOUNCE_ADDRESS }) {
  const { user, password, host } = inject('postgres')
  const { rows } = await server.services.db.execute<{ name: string }>(sql`select current_database() as name`)
  const DATABASE_URL = `postgres://${user}:${password}@127.0.0.1/${rows[0]!.name}?host=${encodeURIComponent(host)}`
  const env = { PATH: process.env.PATH, DATA_DIR: server.services.config.dataDir, DATABASE_URL, ...more }
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [program, 'bounce', address], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    )
    child.stdin!.end(mail)
  })
}

test('T10 R40 a delivery-status mail piped into the command makes its recipient bounced, with the reason, and rings the bell', async () => {
  const { sender, slug, to } = await sentBy(server, [{ path: 'a.bin', bytes: Buffer.from('hello') }])
  await waitFor(async () => (await recordOf(sender, slug)).emailTo[0].state === 'sent')
  const { rows } = await server.services.db.execute<{ id: string }>(sql`select id from recipients where email = ${to}`)
  const address = bounceAddressOf(server.services, { id: rows[0]!.id, email: to })!

  // What tells nothing is no failure: the mail server would send it back in turn.
  expect(await bounce(address, awayMail)).toMatchObject({ code: 0, out: 'unread\n' })
  expect((await recordOf(sender, slug)).emailTo[0].state).toBe('sent')
  expect(await bounce(address, reportMail(), {})).toMatchObject({ code: 2, err: expect.stringContaining('BOUNCE_ADDRESS') })

  expect(await bounce(address, reportMail())).toMatchObject({ code: 0, out: 'bounced\n' })
  expect((await recordOf(sender, slug)).emailTo[0].state).toBe('bounced')
  const { json } = await sender.call('POST', '/notifications', {})
  const reason = expect.stringContaining('User unknown')
  expect(json.notifications).toMatchObject([{ kind: 'bounced', slug, receiverEmail: to, reason }])
})
