import { randomBytes } from 'node:crypto'
import { createConnection } from 'node:net'
import { sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { recordOf, send } from '../../../test/support/dashboard.ts'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { awayMail, reportMail } from '../../adapters/bounces/test-reports.ts'
import { messageOf } from '../../adapters/mail/message.ts'
import { bounceAddressOf } from '../transfers/bounce-address.ts'
import { listenForBounces } from './index.ts'

let server: TestServer
let receiver: Awaited<ReturnType<typeof listenForBounces>>
beforeAll(async () => {
  server = await startTestServer({ BOUNCE_ADDRESS: 'bounces@files.example.com', BOUNCE_SMTP_PORT: '0' })
  receiver = await listenForBounces(server.services)
})
afterAll(async () => {
  await receiver?.stop()
  await server?.close()
})

let count = 0
async function mailed() {
  const account = await Account.create(server)
  const email = `lost${++count}@example.cn`
  const slug = await send(account, [{ path: 'a.bin', bytes: randomBytes(5) }], { emailTo: [{ email }] })
  const { rows } = await server.services.db.execute<{ id: string }>(sql`select id from recipients where email = ${email}`)
  await waitFor(async () => (await recordOf(account, slug)).emailTo[0].state === 'sent')
  return { account, slug, recipient: { id: rows[0]!.id, email } }
}
const deliver = async (to: string, raw: Buffer, from = '') => {
  const transport = createTransport({ host: '127.0.0.1', port: receiver.port!, secure: false, ignoreTLS: true })
  try {
    await transport.sendMail({ envelope: { from, to: [to] }, raw })
    return 250
  } catch (error) {
    return (error as { responseCode: number }).responseCode
  } finally {
    transport.close()
  }
}
const stateOf = async (id: string) =>
  (await server.services.db.execute(sql`select mail_state, mail_reason from recipients where id = ${id}`)).rows[0]
const eventsOf = async (id: string) =>
  (await server.services.db.execute(sql`select kind from transfer_events where recipient_id = ${id} order by at, kind`)).rows.map(
    ({ kind }) => kind,
  )

test('T10 R40 a mail that comes back is bounced with its reason, told once, in the timeline and by the bell', async () => {
  const { account, slug, recipient } = await mailed()
  const address = bounceAddressOf(server.services, recipient)!
  for (let i = 0; i < 3; i++) expect(await deliver(address, reportMail())).toBe(250)
  const reason = '550 5.1.1 <li@example.cn>: Recipient address rejected: User unknown'
  expect(await stateOf(recipient.id)).toEqual({ mail_state: 'bounced', mail_reason: reason })
  expect((await eventsOf(recipient.id)).filter((kind) => kind === 'mailBounced')).toHaveLength(1)
  const { json } = await account.call('POST', '/notifications', {})
  expect(json.notifications).toMatchObject([{ kind: 'bounced', slug, receiverEmail: recipient.email, reason }])
})

test('T10 a delay is told in the timeline, and the mail still counts as sent', async () => {
  const { recipient } = await mailed()
  const delay = reportMail({ action: 'delayed', status: '4.2.2', diagnostic: 'smtp; 452 mailbox full' })
  for (let i = 0; i < 2; i++) await deliver(bounceAddressOf(server.services, recipient)!, delay)
  expect(await stateOf(recipient.id)).toMatchObject({ mail_state: 'sent' })
  expect((await eventsOf(recipient.id)).filter((kind) => kind === 'mailDeferred')).toHaveLength(1)
})

test('T10 R3 a mail that asked for files comes back, and whoever asked sees why', async () => {
  const asker = new Browser(server)
  await asker.signUp('asking@example.com')
  const emailTo = [{ email: 'nobody@example.cn' }]
  const { json } = await asker.withAccess('POST', '/api/requests', { title: 'Papers', sendAs: 'email', emailTo })
  const { request, suppliers } = json
  const supplier = { id: suppliers[0]._id, email: 'nobody@example.cn' }
  await server.mailTo(supplier.email)
  const address = bounceAddressOf(server.services, supplier)!
  const read = async () => (await asker.withAccess('GET', `/api/requests/${request.slug}`)).json.suppliers[0]
  await waitFor(async () => (await read()).mailState === 'sent')
  await deliver(address, reportMail({ action: 'delayed', status: '4.2.2', diagnostic: 'smtp; 452 mailbox full' }))
  expect((await read()).mailState).toBe('sent')
  for (let i = 0; i < 2; i++) expect(await deliver(address, reportMail())).toBe(250)
  expect(await read()).toMatchObject({ mailState: 'bounced', mailReason: expect.stringContaining('User unknown') })
})

test('T10 nobody makes a mail look bounced: forged, of a corrected address, for others, or by an ordinary mail', async () => {
  const { recipient } = await mailed()
  const address = bounceAddressOf(server.services, recipient)!
  const forged = address.replace(/.@/, (last) => `${last[0] === 'a' ? 'b' : 'a'}@`)
  const ofOther = bounceAddressOf(server.services, { ...recipient, email: 'before@example.cn' })!
  expect([await deliver(forged, reportMail()), await deliver(ofOther, reportMail())]).toEqual([250, 250])
  expect(await deliver(address, awayMail)).toBe(250)
  for (const to of ['bounces@files.example.com', 'li@example.cn', 'postmaster', 'bounces+x@files.example.com'])
    expect(await deliver(to, reportMail())).toBe(550)
  expect(await stateOf(recipient.id)).toMatchObject({ mail_state: 'sent' })
  const outcomes = (await server.services.metrics.text()).match(/sampan_bounces_total\{outcome="(foreign|unread)"\} [1-9]/g)
  expect(outcomes).toHaveLength(2)
})

test('T10 R49 what comes back to one address is read some times an hour, and then counted and forgotten', async () => {
  const { recipient } = await mailed()
  const address = bounceAddressOf(server.services, recipient)!
  const hostile = Buffer.concat([
    Buffer.from('Content-Type: multipart/report; boundary=b\r\n\r\n'),
    Buffer.alloc(256_000, '--b\n'),
  ])
  const { max, windowSeconds } = server.services.config.rateLimits.bounceAddress
  const tooMany = async () => Number(/outcome="tooMany"\} (\d+)/.exec(await server.services.metrics.text())?.[1] ?? 0)
  for (let i = 0; i < max; i++) expect(await deliver(address, hostile)).toBe(250)
  expect(await tooMany()).toBe(0)
  expect([await deliver(address, reportMail()), await tooMany()]).toEqual([250, 1])
  expect(await stateOf(recipient.id)).toMatchObject({ mail_state: 'sent' })
  server.moveClock(windowSeconds)
  await deliver(address, reportMail())
  expect(await stateOf(recipient.id)).toMatchObject({ mail_state: 'bounced' })
})

