import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readDeliveryReport } from './delivery-report.ts'
import { awayMail, reportMail } from './test-reports.ts'

test('T10 a report says what became of the mail and why, in one line', async () => {
  expect(await readDeliveryReport(reportMail())).toEqual({
    action: 'failed',
    reason: '550 5.1.1 <li@example.cn>: Recipient address rejected: User unknown',
  })
  expect(
    await readDeliveryReport(reportMail({ action: 'Delayed', status: '4.2.2', diagnostic: 'X-Unix; mailbox full' })),
  ).toEqual({
    action: 'delayed',
    reason: 'mailbox full',
  })
  expect(await readDeliveryReport(reportMail({ diagnostic: '', type: 'message/global-delivery-status' }))).toEqual({
    action: 'failed',
    reason: '5.1.1',
  })
})

test('T10 any other mail is none: an answer, a success, a report of another kind, nothing', async () => {
  for (const action of ['delivered', 'relayed', 'expanded', '', 'failed!'])
    expect(await readDeliveryReport(reportMail({ action })), action).toBeNull()
  for (const mail of [
    awayMail,
    Buffer.alloc(0),
    reportMail({ type: 'text/plain' }),
    reportMail({ type: 'message/disposition-notification' }),
  ])
    expect(await readDeliveryReport(mail)).toBeNull()
})

test('R30 R38 mails of any shape do not break the reading', async () => {
  const whole = reportMail()
  const spoiled = Array.from({ length: 1000 }, (_, i) => {
    const copy = Buffer.from(whole)
    const from = (i * 7919) % copy.length
    randomBytes(1 + (i % 40)).copy(copy, from)
    return i % 3 ? copy.subarray(0, 1 + ((i * 31) % copy.length)) : copy
  })
  const deep = Buffer.from(
    Array.from({ length: 500 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join(''),
  )
  const long = reportMail({ diagnostic: `smtp; ${'('.repeat(200_000)}`, head: `X-A: ${' \r\n x'.repeat(50_000)}` })
  for (const mail of [...spoiled, deep, long, randomBytes(900_000), Buffer.from('\r\n'.repeat(400_000))]) {
    const report = await readDeliveryReport(mail)
    expect(report === null || report.reason.length <= 500).toBe(true)
    if (report) expect(report.reason).not.toMatch(/\p{Cc}/u)
  }
})