test('T10 R39 each mail to a recipient comes back to an address of its own, and is still from ours', async () => {
  const { config, secrets } = server.services
  const recipient = { id: '0b0c5a4e-2f6a-4c1e-9a53-1d2c3b4a5968', email: 'li@example.cn' }
  const mail = { messageId: 'a@b', to: recipient.email, fromName: 'Li', subject: 's', html: '', text: '' }
  const returnTo = bounceAddressOf({ config, secrets }, recipient)
  const { from, envelope } = messageOf({ ...mail, returnTo }, config, server.services.clock())
  expect(from).toMatchObject({ address: config.mailFrom })
  expect(envelope).toEqual({ from: returnTo, to: ['li@example.cn'] })
})

test('R30 R49 what is too large, never ends or speaks nonsense is refused, and the next mail is taken', async () => {
  const { recipient } = await mailed()
  const address = bounceAddressOf(server.services, recipient)!
  expect(await deliver(address, Buffer.concat([reportMail(), Buffer.alloc(1_200_000, 'x\r\n')]))).toBe(552)
  await new Promise<void>((resolve) => {
    const socket = createConnection(receiver.port!, '127.0.0.1', () => {
      socket.write(randomBytes(5000))
      socket.end('\r\nDATA\r\nRCPT TO:<>\r\nMAIL FROM:<\u0000>\r\nQUIT\r\n')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.resume()
  })
  expect(await deliver(address, reportMail(), 'MAILER-DAEMON@mx.example.cn')).toBe(250)
  expect(await stateOf(recipient.id)).toMatchObject({ mail_state: 'bounced' })
})
